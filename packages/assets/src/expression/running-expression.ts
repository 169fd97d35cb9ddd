import type { JsonValue, Language } from '@rolecall/base';
import type { ArgumentLabels } from './argument-labels.ts';

/** What an expression that is being evaluated may still use, and what `label` looks up. */
export interface RunningExpression {
  /** Units of work left; one is about one node of the syntax tree evaluated once. */
  left: number;
  exhausted: boolean;
  readonly argumentValues: JsonValue | undefined;
  readonly labels: ArgumentLabels | undefined;
  readonly language: Language;
}

/** Evaluation is synchronous and functions of the expression language take no context: this is theirs. */
let running: RunningExpression | undefined;

/** Makes `expression` the running one while `act` runs. */
export function whileRunning<T>(expression: RunningExpression, act: () => T): T {
  const outer = running;
  running = expression;
  try {
    return act();
  } finally {
    running = outer;
  }
}

/** The expression that is being evaluated. */
export function runningExpression(): RunningExpression {
  if (!running) throw new Error('no expression is being evaluated');
  return running;
}

/** Takes units of work off the budget; throws once it is used up, and from then on every time. */
export function charge(units: number): void {
  const expression = runningExpression();
  expression.left -= units;
  if (expression.left >= 0) return;
  expression.exhausted = true;
  throw new Error('the expression needs more work than is allowed');
}

/** Takes what it costs to walk through a text. */
export function chargeText(length: number): void {
  charge(1 + (length >> 3));
}
