import { type CelList, type CelMap, type CelValue, isCelList, isCelMap } from '@bufbuild/cel';
import { isDuration, isTimestamp } from './cel-message.ts';
import { charge } from './running-expression.ts';

/**
 * Equality of the expression language: integers and other numbers by value, lists and objects by their content,
 * everything else only within its own type. What it walks through is charged, since shared parts of a value that an
 * expression built may be walked through exponentially often.
 */
export function isSameValue(left: CelValue, right: CelValue): boolean {
  charge(1);
  if (left === right) return true;
  if (isNumeric(left) && isNumeric(right)) {
    // Loose on purpose: an integer equals the number of the same value.
    // biome-ignore lint/suspicious/noDoubleEquals: `1n == 1` is the comparison that is meant
    return left == right;
  }
  if (typeof left !== 'object' || left === null || typeof right !== 'object' || right === null) return false;
  if (isCelList(left)) return isCelList(right) && isSameList(left, right);
  if (isCelMap(left)) return isCelMap(right) && isSameObject(left, right);
  if ((isTimestamp(left) && isTimestamp(right)) || (isDuration(left) && isDuration(right))) {
    return left.message.seconds === right.message.seconds && left.message.nanos === right.message.nanos;
  }
  return false;
}

function isNumeric(value: CelValue): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isSameList(left: CelList, right: CelList): boolean {
  if (left.size !== right.size) return false;
  const others = right.values();
  for (const item of left) {
    const other = others.next();
    if (other.done || !isSameValue(item, other.value)) return false;
  }
  return true;
}

function isSameObject(left: CelMap, right: CelMap): boolean {
  if (left.size !== right.size) return false;
  for (const [key, item] of left) {
    const other = right.get(key);
    if (other === undefined || !isSameValue(item, other)) return false;
  }
  return true;
}
