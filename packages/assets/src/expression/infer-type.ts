import { didYouMean, type ExpressionEnvironment, type ExpressionProblem } from './expression-problem.ts';
import { inferCall } from './infer-call.ts';
import type { Expr, Syntax } from './syntax.ts';
import {
  ANY,
  alternatives,
  BOOL,
  describeType,
  type FieldType,
  INT,
  listOf,
  NOTHING,
  NULL,
  NUMBER,
  TEXT,
  unionOf,
  type ValueType,
} from './value-type.ts';

/** What walking a syntax tree needs to know and collects. */
export interface Inference {
  readonly environment: ExpressionEnvironment;
  /** Variables of the macros around, innermost last. */
  readonly bound: readonly (readonly [string, ValueType])[];
  /** Paths that a `has()` asks about anywhere in the expression, such as `args.note`. */
  readonly guarded: ReadonlySet<string>;
  report(node: Expr, problem: Omit<ExpressionProblem, 'offset' | 'severity'> & Partial<ExpressionProblem>): void;
}

/** The type of an expression and everything that is wrong with it. */
export function inferType(
  syntax: Syntax,
  environment: ExpressionEnvironment,
): { readonly type: ValueType; readonly problems: readonly ExpressionProblem[] } {
  const problems: ExpressionProblem[] = [];
  const inference: Inference = {
    environment,
    bound: [],
    guarded: guardedPaths(syntax.root),
    report: (node, problem) => problems.push({ severity: 'error', offset: syntax.offsetOf(node), ...problem }),
  };
  const type = infer(syntax.root, inference);
  return { type, problems };
}

/** The type of one node; reports what is wrong below it. */
export function infer(node: Expr, inference: Inference): ValueType {
  const kind = node.exprKind;
  switch (kind.case) {
    case 'constExpr':
      return typeOfConstant(node);
    case 'identExpr':
      return inferName(node, kind.value.name, inference);
    case 'selectExpr': {
      const operand = kind.value.operand ? infer(kind.value.operand, inference) : ANY;
      const field = inferField(node, operand, kind.value.field, inference);
      if (kind.value.testOnly) return BOOL;
      warnIfAbsent(node, field.optional, inference);
      return field.type;
    }
    case 'listExpr':
      return listOf(unionOf(kind.value.elements.map((element) => infer(element, inference))));
    case 'structExpr':
      return inferObject(node, inference);
    case 'callExpr':
      return inferCall(node, inference);
    case 'comprehensionExpr':
      return inferMacro(node, inference);
    default:
      return ANY;
  }
}

function typeOfConstant(node: Expr): ValueType {
  if (node.exprKind.case !== 'constExpr') return ANY;
  const constant = node.exprKind.value.constantKind;
  switch (constant.case) {
    case 'stringValue':
      return { kind: 'text', values: [constant.value] };
    case 'int64Value':
      return INT;
    case 'doubleValue':
      return NUMBER;
    case 'boolValue':
      return BOOL;
    case 'nullValue':
      return NULL;
    default:
      return ANY;
  }
}

function inferName(node: Expr, name: string, inference: Inference): ValueType {
  const bound = inference.bound.findLast(([variable]) => variable === name);
  if (bound) return bound[1];
  const declared = inference.environment.names.get(name);
  if (declared) return declared;
  const names = [...inference.environment.names.keys(), ...inference.bound.map(([variable]) => variable)];
  inference.report(node, {
    code: 'expression_name_undeclared',
    message: `There is no ${name} here.`,
    fix: didYouMean(name, names) ?? `This place knows ${names.filter((known) => !known.startsWith('@')).join(', ')}.`,
  });
  return ANY;
}

/** The type under a key, for `x.key` and `x['key']`. */
export function inferField(node: Expr, operand: ValueType, name: string, inference: Inference): FieldType {
  const options = alternatives(operand).filter((option) => option.kind !== 'null');
  if (options.length === 0 || options.some((option) => option.kind === 'any')) return { type: ANY, optional: false };
  const objects = options.filter((option) => option.kind === 'object');
  if (objects.length === 0) {
    inference.report(node, {
      code: 'expression_type_mismatch',
      message: `"${name}" is asked of ${describeType(operand)}, which has no keys.`,
    });
    return { type: ANY, optional: false };
  }
  const found = objects
    .map((object) => object.fields.get(name) ?? restOf(object.rest))
    .filter((field) => field !== undefined);
  if (found.length > 0) {
    return {
      type: unionOf(found.map((field) => field.type)),
      optional: found.length < options.length || found.some((field) => field.optional),
    };
  }
  const known = objects.flatMap((object) => [...object.fields.keys()]);
  inference.report(node, {
    code: 'expression_field_unknown',
    message: `${pathOf(node) ?? `"${name}"`} does not exist: its schema has no key "${name}".`,
    fix: didYouMean(name, known) ?? (known.length > 0 ? `It has ${known.join(', ')}.` : 'It has no keys at all.'),
  });
  return { type: ANY, optional: false };
}

function restOf(rest: ValueType | undefined): FieldType | undefined {
  return rest && { type: rest, optional: false };
}

