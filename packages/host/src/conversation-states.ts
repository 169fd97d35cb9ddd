import { type Language, RolecallError } from '@rolecall/base';
import {
  type ConversationState,
  emptyState,
  foldConversation,
  STATE_VERSION,
  stateAsJson,
  stateFromJson,
} from '@rolecall/employee';
import type { Lease, StorePorts } from '@rolecall/journal';

const MOST_KEPT = 500;

/** Of all kept conversations together: some 8 MB of rounds as the example shop has them. */
const MOST_ENTRIES_KEPT = 20_000;

/** A checkpoint is written once so many entries have come, or a quarter of the journal: writing them stays linear in it. */
const LEAST_GROWTH = 50;

/** A longer journal is folded anew: writing its whole state would keep everybody else in this process waiting. */
const MOST_ENTRIES = 20_000;

/** Folded conversations, kept while they are in use: a round folds only what has been written since. */
export interface ConversationStates {
  /** The state up to the last entry of the journal. */
  current(conversation: string, language: Language): Promise<ConversationState>;
  /** A round has ended: its state, and a checkpoint of it when the journal has grown enough since the last one. */
  closed(lease: Lease, language: Language, at: string): Promise<ConversationState>;
  forget(conversation: string): void;
}

interface Known {
  readonly state: ConversationState;
  /** Up to where the last checkpoint goes. */
  readonly checkpointed: number;
}

/**
 * Keeps the conversations used last: 500, and fewer where their rounds hold more than `mostEntries` entries together, so that
 * a process does not grow with what is said; the last one always. What is forgotten is folded again, from its last checkpoint
 * on.
 */
export function createConversationStates(
  store: Pick<StorePorts, 'entries' | 'checkpoint' | 'writeCheckpoint'>,
  mostEntries = MOST_ENTRIES_KEPT,
): ConversationStates {
  const states = new Map<string, Known>();
  let entriesKept = 0;

  async function upToDate(conversation: string, language: Language): Promise<Known> {
    const known = states.get(conversation) ?? (await resumed(store, conversation, language));
    const entries = await store.entries(conversation, known.state.sequence);
    return { ...known, state: foldConversation(known.state, entries) };
  }

  function forget(conversation: string): void {
    const known = states.get(conversation);
    if (!known) return;
    entriesKept -= entriesOf(known);
    states.delete(conversation);
  }

  function keep(conversation: string, known: Known): void {
    forget(conversation);
    states.set(conversation, known);
    entriesKept += entriesOf(known);
    for (const oldest of states.keys()) {
      if (states.size <= MOST_KEPT && (entriesKept <= mostEntries || states.size === 1)) return;
      forget(oldest);
    }
  }

  return {
    async current(conversation, language) {
      const known = await upToDate(conversation, language);
      keep(conversation, known);
      return known.state;
    },
    async closed(lease, language, at) {
      const { conversation, fence } = lease;
      const { state, checkpointed } = await upToDate(conversation, language);
      keep(conversation, { state, checkpointed });
      const { sequence } = state;
      const hasGrown = sequence - checkpointed >= Math.max(LEAST_GROWTH, sequence / 4);
      if (!hasGrown || sequence > MOST_ENTRIES) return state;
      const draft = { conversation, fence, at, sequence, version: STATE_VERSION, state: stateAsJson(state) };
      if (await store.writeCheckpoint(draft)) keep(conversation, { state, checkpointed: sequence });
      return state;
    },
    forget,
  };
}

function entriesOf({ state }: Known): number {
  return state.rounds.reduce((count, { entries }) => count + entries.length, 0);
}

/**
 * The state of the last checkpoint; the empty one without it. Throws `checkpoint_unreadable` for one of a newer form when
 * what it was folded from is gone.
 */
export async function resumed(
  store: Pick<StorePorts, 'checkpoint'>,
  conversation: string,
  language: Language,
): Promise<Known> {
  const checkpoint = await store.checkpoint(conversation);
  const nothing = { state: emptyState(language), checkpointed: 0 };
  if (!checkpoint) return nothing;
  const { sequence, version, state, cut } = checkpoint;
  // Of a deleted contact nothing is known; its journal goes on where it stands.
  if (state === null) return { ...nothing, state: { ...nothing.state, sequence: cut?.entries ?? 0 } };
  if (version === STATE_VERSION) return { state: stateFromJson(state), checkpointed: sequence };
  // What is still there is folded anew, in the form of today.
  if (cut === undefined || cut.entries + cut.evidence === 0) return nothing;
  if (version < STATE_VERSION) return { state: stateFromJson(state), checkpointed: sequence };
  throw new RolecallError({
    code: 'checkpoint_unreadable',
    at: { path: conversation },
    message: {
      en: `The checkpoint of ${conversation} was written by a newer Rolecall, and what it was folded from is no longer kept.`,
      zh: `${conversation} 的检查点由更新的 Rolecall 写成，而它所依据的内容已经不再保留。`,
    },
    hint: {
      en: 'Run the version of Rolecall that wrote it, or a newer one.',
      zh: '使用写出它的 Rolecall 版本，或更新的版本。',
    },
  });
}
