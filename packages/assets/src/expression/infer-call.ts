import { didYouMean } from './expression-problem.ts';
import { type Inference, infer, inferField } from './infer-type.ts';
import { compilePattern } from './linear-pattern.ts';
import type { Expr } from './syntax.ts';
import {
  ANY,
  alternatives,
  BOOL,
  DURATION,
  describeType,
  INT,
  listOf,
  NUMBER,
  TEXT,
  TIMESTAMP,
  unionOf,
  type ValueType,
} from './value-type.ts';

/** The type of an operator or function applied to its arguments. */
export function inferCall(node: Expr, inference: Inference): ValueType {
  if (node.exprKind.case !== 'callExpr') return ANY;
  const { function: name, target, args } = node.exprKind.value;
  const nodes = target ? [target, ...args] : args;
  const types = nodes.map((arg) => infer(arg, inference));
  const call: Call = { node, name, nodes, types, inference };
  return name.startsWith('_') || name.endsWith('_') || name.startsWith('@') ? inferOperator(call) : inferFunction(call);
}

interface Call {
  readonly node: Expr;
  readonly name: string;
  /** The target of a method first. */
  readonly nodes: readonly Expr[];
  readonly types: readonly ValueType[];
  readonly inference: Inference;
}

type Kind = ValueType['kind'];

function inferOperator(call: Call): ValueType {
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

function expectKind(call: Call, at: number, type: ValueType, kinds: readonly Kind[], wanted: string): void {
  const options = alternatives(type);
  if (options.length === 0 || options.some((option) => option.kind === 'any' || kinds.includes(option.kind))) return;
  call.inference.report(call.nodes[at] ?? call.node, {
    code: 'expression_type_mismatch',
    message: `${operatorWord(call.name)} takes ${wanted}; this is ${describeType(type)}.`,
  });
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

function canBeEqual(left: ValueType, right: ValueType): boolean {
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

function isNumber(type: ValueType): boolean {
  return type.kind === 'int' || type.kind === 'number';
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
  if (!fits) mismatch(call, left, right, 'compared by size');
}

function pairs(left: ValueType, right: ValueType): readonly (readonly [ValueType, ValueType])[] {
  const [ones, others] = [alternatives(left), alternatives(right)];
  if (ones.length === 0 || others.length === 0) return [[ANY, ANY]];
  return ones.flatMap((one) => others.map((other) => [one, other] as const));
}

function mismatch(call: Call, left: ValueType, right: ValueType, what: string): void {
  const kinds = [left.kind, right.kind];
  const mixesText = kinds.includes('text') && (kinds.includes('int') || kinds.includes('number'));
  const mixesTime = kinds.includes('text') && kinds.includes('timestamp');
  call.inference.report(call.node, {
    code: 'expression_type_mismatch',
    message: `${describeType(left)} and ${describeType(right)} cannot be ${what}.`,
    ...(mixesText ? { fix: 'Write string(…) around the number.' } : {}),
    ...(mixesTime ? { fix: "Write timestamp('…') around the text." } : {}),
  });
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
  mismatch(call, operand, index, 'used as list and position, or as object and key');
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
    mismatch(call, left, right, ARITHMETIC_WORD[call.name] ?? 'combined');
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

function operatorWord(name: string): string {
  switch (name) {
    case '_&&_':
      return '&&';
    case '_||_':
      return '||';
    case '!_':
      return '!';
    case '-_':
      return '-';
    case '_?_:_':
      return '? :';
    default:
      return name;
  }
}

function inferFunction(call: Call): ValueType {
  const [first = ANY, second = ANY] = call.types;
  switch (call.name) {
    case 'size':
      expectKind(call, 0, first, ['text', 'list', 'object'], 'a text, a list or an object');
      return INT;
    case 'contains':
    case 'startsWith':
    case 'endsWith':
    case 'matches':
      for (const at of [0, 1]) expectKind(call, at, call.types[at] ?? ANY, ['text'], 'a text');
      if (call.name === 'matches') checkPattern(call, second);
      return BOOL;
    case 'int':
      expectKind(call, 0, first, ['int', 'number', 'text', 'timestamp', 'duration'], 'a number, a text or a time');
      return INT;
    case 'double':
      expectKind(call, 0, first, ['int', 'number', 'text'], 'a number or a text');
      return NUMBER;
    case 'string':
      expectKind(call, 0, first, ['int', 'number', 'text', 'bool', 'timestamp', 'duration'], 'a single value');
      return TEXT;
    case 'timestamp':
      expectKind(call, 0, first, ['text', 'timestamp'], 'a text');
      return TIMESTAMP;
    case 'duration':
      expectKind(call, 0, first, ['text', 'duration'], 'a text');
      return DURATION;
    case 'sum':
      return inferSum(call, first);
    case 'distinct':
      expectKind(call, 0, first, ['list'], 'a list');
      return first.kind === 'list' ? first : listOf(ANY);
    case 'local_time':
      expectKind(call, 0, first, ['timestamp', 'text'], 'a time');
      expectKind(call, 1, second, ['text'], 'the name of a time zone');
      return TEXT;
    case 'label':
      return inferLabel(call, first);
    default:
      return inferCalendarPart(call, first, second);
  }
}

function checkPattern(call: Call, type: ValueType): void {
  if (type.kind !== 'text') return;
  for (const source of type.values ?? []) {
    const compiled = compilePattern(source);
    if (compiled.ok) continue;
    call.inference.report(call.nodes[1] ?? call.node, {
      code: 'expression_pattern_invalid',
      message: `The pattern cannot be tested in linear time or is malformed: ${compiled.message}.`,
    });
  }
}

function inferSum(call: Call, list: ValueType): ValueType {
  expectKind(call, 0, list, ['list'], 'a list of numbers');
  const items = alternatives(list).flatMap((option) => (option.kind === 'list' ? alternatives(option.item) : []));
  if (items.length === 0 || items.some((item) => item.kind === 'any')) return ANY;
  if (items.every((item) => item.kind === 'int')) return INT;
  if (items.some(isNumber)) return NUMBER;
  call.inference.report(call.node, {
    code: 'expression_type_mismatch',
    message: `sum takes a list of numbers; this one holds ${items.map(describeType).join(' or ')}.`,
  });
  return ANY;
}

function inferLabel(call: Call, argument: ValueType): ValueType {
  const { labelled } = call.inference.environment;
  const name = argument.kind === 'text' && argument.values?.length === 1 ? argument.values[0] : undefined;
  if (labelled && name !== undefined && labelled.includes(name)) return TEXT;
  const message = !labelled
    ? 'label() exists only where a call has arguments.'
    : name === undefined
      ? "label() takes the name of an argument as a fixed text, as in label('reason')."
      : `There is no argument "${name}" to label.`;
  call.inference.report(call.node, {
    code: 'expression_label_unknown',
    message,
    fix: labelled && name !== undefined ? didYouMean(name, labelled) : undefined,
  });
  return TEXT;
}

const CALENDAR_OF_DURATION: ReadonlySet<string> = new Set(['getHours', 'getMinutes', 'getSeconds']);

function inferCalendarPart(call: Call, first: ValueType, zone: ValueType): ValueType {
  const kinds: readonly Kind[] = CALENDAR_OF_DURATION.has(call.name) ? ['timestamp', 'duration'] : ['timestamp'];
  expectKind(call, 0, first, kinds, kinds.length > 1 ? 'a time or a duration' : 'a time');
  if (call.nodes.length > 1) expectKind(call, 1, zone, ['text'], 'the name of a time zone');
  return INT;
}
