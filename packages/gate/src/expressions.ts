import {
  type ArgumentLabels,
  compileExpression,
  type DeclaredTypes,
  evaluate,
  parseTemplate,
  renderTemplate,
} from '@rolecall/assets';
import { type JsonObject, type JsonValue, type Language, type LocalizedText, textIn } from '@rolecall/base';
import { asJson } from './as-json.ts';
import { type OpenDetail, openDetail } from './parts/open-sentences.ts';
import { displayable } from './texts/display-value.ts';

/** Where bindings keep what the schemas say of them; no name that an expression could use. */
export const TYPES = Symbol('types');

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
  readonly [TYPES]?: DeclaredTypes | undefined;
}

export type Evaluated =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** The value of an expression, or why it has none. */
export function evaluateExpression(source: string, bindings: Bindings): Evaluated {
  const result = evaluate(source, asJson(bindings), { types: bindings[TYPES] });
  return result.ok ? result : { ok: false, message: result.error.message.en };
}

/**
 * Whether a granting expression holds: only when it evaluates to true. One that errors does not hold.
 * Source: design, section 6, "Polarity".
 */
export function holds(source: string, bindings: Bindings): { readonly holds: boolean; readonly detail: OpenDetail } {
  const result = evaluateExpression(source, bindings);
  if (!result.ok) return { holds: false, detail: openDetail('cannot', source, result.message) };
  return { holds: result.value === true, detail: openDetail('value', source, written(result.value)) };
}

/**
 * Whether a forbidding expression holds: unless it evaluates to false. One that errors holds.
 * Source: design, section 6, "Polarity".
 */
export function holdsUnlessFalse(
  source: string,
  bindings: Bindings,
): { readonly holds: boolean; readonly detail: OpenDetail } {
  const result = evaluateExpression(source, bindings);
  if (!result.ok) return { holds: true, detail: openDetail('cannot', source, result.message) };
  return { holds: result.value !== false, detail: openDetail('value', source, written(result.value)) };
}

function written(value: JsonValue): string {
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** A text for the customer. Values stand in it as they can be read: nothing invisible, on one line. */
export function renderText(
  template: LocalizedText,
  bindings: Bindings,
  language: Language,
  labels: ArgumentLabels,
): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string } {
  const shown: Record<string, JsonValue> = {};
  for (const name of namesIn(textIn(template, language))) {
    const value = asJson(bindings)[name];
    if (value !== undefined) shown[name] = displayable(value);
  }
  const result = renderTemplate(template, shown, language, { types: bindings[TYPES], labels });
  return result.ok ? result : { ok: false, message: result.error.message.en };
}

const MOST_TEMPLATES = 5_000;
const known = new Map<string, ReadonlySet<string>>();

/** The names that the expressions of a template use; `label` looks at the arguments. */
function namesIn(template: string): ReadonlySet<string> {
  const present = known.get(template);
  if (present) return present;
  const parsed = parseTemplate(template);
  const sources = parsed.ok ? parsed.parts.flatMap((part) => (part.kind === 'expression' ? [part.source] : [])) : [];
  const compiled = sources.map((source) => compileExpression(source));
  const names = compiled.flatMap((each) => (each.ok ? [...each.expression.syntax.names] : []));
  const all = new Set([...names, 'args']);
  if (known.size >= MOST_TEMPLATES) known.clear();
  known.set(template, all);
  return all;
}
