/**
 * An amount in whole units, `decimals` digits behind the point: 12.5 with two decimals is 1250. Undefined for what is no
 * amount: negative, not finite, or more than a whole number can hold exactly.
 *
 * What is less than a millionth of a unit away from a whole one is arithmetic's noise and is left out; any other part of a
 * unit counts as a whole one, so that nothing slips below a limit.
 */
export function amountInUnits(value: number, decimals: number): number | undefined {
  if (!Number.isFinite(value) || value < 0) return undefined;
  const shifted = shiftedBy(value, decimals);
  const nearest = Math.round(shifted);
  const units = Math.abs(shifted - nearest) < NOISE ? nearest : Math.ceil(shifted);
  return Number.isSafeInteger(units) ? units : undefined;
}

const NOISE = 1e-6;

/** The amount as people write it: 1250 with two decimals is `12.50`. */
export function amountText(units: number, decimals: number): string {
  if (decimals === 0) return String(units);
  const digits = String(units).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Moves the point of the decimal text: multiplying would add a rounding of its own. */
function shiftedBy(value: number, decimals: number): number {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  return Number(`${mantissa}e${Number(exponent) + decimals}`);
}
