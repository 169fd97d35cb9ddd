import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasExpired } from './has-expired.ts';

const times = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-01-01') });

it('a question can be answered until the moment at which it expires, and not in it', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: 1, max: 100_000_000 }), (asked, ms) => {
      const expiresAt = new Date(asked.getTime() + ms).toISOString();
      expect(hasExpired(expiresAt, asked.toISOString())).toBe(false);
      expect(hasExpired(expiresAt, new Date(asked.getTime() + ms - 1).toISOString())).toBe(false);
      expect(hasExpired(expiresAt, expiresAt)).toBe(true);
    }),
  );
});

it('a time that cannot be read has expired, whichever of the two it is', () => {
  const unreadable = fc.string().filter((text) => Number.isNaN(Date.parse(text)));
  fc.assert(
    fc.property(times, unreadable, (time, text) => {
      expect(hasExpired(text, time.toISOString())).toBe(true);
      expect(hasExpired(time.toISOString(), text)).toBe(true);
    }),
  );
});
