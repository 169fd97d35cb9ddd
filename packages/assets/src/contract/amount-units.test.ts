import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountInUnits, amountText } from './amount-units.ts';

test.each([
  [12.5, 2, 1250],
  [1.1, 2, 110],
  [0.1 + 0.2, 2, 30],
  [1.005, 2, 101],
  [12.34, 0, 13],
  [5e-7, 6, 1],
  [90071992547409.9, 2, 9007199254740990],
  [-0, 2, 0],
])('%s with %s decimals is %s units', (value, decimals, units) => {
  expect(amountInUnits(value, decimals)).toBe(units);
});

test.each([-1, -0.001, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e300])('%s is no amount', (value) => {
  expect(amountInUnits(value, 0)).toBeUndefined();
});

test('whole units come back from their text, and a sum of them has no drift', () => {
  const amount = fc.record({ units: fc.nat({ max: 10 ** 12 }), decimals: fc.nat({ max: 6 }) });
  fc.assert(
    fc.property(amount, ({ units, decimals }) => {
      expect(amountInUnits(Number(amountText(units, decimals)), decimals)).toBe(units);
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 10 ** 6 })), (cents) => {
      const units = cents.map((each) => amountInUnits(each / 100, 2) ?? Number.NaN);
      expect(units.reduce((sum, each) => sum + each, 0)).toBe(cents.reduce((sum, each) => sum + each, 0));
    }),
  );
});
