import { didYouMean } from '@rolecall/base';
import type { ExpressionEnvironment, ExpressionProblem } from './expression-problem.ts';
import { isOperator } from './function-list.ts';
import { inferField } from './infer-field.ts';
import { inferFunction } from './infer-function.ts';
import { inferOperator } from './infer-operator.ts';
import type { Call, Inference } from './inference.ts';
import type { Expr, Syntax } from './syntax.ts';
import { guardedPaths, pathOf } from './syntax-walk.ts';
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
function infer(node: Expr, inference: Inference): ValueType {
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
    message: { en: `There is no ${name} here.`, zh: `这里没有 ${name}。` },
    fix: didYouMean(name, names) ?? {
      en: `This place knows ${names.filter((known) => !known.startsWith('@')).join(', ')}.`,
      zh: `这里可用的有 ${names.filter((known) => !known.startsWith('@')).join('、')}。`,
    },
  });
  return ANY;
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
    message: {
      en: `${path} may be absent, and then this cannot be evaluated.`,
      zh: `${path} 可能不存在，那时这里无法求值。`,
    },
    fix: { en: `Ask first: has(${path}) ? … : …`, zh: `先问：has(${path}) ? … : …` },
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
        message: {
          en: `The key of an object must be ${describeType(TEXT).en}; this is ${describeType(keyType).en}.`,
          zh: `对象的键必须是${describeType(TEXT).zh}；这里是${describeType(keyType).zh}。`,
        },
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
    message: {
      en: `A list is walked through here, and this is ${describeType(range).en}.`,
      zh: `这里要遍历列表，而这是${describeType(range).zh}。`,
    },
  });
  return ANY;
}

function inferCall(node: Expr, inference: Inference): ValueType {
  if (node.exprKind.case !== 'callExpr') return ANY;
  const { function: name, target, args } = node.exprKind.value;
  const nodes = target ? [target, ...args] : args;
  const call: Call = { node, name, nodes, types: nodes.map((each) => infer(each, inference)), inference };
  return isOperator(name) ? inferOperator(call) : inferFunction(call);
}
