import { alternatives, type ValueType } from './value-type.ts';

/** True when some value of the one type equals some value of the other. */
export function canBeEqual(left: ValueType, right: ValueType): boolean {
  const [ones, others] = [alternatives(left), alternatives(right)];
  if (ones.length === 0 || others.length === 0) return true;
  return ones.some((one) => others.some((other) => isSameKind(one, other)));
}

function isSameKind(one: ValueType, other: ValueType): boolean {
  if (one.kind === 'any' || other.kind === 'any') return true;
  if (isNumber(one) && isNumber(other)) return true;
  if (one.kind === 'text' && other.kind === 'text' && one.values && other.values) {
    return one.values.some((value) => other.values?.includes(value));
  }
  if (one.kind === 'list' && other.kind === 'list') return canBeEqual(one.item, other.item);
  return one.kind === other.kind;
}

/** True for an integer and for any other number: they mix. */
export function isNumber(type: ValueType): boolean {
  return type.kind === 'int' || type.kind === 'number';
}
