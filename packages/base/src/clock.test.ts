import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationMs, timestampMs } from './clock.ts';

describe('a timestamp', () => {
  it('as it is recorded has the milliseconds that it was made from', () => {
    const years = { min: new Date('0000-01-01T00:00:00.000Z'), max: new Date('9999-12-31T23:59:59.999Z') };
    fc.assert(
      fc.property(fc.date({ ...years, noInvalidDate: true }), (date) => {
        expect(timestampMs(date.toISOString())).toBe(date.getTime());
      }),
    );
  });

  it('of any other form, or one changed by a character, is what the engine reads in it', () => {
    const recorded = fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    const other = fc.constantFrom(
      '',
      '2026-03-02',
      '2026-03-02T08:00:00+08:00',
      'yesterday',
      '2026-02-30T00:00:00.000Z',
    );
    const changed = fc
      .tuple(recorded, fc.nat(23), fc.constantFrom(...'0123456789-:.TZ+ x'))
      .map(([text, at, sign]) => text.slice(0, at) + sign + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(other, changed), (text) => {
        expect(timestampMs(text)).toBe(Date.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });
});

it('a duration is a count of at most nine digits and a unit, and nothing else is one', () => {
  const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };
  const text = fc.string({ unit: fc.constantFrom(...'0129mshdw -.M'), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(text, fc.stringMatching(/^\d{1,10}(?:ms|s|m|h|d|w|x)$/)), (each) => {
      const match = /^(\d{1,9})(ms|s|m|h|d|w)$/.exec(each);
      const expected = match ? Number(match[1]) * UNITS[match[2] as keyof typeof UNITS] : undefined;
      expect(durationMs(each)).toBe(expected);
    }),
    { numRuns: 1_000 },
  );
});
