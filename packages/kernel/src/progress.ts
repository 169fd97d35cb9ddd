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
  return {
    isStuck: (call) => (counts.get(keyOf(call))?.times ?? 0) >= MOST_REPEATS,
    record(results) {
      const outcomes = results.map((result) => ({ key: keyOf(result), result: digest(canonicalJson(result.output)) }));
      const pairs = outcomes.map(({ key, result }) => `${key} ${result}`);
      if (pairs.some((pair) => !seen.has(pair))) counts.clear();
      for (const pair of pairs) seen.add(pair);
      for (const { key, result } of outcomes) {
        const known = counts.get(key);
        if (known?.result === result) known.times += 1;
        else counts.set(key, { result, times: 1 });
      }
    },
  };
}

function keyOf(call: WatchedCall): string {
  return `${call.name} ${digest(call.signature)}`;
}

/** Short texts stand for themselves; of long ones only the hash is kept. */
function digest(text: string): string {
  return text.length <= 128 ? text : textHash(text);
}
