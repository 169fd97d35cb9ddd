import { canonicalJson, type JsonValue, textHash } from '@rolecall/base';

/** How often one call may bring the same result before it is stopped. */
export const MOST_REPEATS = 3;

/** Watches a round for calls that bring nothing new. */
export interface ProgressWatch {
  /** True when this call has brought the same result often enough: it is not to run again. */
  isStuck(call: WatchedCall): boolean;
  /** Takes the results of one step. A result not seen before is progress, and all counting begins anew. */
  record(results: readonly (WatchedCall & { readonly output: JsonValue })[]): void;
}

/** What makes two calls the same. `signature` is the canonical text of the input, or what the model wrote instead. */
interface WatchedCall {
  readonly name: string;
  readonly signature: string;
}

export function watchProgress(): ProgressWatch {
  const seen = new Set<string>();
  const counts = new Map<string, { result: string; times: number }>();
  let most = 0;
  return {
    isStuck: (call) => most >= MOST_REPEATS && (counts.get(keyOf(call))?.times ?? 0) >= MOST_REPEATS,
    record(results) {
      const outcomes = results.map(outcomeOf);
      let isProgress = false;
      for (const { pair } of outcomes) {
        if (seen.has(pair)) continue;
        seen.add(pair);
        isProgress = true;
      }
      if (isProgress) {
        counts.clear();
        most = 0;
      }
      for (const { key, result } of outcomes) {
        const known = counts.get(key);
        const times = known?.result === result ? known.times + 1 : 1;
        if (known?.result === result) known.times = times;
        else counts.set(key, { result, times });
        if (times > most) most = times;
      }
    },
  };
}

function outcomeOf(result: WatchedCall & { readonly output: JsonValue }) {
  const key = keyOf(result);
  const brought = digest(canonicalJson(result.output));
  return { key, result: brought, pair: `${key} ${brought}` };
}

function keyOf(call: WatchedCall): string {
  return `${call.name} ${digest(call.signature)}`;
}

/** Short texts stand for themselves; of long ones only the hash is kept. */
function digest(text: string): string {
  return text.length <= 128 ? text : textHash(text);
}
