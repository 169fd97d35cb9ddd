import { celEnv, plan } from '@bufbuild/cel';
import { type DirectProgram, directProgram } from './direct-program.ts';
import type { ExpressionError } from './expression-error.ts';
import { expressionFunctions } from './functions.ts';
import { prepareMacros } from './prepare-macros.ts';
import { parseSyntax, type Syntax } from './syntax.ts';

/** An expression ready to be evaluated again and again. */
export interface CompiledExpression {
  readonly syntax: Syntax;
  readonly program: ReturnType<typeof plan>;
  /** The same for ordinary values, where the expression is simple enough. */
  readonly direct: DirectProgram | undefined;
}

export type Compiled =
  | { readonly ok: true; readonly expression: CompiledExpression }
  | { readonly ok: false; readonly error: ExpressionError };

const MOST_CACHED = 20_000;
const compiled = new Map<string, Compiled>();
const environment = celEnv({ funcs: expressionFunctions() });

/** Reads and plans an expression once per source text. Never throws; the subset is described in `docs/expressions.md`. */
export function compileExpression(source: string): Compiled {
  const known = compiled.get(source);
  if (known) return known;
  const result = compile(source);
  if (compiled.size >= MOST_CACHED) compiled.clear();
  compiled.set(source, result);
  return result;
}

function compile(source: string): Compiled {
  const parsed = parseSyntax(source);
  if (!parsed.ok) return parsed;
  try {
    const program = plan(environment, prepareMacros(parsed.syntax.root));
    return { ok: true, expression: { syntax: parsed.syntax, program, direct: directProgram(parsed.syntax.root) } };
  } catch (error) {
    const message = {
      en: `The expression cannot be planned: ${error instanceof Error ? error.message : String(error)}.`,
      zh: `表达式无法执行：${error instanceof Error ? error.message : String(error)}。`,
    };
    return { ok: false, error: { code: 'expression_syntax', message } };
  }
}
