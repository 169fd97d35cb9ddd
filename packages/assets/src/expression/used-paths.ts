import { compileExpression } from './compile-expression.ts';
import type { Expr } from './syntax.ts';
import { literalText, pathOf, visit } from './syntax-walk.ts';
import { parseTemplate } from './template.ts';

/**
 * What an expression reads: `args.amount` for a key of a name, and the bare name where it is used as a whole or under a
 * computed key. Nothing for a source that is no expression.
 */
export function usedPaths(source: string): ReadonlySet<string> {
  const used = new Set<string>();
  const compiled = compileExpression(source);
  if (!compiled.ok) return used;
  const { root, names } = compiled.expression.syntax;
  const covered = new Set<Expr>();
  visit(root, (node) => {
    const found = keyRead(node);
    if (!found) return;
    used.add(found.path);
    if (found.owner) covered.add(found.owner);
  });
  visit(root, (node) => {
    const name = node.exprKind.case === 'identExpr' ? node.exprKind.value.name : undefined;
    if (name !== undefined && names.has(name) && !covered.has(node)) used.add(name);
  });
  return used;
}

function keyRead(node: Expr): { readonly path: string; readonly owner?: Expr } | undefined {
  const kind = node.exprKind;
  if (kind.case === 'selectExpr' && kind.value.operand?.exprKind.case === 'identExpr') {
    const path = pathOf(node);
    return path === undefined ? undefined : { path, owner: kind.value.operand };
  }
  if (kind.case !== 'callExpr') return undefined;
  const [first, second] = kind.value.args;
  if (kind.value.function === 'label') {
    const argument = literalText(first);
    return argument === undefined ? undefined : { path: `args.${argument}` };
  }
  const key = kind.value.function === '_[_]' ? literalText(second) : undefined;
  if (key === undefined || first?.exprKind.case !== 'identExpr') return undefined;
  return { path: `${first.exprKind.value.name}.${key}`, owner: first };
}

/** What the expressions of a text read. */
export function usedPathsOfTemplate(source: string): ReadonlySet<string> {
  const parsed = parseTemplate(source);
  if (!parsed.ok) return new Set();
  return new Set(parsed.parts.flatMap((part) => (part.kind === 'expression' ? [...usedPaths(part.source)] : [])));
}
