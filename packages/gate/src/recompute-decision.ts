import { computeCapabilitySpace, type Release } from '@rolecall/assets';
import { canonicalJson } from '@rolecall/base';
import type { JournalEntry } from '@rolecall/journal';
import { decideCall } from './decide-call.ts';
import type { Decision } from './decision.ts';
import { asGateEntry } from './operations/entries.ts';

/** What a recorded decision is when it is made again. */
export type Recomputed =
  | { readonly status: 'identical'; readonly decision: Decision }
  | { readonly status: 'different'; readonly recorded: Decision; readonly recomputed: Decision | undefined }
  /** Its inputs are gone because the contact was deleted, or the entry is none of a decision. */
  | { readonly status: 'not_replayable'; readonly reason: 'contact_deleted' | 'no_decision' };

/**
 * Makes a recorded decision again from its recorded inputs, with the same pure function that made it. With the release it
 * was made under the two are byte-identical; with another one the difference is what that release would change.
 * Source: design, section 7; section 11, number 8.
 */
export function recomputeDecision(entry: JournalEntry, release: Release): Recomputed {
  const own = asGateEntry(entry);
  if (own?.kind !== 'gate.decision') {
    return { status: 'not_replayable', reason: entry.kind === 'gate.decision' ? 'contact_deleted' : 'no_decision' };
  }
  const { call, inputs, decision } = own.data;
  const recomputed = decideCall(call, computeCapabilitySpace(release), release, inputs);
  if (recomputed.verdict === 'needs') return { status: 'different', recorded: decision, recomputed: undefined };
  return canonicalJson(recomputed) === canonicalJson(decision)
    ? { status: 'identical', decision }
    : { status: 'different', recorded: decision, recomputed };
}
