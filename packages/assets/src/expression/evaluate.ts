import { type CelInput, type CelResult, isCelError } from '@bufbuild/cel';
import type { JsonObject, JsonValue, Language } from '@rolecall/base';
import type { ArgumentLabels } from './argument-labels.ts';
import { toCelInput } from './cel-input.ts';
import { toJsonValue } from './cel-output.ts';
import { type Compiled, type CompiledExpression, compileExpression } from './compile-expression.ts';
import { UNDECIDED } from './direct-program.ts';
import type { ExpressionError } from './expression-error.ts';
import { failureWords, TOO_COSTLY } from './failure-words.ts';
import { type RunningExpression, whileRunning } from './running-expression.ts';
import { ANY, TIMESTAMP, type ValueType } from './value-type.ts';

/** What an expression may see: `args`, `facts`, `contact` …, as JSON. A name that is not bound does not exist. */
export type Bindings = JsonObject;

/** The declared types of names; `now` is a time without being declared. */
export type DeclaredTypes = Readonly<Record<string, ValueType>>;

export interface EvaluationOptions {
  /** Where a schema says more than the value: integers that are numbers, texts that are times. */
  readonly types?: DeclaredTypes | undefined;
  /** What `label('…')` shows. */
  readonly labels?: ArgumentLabels | undefined;
  /** Of labels; Chinese when it is not given. */
  readonly language?: Language | undefined;
}

export type Evaluation =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly error: ExpressionError };

/** Some tenths of a second at worst; the conditions of real contracts need a few hundred units. */
const BUDGET = 1_000_000;

/**
 * Evaluates an expression over JSON and answers JSON.
 *
 * Never throws: a syntax error, a missing key, a wrong type or too much work is `ok: false`, and what that means is the
 * caller's to decide (design, section 6, "Polarity").
 */
export function evaluate(source: string, bindings: Bindings, options: EvaluationOptions = {}): Evaluation {
  return evaluateCompiled(compileExpression(source), bindings, options);
}

/** The same for an expression that was compiled before. */
export function evaluateCompiled(compiled: Compiled, bindings: Bindings, options: EvaluationOptions = {}): Evaluation {
  if (!compiled.ok) return compiled;
  const { expression } = compiled;
  const direct = expression.direct?.(bindings, options) ?? UNDECIDED;
  return direct === UNDECIDED ? evaluateFully(expression, bindings, options) : { ok: true, value: direct };
}

/** True only when the expression is exactly `true`; false for any other value and for every error. */
export function isTrue(source: string, bindings: Bindings, options: EvaluationOptions = {}): boolean {
  const evaluation = evaluate(source, bindings, options);
  return evaluation.ok && evaluation.value === true;
}

/** With the whole of CEL. */
export function evaluateFully(
  expression: CompiledExpression,
  bindings: Bindings,
  options: EvaluationOptions = {},
): Evaluation {
  const running: RunningExpression = {
    left: BUDGET,
    exhausted: false,
    argumentValues: Object.hasOwn(bindings, 'args') ? bindings.args : undefined,
    labels: options.labels,
    language: options.language ?? 'zh',
  };
  try {
    return whileRunning(running, () => {
      const result = expression.program(inputsOf(expression, bindings, options.types));
      if (running.exhausted) return tooCostly();
      if (isCelError(result)) return failed(expression, result);
      return { ok: true, value: toJsonValue(result) };
    });
  } catch (error) {
    if (running.exhausted || error instanceof RangeError) return tooCostly();
    return { ok: false, error: { code: 'expression_result', message: failureWords(messageOf(error)) } };
  }
}

function inputsOf(
  expression: CompiledExpression,
  bindings: Bindings,
  types: DeclaredTypes | undefined,
): Record<string, CelInput> {
  // Without a prototype: `constructor` is no variable.
  const inputs: Record<string, CelInput> = Object.create(null);
  for (const name of expression.syntax.names) {
    const value = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
    if (value !== undefined) inputs[name] = toCelInput(value, typeOfName(name, types));
  }
  return inputs;
}

function typeOfName(name: string, types: DeclaredTypes | undefined): ValueType {
  if (types && Object.hasOwn(types, name)) return types[name] ?? ANY;
  return name === 'now' ? TIMESTAMP : ANY;
}

function failed(expression: CompiledExpression, error: Extract<CelResult, Error>): Evaluation {
  const offset = error.exprId === undefined ? undefined : expression.syntax.offsetOf({ id: error.exprId });
  const message = explained(messageOf(error), expression.syntax.source, offset);
  return { ok: false, error: { code: 'expression_failed', message: failureWords(message), offset } };
}

/** The evaluator's messages in the words of whoever wrote the expression. */
function explained(message: string, source: string, offset: number | undefined): string {
  if (message.includes('unresolved attribute')) {
    const name = /^[A-Za-z_]\w*/.exec(source.slice(offset ?? 0))?.[0];
    return name ? `${name} has no value here` : 'a name that it uses has no value here';
  }
  const field = /^field not found: (.*)$/s.exec(message)?.[1];
  if (field !== undefined) return `there is no key "${field}"`;
  const index = /^index (-?\d+) out of bounds/.exec(message)?.[1];
  return index === undefined ? message : `there is no item ${index} in the list`;
}

function tooCostly(): Evaluation {
  return { ok: false, error: { code: 'expression_too_costly', message: TOO_COSTLY } };
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^(Error: )+/, '');
}
