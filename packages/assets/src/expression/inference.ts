import type { Bilingual } from '@rolecall/base';
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
export function expectKind(call: Call, at: number, type: ValueType, kinds: readonly Kind[], wanted: Bilingual): void {
  const options = alternatives(type);
  if (options.length === 0 || options.some((option) => option.kind === 'any' || kinds.includes(option.kind))) return;
  call.inference.report(call.nodes[at] ?? call.node, {
    code: 'expression_type_mismatch',
    message: {
      en: `${operatorWord(call.name)} takes ${wanted.en}; this is ${describeType(type).en}.`,
      zh: `${operatorWord(call.name)} 需要${wanted.zh}；这里是${describeType(type).zh}。`,
    },
  });
}

/** Reports two operands that do not go together. */
export function reportMismatch(call: Call, left: ValueType, right: ValueType, what: Bilingual): void {
  const kinds = [left.kind, right.kind];
  const mixesText = kinds.includes('text') && (kinds.includes('int') || kinds.includes('number'));
  const mixesTime = kinds.includes('text') && kinds.includes('timestamp');
  call.inference.report(call.node, {
    code: 'expression_type_mismatch',
    message: {
      en: `${describeType(left).en} and ${describeType(right).en} cannot be ${what.en}.`,
      zh: `${describeType(left).zh}和${describeType(right).zh}不能${what.zh}。`,
    },
    ...(mixesText ? { fix: { en: 'Write string(…) around the number.', zh: '给数字套上 string(…)。' } } : {}),
    ...(mixesTime ? { fix: { en: "Write timestamp('…') around the text.", zh: `给文字套上 timestamp('…')。` } } : {}),
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
