import { canonicalJson, textHash } from '@rolecall/base';

/** How often one call may bring the same result before it is stopped. */
export const MOST_REPEATS = 3;

/** Watches a round for calls that bring nothing new. */
export interface ProgressWatch {
  /** True when this call has brought the same result often enough: it is not to run again. */
  isStuck(call: WatchedCall): boolean;
  /**
   * Takes the results of one step, each as its whole text: JSON, or a text as it is. A result not seen before is progress,
   * and all counting begins anew.
   */
  record(results: readonly WatchedResult[]): void;
}

/** What makes two calls the same. `signature` is the canonical text of the input, or what the model wrote instead. */
interface WatchedCall {
  readonly name: string;
  readonly signature: string;
}

interface WatchedResult extends WatchedCall {
  readonly text: string;
}

/** What one call has brought so far. */
interface Brought {
  last: string;
  /** The forms of all of its results, once there is more than one: most calls are never repeated. */
  forms: Set<string> | undefined;
  /** How often it has brought `last` since there was progress, and since which. */
  times: number;
  spell: number;
}

export function watchProgress(): ProgressWatch {
  const calls = new Map<string, Brought>();
  let spell = 0;
  let most = 0;
  return {
    isStuck(call) {
      if (most < MOST_REPEATS) return false;
      const brought = calls.get(keyOf(call));
      return brought !== undefined && brought.spell === spell && brought.times >= MOST_REPEATS;
    },
    record(results) {
      const seen = results.map(({ name, signature, text }) => ({ key: keyOf({ name, signature }), text: kept(text) }));
      let isProgress = false;
      for (const { key, text } of seen) if (isNew(calls, key, text)) isProgress = true;
      if (isProgress) {
        spell += 1;
        most = 0;
      }
      for (const { key, text } of seen) most = Math.max(most, count(calls.get(key), text, spell));
    },
  };
}

function isNew(calls: Map<string, Brought>, key: string, text: string): boolean {
  const known = calls.get(key);
  if (!known) {
    calls.set(key, { last: text, forms: undefined, times: 0, spell: 0 });
    return true;
  }
  if (known.last === text) return false;
  known.forms ??= new Set([formOf(known.last)]);
  const before = known.forms.size;
  return known.forms.add(formOf(text)).size > before;
}

function count(brought: Brought | undefined, text: string, spell: number): number {
  if (!brought) return 0;
  const isSame = brought.last === text || formOf(brought.last) === formOf(text);
  brought.times = isSame && brought.spell === spell ? brought.times + 1 : 1;
  brought.last = text;
  brought.spell = spell;
  return brought.times;
}

function keyOf(call: WatchedCall): string {
  return `${call.name} ${digest(call.signature)}`;
}

/** What is kept of a result to compare it with: of a long one its form alone. */
function kept(text: string): string {
  return text.length <= LONGEST_KEPT ? text : digest(canonicalText(text));
}

/** Equal for results that differ only in the order of their keys. */
function formOf(keptText: string): string {
  return keptText.startsWith(HASHED) ? keptText : canonicalText(keptText);
}

function canonicalText(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
}

/** Short texts stand for themselves; of long ones only the hash is kept. */
function digest(text: string): string {
  return text.length <= LONGEST_KEPT ? text : textHash(text);
}

const LONGEST_KEPT = 128;
const HASHED = 'sha256:';
