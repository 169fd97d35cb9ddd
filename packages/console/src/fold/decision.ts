import type { Entry, JsonObject } from '../api/wire.ts';
import { objectAt, objectsAt, textAt } from './read.ts';

/** The five conditions, in the order in which they are evaluated. */
export const BOUNDARIES = ['installed', 'bound', 'permitted', 'connected', 'satisfied'] as const;
type Boundary = (typeof BOUNDARIES)[number];

export type Outcome = 'pass' | 'fail' | 'not_evaluated';

/** True for the block by which a write waits for the customer's yes: the ordinary way, and no refusal. */
export function isAsking({ code }: { readonly code?: string | undefined }): boolean {
  return code === 'confirmation_required';
}

/** One condition inside a boundary. */
export interface CheckPartView {
  readonly what: string;
  readonly outcome: Outcome;
  readonly detail: string | undefined;
}

/** What one boundary said. */
export interface CheckView {
  readonly boundary: Boundary;
  readonly outcome: Outcome;
  readonly code: string | undefined;
  readonly parts: readonly CheckPartView[];
}

/** An argument as it would be sent, and where its value was found. */
export interface ArgumentView {
  readonly name: string;
  readonly value: JsonObject[string];
  readonly from: string | undefined;
}

/** A decision as the page shows it. */
export interface DecisionView {
  readonly capability: string;
  /** `id@version`; absent when none is bound. */
  readonly contract: string | undefined;
  readonly effect: string | undefined;
  readonly verdict: 'allow' | 'block';
  /** Always five. */
  readonly checks: readonly CheckView[];
  readonly boundary: Boundary | undefined;
  readonly code: string | undefined;
  /** The asset's own code and the argument at fault. */
  readonly reason: string | undefined;
  readonly argument: string | undefined;
  readonly say: string | undefined;
  readonly arguments: readonly ArgumentView[];
}

/** Reads a decision out of its entry; undefined when it has another form, so that it is shown as any entry is. */
export function readDecision(entry: Entry): DecisionView | undefined {
  const decision = objectAt(entry.data, 'decision');
  const verdict = decision?.verdict;
  if (decision === undefined || (verdict !== 'allow' && verdict !== 'block')) return undefined;
  const checks = objectsAt(decision, 'checks');
  return {
    capability: textAt(entry.data, 'capability') ?? '',
    contract: textAt(entry.data, 'contract'),
    effect: textAt(entry.data, 'effect'),
    verdict,
    checks: BOUNDARIES.map((boundary) =>
      readCheck(
        boundary,
        checks.find((check) => check.boundary === boundary),
      ),
    ),
    boundary: BOUNDARIES.find((boundary) => boundary === decision.boundary),
    code: textAt(decision, 'code'),
    reason: textAt(decision, 'reason'),
    argument: textAt(decision, 'argument'),
    say: textAt(decision, 'say'),
    arguments: readArguments(decision, entry.data),
  };
}

function readCheck(boundary: Boundary, check: JsonObject | undefined): CheckView {
  if (check === undefined) return { boundary, outcome: 'not_evaluated', code: undefined, parts: [] };
  return {
    boundary,
    outcome: readOutcome(check.outcome),
    code: textAt(check, 'code'),
    parts: objectsAt(check, 'parts').map((part) => ({
      what: textAt(part, 'what') ?? '',
      outcome: readOutcome(part.outcome),
      detail: textAt(part, 'detail'),
    })),
  };
}

/** Anything that is not plainly passed or failed was not evaluated. */
function readOutcome(value: unknown): Outcome {
  return value === 'pass' || value === 'fail' ? value : 'not_evaluated';
}

/** As they would be sent; as they were proposed where the decision did not come that far. */
function readArguments(decision: JsonObject, data: JsonObject): readonly ArgumentView[] {
  const prepared = objectAt(decision, 'prepared');
  const origins = prepared === undefined ? [] : objectsAt(prepared, 'origins');
  const values =
    prepared === undefined ? objectAt(objectAt(data, 'call') ?? {}, 'arguments') : objectAt(prepared, 'values');
  return Object.entries(values ?? {}).map(([name, value]) => ({
    name,
    value,
    from: textAt(origins.find((origin) => origin.argument === name) ?? {}, 'from'),
  }));
}
