import type { ExpressionEnvironment, ExpressionProblem } from './expression-problem.ts';
import type { Expr } from './syntax.ts';
import { alternatives, describeType, type ValueType } from './value-type.ts';

/** What walking a syntax tree needs to know and collects. */
export interface Inference {
  readonly environment: ExpressionEnvironment;
  /** Variables of the macros around, innermost last. */
  readonly bound: readonly (readonly [string, ValueType])[];
  /** Paths that a `has()` asks about anywhere in the expression, such as `args.note`. */
  readonly guarded: ReadonlySet<string>;
  report(node: Expr, problem: Omit<ExpressionProblem, 'offset' | 'severity'> & Partial<ExpressionProblem>): void;
}

/** An operator or function applied to arguments whose types are known. */
export interface Call {
  readonly node: Expr;
  readonly name: string;
  /** The target of a method first. */
  readonly nodes: readonly Expr[];
  readonly types: readonly ValueType[];
  readonly inference: Inference;
}

export type Kind = ValueType['kind'];

/** Reports an argument that can be none of some kinds. */
export function expectKind(call: Call, at: number, type: ValueType, kinds: readonly Kind[], wanted: string): void {
  const options = alternatives(type);
  if (options.length === 0 || options.some((option) => option.kind === 'any' || kinds.includes(option.kind))) return;
  call.inference.report(call.nodes[at] ?? call.node, {
    code: 'expression_type_mismatch',
    message: `${operatorWord(call.name)} takes ${wanted}; this is ${describeType(type)}.`,
  });
}

/** Reports two operands that do not go together. */
export function reportMismatch(call: Call, left: ValueType, right: ValueType, what: string): void {
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
