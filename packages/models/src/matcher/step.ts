import type { JsonObject } from '@rolecall/base';

/** What the matcher does next, and why. */
export type Step =
  | { readonly kind: 'call'; readonly tool: string; readonly input: JsonObject; readonly because: string }
  | { readonly kind: 'text'; readonly text: string; readonly because: string };

/** What may be called in this step. */
export interface StepRules {
  readonly tools: ReadonlySet<string>;
}

/**
 * Below this nothing is chosen. On public English intent sets with five examples an intent, three of four messages pass
 * it for the right intent, and one in twenty of those that fit none.
 */
export const THRESHOLD = 0.28;
/** From here a message is clearly about something. */
export const CLEAR = 0.45;
/** A topic this much better than another is clearly the one that is meant. */
export const LEAD = 1.25;
