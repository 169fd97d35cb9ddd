import { type Bilingual, didYouMean, quotedList } from '@rolecall/base';
import { canBeEqual, isNumber } from './can-be-equal.ts';
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
      for (const [at, type] of call.types.entries())
        expectKind(call, at, type, ['bool'], { en: 'true or false', zh: '真或假' });
      return BOOL;
    case '@not_strictly_false':
      return BOOL;
    case '_?_:_':
      expectKind(call, 0, left, ['bool'], { en: 'true or false', zh: '真或假' });
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
      expectKind(call, 0, left, ['int', 'number'], { en: 'a number', zh: '数字' });
      return left;
    default:
      return inferArithmetic(call, left, right);
  }
}

function checkEquality(call: Call, left: ValueType, right: ValueType): void {
  if (canBeEqual(left, right)) return;
  call.inference.report(call.node, {
    code: 'expression_never_equal',
    message: {
      en: `These are never equal: ${describeType(left).en}, and ${describeType(right).en}.`,
      zh: `这两者永远不会相等：${describeType(left).zh}，${describeType(right).zh}。`,
    },
    fix: equalityFix(left, right),
  });
}

function equalityFix(left: ValueType, right: ValueType): Bilingual | undefined {
  const kinds = [left.kind, right.kind];
  if (kinds.includes('null'))
    return { en: 'To ask whether a key is there, write has(…).', zh: '要问一个键是否存在，写 has(…)。' };
  if (kinds.includes('timestamp') && kinds.includes('text'))
    return { en: "Write timestamp('…') around the text.", zh: `给文字套上 timestamp('…')。` };
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
  if (!fits) reportMismatch(call, left, right, { en: 'compared by size', zh: '比较大小' });
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
      ? {
          en: `This is never in the list: ${describeType(item).en}, and ${describeItems(range).en}.`,
          zh: `这永远不会在列表里：${describeType(item).zh}，${describeItems(range).zh}。`,
        }
      : {
          en: `"in" takes a list or an object; this is ${describeType(range).en}.`,
          zh: `"in" 需要列表或对象；这里是${describeType(range).zh}。`,
        },
  });
  return BOOL;
}

function describeItems(range: ValueType): Bilingual {
  if (range.kind !== 'list') return describeType(range);
  const item = describeType(range.item);
  return { en: `the list holds ${item.en}`, zh: `列表里是${item.zh}` };
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
  reportMismatch(call, operand, index, {
    en: 'used as list and position, or as object and key',
    zh: '用作列表和位置，或对象和键',
  });
  return ANY;
}

/** The value under a computed key. Where the schema lists the keys that may come, a closed object must have them all. */
function valueUnder(call: Call, object: Extract<ValueType, { kind: 'object' }>, key: ValueType): ValueType {
  const missing =
    key.kind === 'text' && key.values && !object.rest ? key.values.filter((value) => !object.fields.has(value)) : [];
  if (missing.length > 0) {
    const keys = quotedList(missing);
    call.inference.report(call.node, {
      code: 'expression_key_missing',
      message: {
        en: `The key may be ${keys.en}, and the object has no such key.`,
        zh: `键可能是${keys.zh}，而对象里没有这样的键。`,
      },
    });
  }
  return unionOf([...[...object.fields.values()].map((field) => field.type), ...(object.rest ? [object.rest] : [])]);
}

const ARITHMETIC_WORD: Readonly<Record<string, Bilingual>> = {
  '_+_': { en: 'added', zh: '相加' },
  '_-_': { en: 'subtracted', zh: '相减' },
  '_*_': { en: 'multiplied', zh: '相乘' },
  '_/_': { en: 'divided', zh: '相除' },
  '_%_': { en: 'divided with remainder', zh: '取余' },
};

function inferArithmetic(call: Call, left: ValueType, right: ValueType): ValueType {
  const results = pairs(left, right).flatMap(([one, other]) => arithmeticResult(call.name, one, other) ?? []);
  if (results.length === 0) {
    reportMismatch(call, left, right, ARITHMETIC_WORD[call.name] ?? { en: 'combined', zh: '一起运算' });
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
    message: {
      en: 'Whether this division keeps its fraction depends on the values: their schema does not say.',
      zh: '这个除法是否保留小数取决于值：它们的结构没有说明。',
    },
    fix: { en: 'Declare the schema, or write double(…) around one side.', zh: '声明结构，或在一侧写 double(…)。' },
  });
}
