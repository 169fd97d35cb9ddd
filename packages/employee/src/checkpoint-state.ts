import type { JsonValue } from '@rolecall/base';
import type { ConversationState } from './conversation-state.ts';
import { NO_DIALOGUE } from './dialogue-state.ts';

/** Rises when an older state could not be folded on. */
export const STATE_VERSION = 1;

/** The parts of the state that JSON has no form for. */
const SETS = ['executing', 'told', 'raised', 'heard'] as const;
const MAPS = ['workedIn', 'shownWith'] as const;

/** A folded state as data, for a checkpoint: to be written down, not to be changed, for it shares what the state holds. */
export function stateAsJson(state: ConversationState): JsonValue {
  const plain: Record<string, unknown> = { ...state };
  for (const name of [...SETS, ...MAPS]) plain[name] = [...state[name]];
  return plain as JsonValue;
}

/** The state that a checkpoint of this version holds: folding goes on from it as from the one that was written. */
export function stateFromJson(kept: JsonValue): ConversationState {
  const plain = { ...(kept as unknown as Record<string, unknown>) };
  for (const name of SETS) plain[name] = new Set(plain[name] as Iterable<string>);
  for (const name of MAPS) plain[name] = new Map(plain[name] as Iterable<[string, never]>);
  return { identity: undefined, lastSent: undefined, dialogue: NO_DIALOGUE, ...plain } as unknown as ConversationState;
}

/**
 * The state without what was said, read and received up to an entry, because it is to be forgotten. What must not be done
 * or told twice stays, and so do open writes, open tasks and a hand-over.
 */
export function withoutPast(
  state: ConversationState,
  { through, before }: { readonly through: number; readonly before: string },
): ConversationState {
  const isKept = ({ sequence }: { readonly sequence: number }) => sequence > through;
  return {
    ...state,
    said: state.said.filter(isKept),
    earlierReads: state.earlierReads.filter(isKept),
    rounds: state.rounds.filter(({ entries, ended }) => !ended || (entries.at(-1)?.sequence ?? 0) > through),
    receipts: state.receipts.filter(
      ({ id, at, effect, outcome }) =>
        at >= before || outcome === 'unknown' || (effect === 'write' && !state.told.has(id)),
    ),
    instances: state.instances.filter(({ terminal, since }) => !terminal || (since ?? '') >= before),
  };
}
