import {
  type ArgumentLabels,
  type Compiled,
  compileExpression,
  type DeclaredTypes,
  evaluateCompiled,
  type PreparedTemplate,
  prepareTemplate,
} from '@rolecall/assets';
import { type JsonObject, type JsonValue, type Language, type LocalizedText, textIn } from '@rolecall/base';
import { asJson } from './as-json.ts';
import { onceFor } from './once-for.ts';
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
  return evaluateCompiledExpression(compileExpression(source), bindings);
}

/** The same for one that was compiled before. */
export function evaluateCompiledExpression(compiled: Compiled, bindings: Bindings): Evaluated {
  const result = evaluateCompiled(compiled, asJson(bindings), { types: bindings[TYPES] });
  return result.ok ? result : { ok: false, message: result.error.message.en };
}

/** Whether a condition holds, and what it came to. */
export interface Held {
  readonly holds: boolean;
  readonly detail: OpenDetail;
}

/**
 * Whether a granting expression holds: only when it evaluates to true. One that errors does not hold.
 * Source: design, section 6, "Polarity".
 */
export function holds(source: string, bindings: Bindings): Held {
  return conditionHolds(conditionOf(source), bindings);
}

/** The same for a condition that is at hand. */
export function conditionHolds(condition: Condition, bindings: Bindings): Held {
  const { source, compiled, isTrue } = condition;
  const result = evaluateCompiledExpression(compiled, bindings);
  if (!result.ok) return { holds: false, detail: openDetail('cannot', source, result.message) };
  return result.value === true ? isTrue : { holds: false, detail: openDetail('value', source, written(result.value)) };
}

/**
 * Whether a forbidding expression holds: unless it evaluates to false. One that errors holds.
 * Source: design, section 6, "Polarity".
 */
export function holdsUnlessFalse(source: string, bindings: Bindings): Held {
  const result = evaluateExpression(source, bindings);
  if (!result.ok) return { holds: true, detail: openDetail('cannot', source, result.message) };
  return { holds: result.value !== false, detail: openDetail('value', source, written(result.value)) };
}

/** A granting expression, compiled, with what is said of it where it holds. */
export interface Condition {
  readonly source: string;
  readonly compiled: Compiled;
  readonly isTrue: Held;
}

/** An expression as a condition; whoever asks it again and again keeps it. */
export function conditionOf(source: string): Condition {
  return {
    source,
    compiled: compileExpression(source),
    isTrue: { holds: true, detail: openDetail('value', source, 'true') },
  };
}

function written(value: JsonValue): string {
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

export type RenderedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly message: string };

/** A text for the customer. Values stand in it as they can be read: nothing invisible, on one line. */
export function renderText(
  template: LocalizedText,
  bindings: Bindings,
  language: Language,
  labels: ArgumentLabels,
): RenderedText {
  return renderPrepared(prepareTemplate(textIn(template, language)), bindings, language, labels);
}

/** The same for a template that is at hand. */
export function renderPrepared(
  prepared: PreparedTemplate,
  bindings: Bindings,
  language: Language,
  labels: ArgumentLabels,
): RenderedText {
  const shown: Record<string, JsonValue> = {};
  const all = asJson(bindings);
  for (const name of namesIn(prepared)) {
    const value = all[name];
    if (value !== undefined) shown[name] = displayable(value);
  }
  const result = prepared.render(shown, { types: bindings[TYPES], labels, language });
  return result.ok ? result : { ok: false, message: result.error.message.en };
}

/** The names that the expressions of a template use; `label` looks at the arguments. */
const namesIn = onceFor(({ names }: PreparedTemplate): readonly string[] => [...new Set([...names, 'args'])]);
