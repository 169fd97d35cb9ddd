import { type CelValue, isCelList, isCelMap } from '@bufbuild/cel';
import type { JsonValue } from '@rolecall/base';
import { isDuration, isTimestamp } from './cel-message.ts';
import { charge, chargeText } from './running-expression.ts';
import { textOfDuration, textOfTimestamp } from './time.ts';

/** What an expression came to, as JSON. Throws for what JSON cannot carry without loss. */
export function toJsonValue(value: CelValue): JsonValue {
  charge(1);
  switch (typeof value) {
    case 'string':
      chargeText(value.length);
      return value;
    case 'boolean':
      return value;
    case 'bigint':
      return numberOfInteger(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Error(`the result ${value} is not a number`);
      return value === 0 ? 0 : value;
    default:
      return value === null ? null : jsonOfObject(value);
  }
}

function numberOfInteger(value: bigint): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new Error(`the integer ${value} is too large to be carried exactly`);
  return number;
}

function jsonOfObject(value: Exclude<CelValue, string | boolean | bigint | number | null>): JsonValue {
  if (isCelList(value)) return Array.from(value, toJsonValue);
  if (isCelMap(value)) {
    return Object.fromEntries(Array.from(value, ([key, item]) => [jsonKey(key), toJsonValue(item)]));
  }
  if (isTimestamp(value)) return textOfTimestamp(value.message);
  if (isDuration(value)) return textOfDuration(value.message);
  throw new Error('the result is of a type that JSON does not have');
}

function jsonKey(key: unknown): string {
  if (typeof key !== 'string') throw new Error('an object has a key that is not a text');
  return key;
}
