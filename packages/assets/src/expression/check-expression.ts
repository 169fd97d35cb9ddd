import { compileExpression } from './compile-expression.ts';
import type { ExpressionEnvironment, ExpressionProblem } from './expression-problem.ts';
import { inferType } from './infer-type.ts';
import { parseTemplate } from './template.ts';
import { ANY, alternatives, describeType, TEXT, type ValueType } from './value-type.ts';

export interface CheckedExpression {
  /** The type of its result; `any` where nothing is known. */
  readonly type: ValueType;
  readonly problems: readonly ExpressionProblem[];
}

/**
 * Type-checks an expression against what its slot declares.
 *
 * Reports what cannot succeed: undeclared names, keys that a schema does not have, operators and functions on values
 * they do not take, comparisons that are never true. Lets through what only the values can decide.
 */
export function checkExpression(source: string, environment: ExpressionEnvironment): CheckedExpression {
  const compiled = compileExpression(source);
  if (!compiled.ok) {
    const { code, message, offset = 0 } = compiled.error;
    return { type: ANY, problems: [{ severity: 'error', code, message, offset }] };
  }
  const inferred = inferType(compiled.expression.syntax, environment);
  const mismatch = environment.wants && resultMismatch(inferred.type, environment.wants);
  return { type: inferred.type, problems: mismatch ? [...inferred.problems, mismatch] : inferred.problems };
}

function resultMismatch(found: ValueType, wanted: ValueType): ExpressionProblem | undefined {
  if (isAssignable(found, wanted)) return undefined;
  const isCondition = wanted.kind === 'bool';
  return {
    severity: 'error',
    code: isCondition ? 'expression_not_boolean' : 'expression_result_mismatch',
    message: isCondition
      ? {
          en: `A condition must be true or false; this is ${describeType(found).en}.`,
          zh: `条件必须是真或假；这里是${describeType(found).zh}。`,
        }
      : {
          en: `The result is ${describeType(found).en}, where ${describeType(wanted).en} is wanted.`,
          zh: `这里需要${describeType(wanted).zh}，结果却是${describeType(found).zh}。`,
        },
    offset: 0,
  };
}

/** True when some value of the one type can stand where the other is wanted. */
function isAssignable(found: ValueType, wanted: ValueType): boolean {
  return alternatives(found).some((one) =>
    alternatives(wanted).some((other) => {
      if (one.kind === 'any' || other.kind === 'any' || other.kind === one.kind) return haveCommonText(one, other);
      // A time is recorded as text, an integer is a number; a number may turn out to be an integer.
      if (one.kind === 'timestamp' || one.kind === 'duration') return other.kind === 'text';
      if (one.kind === 'text') return other.kind === 'timestamp';
      return isNumeric(one) && isNumeric(other);
    }),
  );
}

function isNumeric(type: ValueType): boolean {
  return type.kind === 'int' || type.kind === 'number';
}

function haveCommonText(one: ValueType, other: ValueType): boolean {
  if (one.kind !== 'text' || other.kind !== 'text' || !one.values || !other.values) return true;
  return one.values.some((value) => other.values?.includes(value));
}

/** Type-checks every expression of a text; each must come to something that can be written out. */
export function checkTemplate(source: string, environment: ExpressionEnvironment): readonly ExpressionProblem[] {
  const parsed = parseTemplate(source);
  if (!parsed.ok) {
    const { code, message, offset = 0 } = parsed.error;
    return [{ severity: 'error', code, message, offset }];
  }
  const problems: ExpressionProblem[] = [];
  for (const part of parsed.parts) {
    if (part.kind === 'text') continue;
    const checked = checkExpression(part.source, { ...environment, wants: undefined });
    const all = isWritable(checked.type) ? checked.problems : [...checked.problems, notWritable(checked.type)];
    for (const problem of all) problems.push({ ...problem, offset: part.offset + problem.offset });
  }
  return problems;
}

function isWritable(type: ValueType): boolean {
  const options = alternatives(type);
  return options.length === 0 || options.some((option) => option.kind !== 'object' && option.kind !== 'null');
}

function notWritable(type: ValueType): ExpressionProblem {
  return {
    severity: 'error',
    code: 'expression_result_mismatch',
    message: {
      en: `A text cannot show ${describeType(type).en}; ${describeType(TEXT).en} or a number can be shown.`,
      zh: `文字里不能写${describeType(type).zh}；可以写${describeType(TEXT).zh}或数字。`,
    },
    offset: 0,
  };
}
