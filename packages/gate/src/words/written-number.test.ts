import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberFrom } from './written-number.ts';

const NUMBER = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?/g;

function all(text: string): readonly string[] {
  const found: string[] = [];
  for (let next = numberFrom(text, 0); next; next = numberFrom(text, next.end)) {
    const written = text.slice(next.start, next.end);
    expect(next.hasCommas).toBe(written.includes(','));
    found.push(`${next.start}: ${written}`);
  }
  return found;
}

describe('numbers in digits', () => {
  it.each([
    ['12', ['0: 12']],
    ['2,000.50 and 1,23', ['0: 2,000.50', '13: 1', '15: 23']],
    ['1234,567', ['0: 1234', '5: 567']],
    ['1,2345', ['0: 1,234', '5: 5']],
    ['3.', ['0: 3']],
    ['no', []],
  ])('of %j are %j', (text, expected) => {
    expect(all(text)).toEqual(expected);
  });

  it('are those that the expression for them finds', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789,,,..- a千٣'), maxLength: 24 });
    fc.assert(
      fc.property(text, (each) => {
        expect(all(each)).toEqual([...each.matchAll(NUMBER)].map((match) => `${match.index}: ${match[0]}`));
      }),
      { numRuns: 2_000 },
    );
  });
});
