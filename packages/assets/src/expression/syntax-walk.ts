import type { Expr } from './syntax.ts';

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

/** `args.amount` for a chain of keys that begins with a name. */
export function pathOf(node: Expr): string | undefined {
  if (node.exprKind.case === 'identExpr') return node.exprKind.value.name;
  if (node.exprKind.case !== 'selectExpr' || !node.exprKind.value.operand) return undefined;
  const parent = pathOf(node.exprKind.value.operand);
  return parent && `${parent}.${node.exprKind.value.field}`;
}

/** The value of a text that is written out. */
export function literalText(node: Expr | undefined): string | undefined {
  if (node?.exprKind.case !== 'constExpr') return undefined;
  const { constantKind } = node.exprKind.value;
  return constantKind.case === 'stringValue' ? constantKind.value : undefined;
}

/** Paths that a `has(…)` or a `'key' in …` asks about anywhere below a node, such as `args.note`. */
export function guardedPaths(root: Expr): ReadonlySet<string> {
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
      const name = literalText(key);
      const path = object && pathOf(object);
      if (path && name !== undefined) paths.add(`${path}.${name}`);
    }
  });
  return paths;
}
