import { canBeEqual, isNumber } from './can-be-equal.ts';
import { didYouMean } from './expression-problem.ts';
import { inferField } from './infer-field.ts';
import { type Call, expectKind, type Kind, reportMismatch } from './inference.ts';
import {
  ANY,
  alternatives,
  BOOL,
  DURATION,
  describeType,
  INT,
  NUMBER,
  TEXT,
  TIMESTAMP,
  unionOf,
  type ValueType,
} from './value-type.ts';

/** The type of an operator applied to its operands. */
export function inferOperator(call: Call): ValueType {
  const [left = ANY, right = ANY, third = ANY] = call.types;
  switch (call.name) {
    case '_&&_':
    case '_||_':
    case '!_':
      for (const [at, type] of call.types.entries()) expectKind(call, at, type, ['bool'], 'true or false');
      return BOOL;
    case '@not_strictly_false':
      return BOOL;
    case '_?_:_':
      expectKind(call, 0, left, ['bool'], 'true or false');
      return unionOf([right, third]);
    case '_==_':
    case '_!=_':
      checkEquality(call, left, right);
      return BOOL;
    case '_<_':
    case '_<=_':
    case '_>_':
    case '_>=_':
      checkOrder(call, left, right);
      return BOOL;
    case '@in':
      return inferMembership(call, left, right);
    case '_[_]':
      return inferIndex(call, left, right);
    case '-_':
      expectKind(call, 0, left, ['int', 'number'], 'a number');
      return left;
    default:
      return inferArithmetic(call, left, right);
  }
}

function checkEquality(call: Call, left: ValueType, right: ValueType): void {
  if (canBeEqual(left, right)) return;
  call.inference.report(call.node, {
    code: 'expression_never_equal',
    message: `These are never equal: ${describeType(left)}, and ${describeType(right)}.`,
    fix: equalityFix(left, right),
  });
}

function equalityFix(left: ValueType, right: ValueType): string | undefined {
  const kinds = [left.kind, right.kind];
  if (kinds.includes('null')) return 'To ask whether a key is there, write has(…).';
  if (kinds.includes('timestamp') && kinds.includes('text')) return "Write timestamp('…') around the text.";
  if (left.kind !== 'text' || right.kind !== 'text') return undefined;
  const [one, many] = (left.values?.length ?? 0) === 1 ? [left, right] : [right, left];
  return didYouMean(one.values?.[0] ?? '', many.values ?? []);
}

const ORDERED: readonly Kind[] = ['text', 'timestamp', 'duration', 'bool'];

function checkOrder(call: Call, left: ValueType, right: ValueType): void {
  const fits = pairs(left, right).some(
    ([one, other]) =>
      one.kind === 'any' ||
      other.kind === 'any' ||
      (isNumber(one) && isNumber(other)) ||
      (one.kind === other.kind && ORDERED.includes(one.kind)),
  );
  if (!fits) reportMismatch(call, left, right, 'compared by size');
}

function pairs(left: ValueType, right: ValueType): readonly (readonly [ValueType, ValueType])[] {
  const [ones, others] = [alternatives(left), alternatives(right)];
  if (ones.length === 0 || others.length === 0) return [[ANY, ANY]];
  return ones.flatMap((one) => others.map((other) => [one, other] as const));
}

function inferMembership(call: Call, item: ValueType, range: ValueType): ValueType {
  const options = alternatives(range);
  const fits = options.some((option) => {
    if (option.kind === 'any' || option.kind === 'object') return true;
    return option.kind === 'list' && canBeEqual(item, option.item);
  });
  if (fits || options.length === 0) return BOOL;
  const isList = options.some((option) => option.kind === 'list');
  call.inference.report(call.node, {
    code: isList ? 'expression_never_equal' : 'expression_type_mismatch',
    message: isList
      ? `This is never in the list: ${describeType(item)}, and ${describeItems(range)}.`
      : `"in" takes a list or an object; this is ${describeType(range)}.`,
  });
  return BOOL;
}

function describeItems(range: ValueType): string {
  return range.kind === 'list' ? `the list holds ${describeType(range.item)}` : describeType(range);
}

function inferIndex(call: Call, operand: ValueType, index: ValueType): ValueType {
  const name = index.kind === 'text' && index.values?.length === 1 ? index.values[0] : undefined;
  const options = alternatives(operand).filter((option) => option.kind !== 'null');
  if (options.length === 0 || options.some((option) => option.kind === 'any')) return ANY;
  if (name !== undefined && options.some((option) => option.kind === 'object')) {
    return inferField(call.node, operand, name, call.inference).type;
  }
  const found = options.flatMap((option) => {
    if (option.kind === 'list' && canBeEqual(index, INT)) return [option.item];
    if (option.kind === 'object' && canBeEqual(index, TEXT)) return [valueUnder(call, option, index)];
    return [];
  });
  if (found.length > 0) return unionOf(found);
  reportMismatch(call, operand, index, 'used as list and position, or as object and key');
  return ANY;
}

/** The value under a computed key. Where the schema lists the keys that may come, a closed object must have them all. */
function valueUnder(call: Call, object: Extract<ValueType, { kind: 'object' }>, key: ValueType): ValueType {
  const missing =
    key.kind === 'text' && key.values && !object.rest ? key.values.filter((value) => !object.fields.has(value)) : [];
  if (missing.length > 0) {
    call.inference.report(call.node, {
      code: 'expression_key_missing',
      message: `The key may be ${missing.map((value) => `"${value}"`).join(', ')}, and the object has no such key.`,
    });
  }
  return unionOf([...[...object.fields.values()].map((field) => field.type), ...(object.rest ? [object.rest] : [])]);
}

const ARITHMETIC_WORD: Readonly<Record<string, string>> = {
  '_+_': 'added',
  '_-_': 'subtracted',
  '_*_': 'multiplied',
  '_/_': 'divided',
  '_%_': 'divided with remainder',
};

function inferArithmetic(call: Call, left: ValueType, right: ValueType): ValueType {
  const results = pairs(left, right).flatMap(([one, other]) => arithmeticResult(call.name, one, other) ?? []);
  if (results.length === 0) {
    reportMismatch(call, left, right, ARITHMETIC_WORD[call.name] ?? 'combined');
    return ANY;
  }
  if (call.name === '_/_' && [left, right].some((type) => type.kind === 'any')) warnOfUntypedDivision(call);
  return unionOf(results);
}

function arithmeticResult(name: string, left: ValueType, right: ValueType): ValueType | undefined {
  if (left.kind === 'any' || right.kind === 'any') return ANY;
  if (isNumber(left) && isNumber(right)) {
    const isInteger = left.kind === 'int' && right.kind === 'int';
    if (name === '_%_') return isInteger ? INT : undefined;
    return isInteger ? INT : NUMBER;
  }
  const signature = `${left.kind} ${name} ${right.kind}`;
  switch (signature) {
    case 'text _+_ text':
      return TEXT;
    case 'list _+_ list':
      return unionOf([left, right]);
    case 'timestamp _+_ duration':
    case 'duration _+_ timestamp':
    case 'timestamp _-_ duration':
      return TIMESTAMP;
    case 'timestamp _-_ timestamp':
    case 'duration _+_ duration':
    case 'duration _-_ duration':
      return DURATION;
    default:
      return undefined;
  }
}

function warnOfUntypedDivision(call: Call): void {
  call.inference.report(call.node, {
    severity: 'warning',
    code: 'expression_untyped_division',
    message: 'Whether this division keeps its fraction depends on the values: their schema does not say.',
    fix: 'Declare the schema, or write double(…) around one side.',
  });
}