/**
 * A key that may be absent makes the whole expression fail when it is. A condition then fails to the safe side, which is
 * what facts and results are asked for; a text or a value fails altogether, and so does whatever waits for an argument.
 */
function warnIfAbsent(node: Expr, optional: boolean, inference: Inference): void {
  const path = optional ? pathOf(node) : undefined;
  if (path === undefined || inference.guarded.has(path)) return;
  if (inference.environment.wants?.kind === 'bool' && !path.startsWith('args.')) return;
  inference.report(node, {
    severity: 'warning',
    code: 'expression_value_may_be_absent',
    message: `${path} may be absent, and then this cannot be evaluated.`,
    fix: `Ask first: has(${path}) ? … : …`,
  });
}

function inferObject(node: Expr, inference: Inference): ValueType {
  if (node.exprKind.case !== 'structExpr') return ANY;
  const fields = new Map<string, FieldType>();
  const computed: ValueType[] = [];
  for (const entry of node.exprKind.value.entries) {
    const key = entry.keyKind.case === 'mapKey' ? entry.keyKind.value : undefined;
    const keyType = key ? infer(key, inference) : ANY;
    const value = entry.value ? infer(entry.value, inference) : ANY;
    const name = keyType.kind === 'text' && keyType.values?.length === 1 ? keyType.values[0] : undefined;
    if (name !== undefined) fields.set(name, { type: value, optional: false });
    else computed.push(value);
    if (key && !alternatives(keyType).some((option) => option.kind === 'any' || option.kind === 'text')) {
      inference.report(key, {
        code: 'expression_type_mismatch',
        message: `The key of an object must be ${describeType(TEXT)}; this is ${describeType(keyType)}.`,
      });
    }
  }
  return { kind: 'object', fields, rest: computed.length > 0 ? unionOf(computed) : undefined };
}

function inferMacro(node: Expr, inference: Inference): ValueType {
  if (node.exprKind.case !== 'comprehensionExpr') return ANY;
  const { iterVar, iterRange, accuInit, loopStep, result } = node.exprKind.value;
  if (!iterRange || !accuInit || !loopStep || !result) return ANY;
  const item = itemOf(iterRange, infer(iterRange, inference), inference);
  const start = accuInit.exprKind.case === 'listExpr' ? listOf(NOTHING) : infer(accuInit, inference);
  const step = infer(loopStep, { ...inference, bound: [...inference.bound, ['@result', start], [iterVar, item]] });
  return infer(result, { ...inference, bound: [...inference.bound, ['@result', unionOf([start, step])]] });
}

function itemOf(node: Expr, range: ValueType, inference: Inference): ValueType {
  const options = alternatives(range);
  if (options.some((option) => option.kind === 'any')) return ANY;
  const items = options.flatMap((option) => {
    if (option.kind === 'list') return [option.item];
    return option.kind === 'object' ? [TEXT] : [];
  });
  if (items.length > 0) return unionOf(items);
  inference.report(node, {
    code: 'expression_type_mismatch',
    message: `A list is walked through here, and this is ${describeType(range)}.`,
  });
  return ANY;
}

/** `args.order_id` for a chain of keys that begins with a name. */
export function pathOf(node: Expr): string | undefined {
  if (node.exprKind.case === 'identExpr') return node.exprKind.value.name;
  if (node.exprKind.case !== 'selectExpr' || !node.exprKind.value.operand) return undefined;
  const parent = pathOf(node.exprKind.value.operand);
  return parent && `${parent}.${node.exprKind.value.field}`;
}

function guardedPaths(root: Expr): ReadonlySet<string> {
  const paths = new Set<string>();
  visit(root, (node) => {
    const kind = node.exprKind;
    if (kind.case === 'selectExpr' && kind.value.testOnly) {
      const path = pathOf(node);
      if (path) paths.add(path);
    }
    // `'note' in args` asks the same.
    if (kind.case === 'callExpr' && kind.value.function === '@in') {
      const [key, object] = kind.value.args;
      const name = key && typeOfConstant(key);
      const path = object && pathOf(object);
      if (path && name?.kind === 'text' && name.values) paths.add(`${path}.${name.values[0]}`);
    }
  });
  return paths;
}

/** Calls `see` for a node and everything below it. */
export function visit(node: Expr | undefined, see: (node: Expr) => void): void {
  if (!node) return;
  see(node);
  const kind = node.exprKind;
  switch (kind.case) {
    case 'selectExpr':
      visit(kind.value.operand, see);
      break;
    case 'listExpr':
      for (const element of kind.value.elements) visit(element, see);
      break;
    case 'structExpr':
      for (const entry of kind.value.entries) {
        if (entry.keyKind.case === 'mapKey') visit(entry.keyKind.value, see);
        visit(entry.value, see);
      }
      break;
    case 'callExpr':
      visit(kind.value.target, see);
      for (const arg of kind.value.args) visit(arg, see);
      break;
    case 'comprehensionExpr':
      for (const part of [kind.value.iterRange, kind.value.accuInit, kind.value.loopStep]) visit(part, see);
      break;
    default:
      break;
  }
}
