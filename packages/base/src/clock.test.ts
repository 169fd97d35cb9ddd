import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timestampMs } from './clock.ts';

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
