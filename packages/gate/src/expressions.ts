import { type ArgumentLabels, type DeclaredTypes, evaluate, renderTemplate } from '@rolecall/assets';
import type { JsonObject, JsonValue, Language, LocalizedText } from '@rolecall/base';
import { asJson } from './as-json.ts';
import { displayable } from './texts/display-value.ts';

/** The names that an expression of a contract may use. Source: design, section 8. */
export interface Bindings {
  readonly args: JsonObject;
  readonly facts: JsonObject;
  readonly contact: JsonObject;
  readonly conversation: JsonObject;
  readonly employee: JsonObject;
  readonly configuration: JsonObject;
  readonly now: string;
  readonly reads?: JsonObject | undefined;
  readonly result?: JsonValue | undefined;
  readonly read_back?: JsonValue | undefined;
  /** Where something is looked at for each item of a list: the item, and its place from 0. */
  readonly item?: JsonValue | undefined;
  readonly index?: number | undefined;
  /** In a read-back: the id under which the call was sent, by which a creation is recognised. */
  readonly request_id?: string | undefined;
  /** What the schemas say of them; no name of its own. */
  readonly types?: DeclaredTypes | undefined;
}

export type Evaluated =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** The value of an expression, or why it has none. */
export function evaluateExpression(source: string, bindings: Bindings): Evaluated {
  const { types, ...names } = bindings;
  const result = evaluate(source, asJson(names), { types });
  return result.ok ? result : { ok: false, message: result.error.message };
}

/**
 * Whether a granting expression holds: only when it evaluates to true. One that errors does not hold.
 * Source: design, section 6, "Polarity".
 */
export function holds(source: string, bindings: Bindings): { readonly holds: boolean; readonly detail: string } {
  const result = evaluateExpression(source, bindings);
  if (!result.ok) return { holds: false, detail: `${source} cannot be evaluated: ${result.message}` };
  return { holds: result.value === true, detail: `${source} is ${JSON.stringify(result.value)}` };
}

/** A text for the customer. Values stand in it as they can be read: nothing invisible, on one line. */
export function renderText(
  template: LocalizedText,
  bindings: Bindings,
  language: Language,
  labels: ArgumentLabels,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const { types, ...names } = bindings;
  const result = renderTemplate(template, displayable(asJson(names)), language, { types, labels });
  return result.ok ? result : { ok: false, message: result.error.message };
}
