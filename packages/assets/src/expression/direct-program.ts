import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { DeclaredTypes, EvaluationOptions } from './evaluate.ts';
import { shownValue } from './shown-value.ts';
import type { Expr } from './syntax.ts';
import { ANY, alternatives, type ValueType } from './value-type.ts';

/** Only the full evaluator can tell: an error, a time, a list, anything out of the ordinary. */
export const UNDECIDED = Symbol('undecided');

/**
 * A simple expression as a function over JSON. It answers what the full evaluator would answer, or leaves the answer to it;
 * it is there because conditions like `contact.level == 'verified'` are most of what a decision evaluates.
 */
export type DirectProgram = (bindings: JsonObject, options: EvaluationOptions) => JsonValue | typeof UNDECIDED;

/**
 * The direct form of an expression made of names, constants, comparisons, `has`, `in`, `label`, `&&`, `||`, `!`; else
 * undefined.
 */
export function directProgram(node: Expr): DirectProgram | undefined {
  const kind = node.exprKind;
  switch (kind.case) {
    case 'constExpr': {
      const value = constantOf(node);
      return value === UNDECIDED ? undefined : () => value;
    }
    case 'identExpr':
    case 'selectExpr':
      return pathProgram(node);
    case 'callExpr':
      return kind.value.target ? undefined : callProgram(kind.value.function, kind.value.args);
    default:
      return undefined;
  }
}

function constantOf(node: Expr): JsonValue | typeof UNDECIDED {
  const constant = node.exprKind.case === 'constExpr' ? node.exprKind.value.constantKind : undefined;
  switch (constant?.case) {
    case 'stringValue':
    case 'boolValue':
      return constant.value;
    case 'int64Value':
      return Number.isSafeInteger(Number(constant.value)) ? Number(constant.value) : UNDECIDED;
    default:
      return UNDECIDED;
  }
}

/** `args.order_id`, `has(args.order_id)`. */
function pathProgram(node: Expr): DirectProgram | undefined {
  const steps: string[] = [];
  let at = node;
  for (let isLast = true; at.exprKind.case === 'selectExpr'; isLast = false) {
    const { field, operand, testOnly } = at.exprKind.value;
    if (!operand || (testOnly && !isLast)) return undefined;
    steps.unshift(field);
    at = operand;
  }
  if (at.exprKind.case !== 'identExpr') return undefined;
  const { name } = at.exprKind.value;
  // `now` is a time without being declared.
  if (name === 'now' || name.startsWith('@')) return undefined;
  const isTest = node.exprKind.case === 'selectExpr' && node.exprKind.value.testOnly;
  return (bindings, { types }) => valueAt(bindings, name, steps, isTest, types);
}

function valueAt(
  bindings: JsonObject,
  name: string,
  steps: readonly string[],
  isTest: boolean,
  types: DeclaredTypes | undefined,
): JsonValue | typeof UNDECIDED {
  let value = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
  for (let index = 0; index < steps.length; index++) {
    const step = steps[index] as string;
    if (!isJsonObject(value)) return UNDECIDED;
    value = Object.hasOwn(value, step) ? value[step] : undefined;
    if (value === undefined) return isTest && index === steps.length - 1 ? false : UNDECIDED;
  }
  if (value === undefined || typeof value === 'object') return UNDECIDED;
  if (typeof value === 'string' && types && mayBeTime(typeAt(types, name, steps))) return UNDECIDED;
  if (isTest) return true;
  return value === 0 ? 0 : value;
}

function typeAt(types: DeclaredTypes, name: string, steps: readonly string[]): ValueType {
  let type = Object.hasOwn(types, name) ? (types[name] ?? ANY) : ANY;
  for (const step of steps) type = fieldType(type, step);
  return type;
}

function fieldType(type: ValueType, name: string): ValueType {
  if (type.kind === 'any') return ANY;
  for (const option of alternatives(type)) {
    const declared = option.kind === 'object' ? (option.fields.get(name)?.type ?? option.rest) : undefined;
    if (declared) return declared;
  }
  return ANY;
}

function mayBeTime(type: ValueType): boolean {
  return type.kind !== 'any' && type.kind !== 'text' && alternatives(type).some(({ kind }) => kind === 'timestamp');
}

function callProgram(name: string, args: readonly Expr[]): DirectProgram | undefined {
  const [first, second] = args;
  if (name === 'label') return first && args.length === 1 ? labelProgram(first) : undefined;
  const left = first && directProgram(first);
  if (!left) return undefined;
  if (name === '!_') return (bindings, options) => negated(left(bindings, options));
  if (name === '@in') return second && memberProgram(left, second);
  const right = second && directProgram(second);
  if (!right || args.length !== 2) return undefined;
  if (name === '_&&_' || name === '_||_') return joinedProgram(name === '_||_', left, right);
  const compare = COMPARISONS[name];
  return compare && ((bindings, options) => compared(compare, left(bindings, options), right(bindings, options)));
}

/** `label('reason')`. */
function labelProgram(argument: Expr): DirectProgram | undefined {
  const name = constantOf(argument);
  if (typeof name !== 'string') return undefined;
  return ({ args }, { labels, language = 'zh' }) => {
    const value = isJsonObject(args) && Object.hasOwn(args, name) ? args[name] : undefined;
    return shownValue(labels, name, value, language) ?? UNDECIDED;
  };
}

type Answer = JsonValue | typeof UNDECIDED;
type Comparison = (left: string | number | boolean, right: string | number | boolean) => boolean | typeof UNDECIDED;

const ordered =
  (compare: (left: number, right: number) => boolean): Comparison =>
  (left, right) =>
    typeof left === 'number' && typeof right === 'number' ? compare(left, right) : UNDECIDED;

const COMPARISONS: Readonly<Record<string, Comparison | undefined>> = {
  '_==_': (left, right) => left === right,
  '_!=_': (left, right) => left !== right,
  '_<_': ordered((left, right) => left < right),
  '_<=_': ordered((left, right) => left <= right),
  '_>_': ordered((left, right) => left > right),
  '_>=_': ordered((left, right) => left >= right),
};

function compared(compare: Comparison, left: Answer, right: Answer): Answer {
  return isScalar(left) && isScalar(right) ? compare(left, right) : UNDECIDED;
}

function isScalar(value: Answer): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function negated(value: Answer): Answer {
  return typeof value === 'boolean' ? !value : UNDECIDED;
}

function joinedProgram(isOr: boolean, left: DirectProgram, right: DirectProgram): DirectProgram {
  return (bindings, options) => {
    const first = left(bindings, options);
    if (typeof first !== 'boolean') return UNDECIDED;
    if (first === isOr) return isOr;
    const second = right(bindings, options);
    return typeof second === 'boolean' ? second : UNDECIDED;
  };
}

/** Membership in a list of constants. */
function memberProgram(left: DirectProgram, list: Expr): DirectProgram | undefined {
  if (list.exprKind.case !== 'listExpr') return undefined;
  const members = list.exprKind.value.elements.map(constantOf);
  if (members.includes(UNDECIDED)) return undefined;
  const all = new Set(members);
  return (bindings, options) => {
    const value = left(bindings, options);
    return isScalar(value) ? all.has(value) : UNDECIDED;
  };
}
