import type { Expr } from './syntax.ts';

/**
 * The tree as it is planned: every macro walks its list through `@each`, which charges the budget for the whole walk
 * before it begins, and `map` and `filter` append to one growing list instead of copying it item by item.
 */
export function prepareMacros(node: Expr): Expr {
  const kind = node.exprKind;
  switch (kind.case) {
    case 'selectExpr': {
      if (!kind.value.operand) return node;
      return withKind(node, {
        case: 'selectExpr',
        value: { ...kind.value, operand: prepareMacros(kind.value.operand) },
      });
    }
    case 'listExpr':
      return withKind(node, {
        case: 'listExpr',
        value: { ...kind.value, elements: kind.value.elements.map(prepareMacros) },
      });
    case 'structExpr': {
      const entries = kind.value.entries.map((entry) => ({
        ...entry,
        keyKind:
          entry.keyKind.case === 'mapKey'
            ? ({ case: 'mapKey', value: prepareMacros(entry.keyKind.value) } as const)
            : entry.keyKind,
        ...(entry.value ? { value: prepareMacros(entry.value) } : {}),
      }));
      return withKind(node, { case: 'structExpr', value: { ...kind.value, entries } });
    }
    case 'callExpr': {
      const { target, args, ...call } = kind.value;
      return withKind(node, {
        case: 'callExpr',
        value: { ...call, args: args.map(prepareMacros), ...(target ? { target: prepareMacros(target) } : {}) },
      });
    }
    case 'comprehensionExpr':
      return prepareComprehension(node);
    default:
      return node;
  }
}

function prepareComprehension(node: Expr): Expr {
  const kind = node.exprKind;
  if (kind.case !== 'comprehensionExpr') return node;
  const { iterRange, accuInit, loopStep } = kind.value;
  if (!iterRange || !accuInit || !loopStep) return node;
  const growsList = accuInit.exprKind.case === 'listExpr';
  const step = prepareMacros(loopStep);
  return withKind(node, {
    case: 'comprehensionExpr',
    value: {
      ...kind.value,
      iterRange: callOf(node, '@each', [prepareMacros(iterRange), integerOf(node, countNodes(loopStep))]),
      accuInit: growsList ? callOf(node, '@grow', []) : accuInit,
      loopStep: growsList ? appendInstead(step) : step,
    },
  });
}

/** `@result + [item]` becomes `@append(@result, item)`, also inside the condition of a `filter`. */
function appendInstead(step: Expr): Expr {
  const kind = step.exprKind;
  if (kind.case !== 'callExpr') return step;
  const [first, second, third] = kind.value.args;
  if (kind.value.function === '_?_:_' && first && second && third) {
    return withKind(step, { case: 'callExpr', value: { ...kind.value, args: [first, appendInstead(second), third] } });
  }
  const isAccumulator = first?.exprKind.case === 'identExpr' && first.exprKind.value.name === '@result';
  if (kind.value.function !== '_+_' || !isAccumulator || second?.exprKind.case !== 'listExpr') return step;
  return callOf(step, '@append', [first, ...second.exprKind.value.elements]);
}

/** Nodes that one pass evaluates; the pass of a macro inside is charged by its own `@each`. */
function countNodes(node: Expr): number {
  const kind = node.exprKind;
  switch (kind.case) {
    case 'selectExpr':
      return 1 + (kind.value.operand ? countNodes(kind.value.operand) : 0);
    case 'listExpr':
      return 1 + total(kind.value.elements);
    case 'structExpr':
      return 1 + total(kind.value.entries.map((entry) => entry.value)) + kind.value.entries.length;
    case 'callExpr':
      return 1 + total([kind.value.target, ...kind.value.args]);
    case 'comprehensionExpr':
      return 1 + total([kind.value.iterRange]);
    default:
      return 1;
  }
}

function total(nodes: readonly (Expr | undefined)[]): number {
  return nodes.reduce((sum, node) => sum + (node ? countNodes(node) : 0), 0);
}

function callOf(at: Expr, name: string, args: Expr[]): Expr {
  return withKind(at, { case: 'callExpr', value: { $typeName: 'cel.expr.Expr.Call', function: name, args } });
}

function integerOf(at: Expr, value: number): Expr {
  return withKind(at, {
    case: 'constExpr',
    value: { $typeName: 'cel.expr.Constant', constantKind: { case: 'int64Value', value: BigInt(value) } },
  });
}

function withKind(node: Expr, exprKind: Expr['exprKind']): Expr {
  return { ...node, exprKind };
}
