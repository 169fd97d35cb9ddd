import type { Connection } from '../api/follow.ts';
import type { Entry, JsonObject } from '../api/wire.ts';
import type { Outgoing } from '../fold/chat.ts';
import { readParts, type SpokenPart } from '../fold/spoken-parts.ts';

/** A button on its way. */
export interface Press {
  /** Its idempotency key: a retry is the same press. */
  readonly key: string;
  readonly button: 'confirm' | 'decline';
  /** The operations that it was pressed for. */
  readonly about?: string | undefined;
  readonly state: 'sending' | 'accepted' | 'failed';
  /** Once accepted. */
  readonly item?: string | undefined;
  readonly error?: string | undefined;
}

/** All that the page knows of the conversation it shows. */
export interface ConversationState {
  readonly connection: Connection;
  /** In order of sequence, each once. */
  readonly entries: readonly Entry[];
  readonly outgoing: readonly Outgoing[];
  /** By the notice whose button it is: a notice that is shown again has buttons of its own. */
  readonly presses: ReadonlyMap<string, Press>;
  /** What the running round is doing right now. */
  readonly progress: JsonObject | undefined;
  /** What the employee has said so far, checked, of a reply that is not there yet; that reply will begin with it. */
  readonly spoken: readonly SpokenPart[] | undefined;
  /** Sequence numbers of the replies that were seen while they were spoken. */
  readonly seenLive: ReadonlySet<number>;
  /** The code of what keeps the page from going on. */
  readonly problem: string | undefined;
}

export type Change =
  | { readonly type: 'connection'; readonly connection: Connection }
  | { readonly type: 'entry'; readonly entry: Entry }
  | { readonly type: 'progress'; readonly progress: JsonObject }
  | { readonly type: 'problem'; readonly code: string }
  | { readonly type: 'sending'; readonly key: string; readonly text: string; readonly at: string }
  | { readonly type: 'sent'; readonly key: string; readonly item: string }
  | { readonly type: 'send_failed'; readonly key: string; readonly code: string }
  | { readonly type: 'press'; readonly notice: string; readonly press: Press };

export const emptyConversation: ConversationState = {
  connection: 'connecting',
  entries: [],
  outgoing: [],
  presses: new Map(),
  progress: undefined,
  spoken: undefined,
  seenLive: new Set(),
  problem: undefined,
};

/** The state after a change. */
export function reduceConversation(state: ConversationState, change: Change): ConversationState {
  switch (change.type) {
    case 'connection':
      return { ...state, connection: change.connection };
    case 'entry':
      return withEntry(state, change.entry);
    case 'progress':
      return change.progress.type === 'reply_so_far'
        ? { ...state, spoken: readParts(change.progress) }
        : { ...state, progress: change.progress };
    case 'problem':
      return { ...state, problem: change.code };
    case 'sending': {
      const { key, text, at } = change;
      const message: Outgoing = { key, text, at, state: 'sending' };
      const others = state.outgoing.filter((other) => other.key !== key);
      return { ...state, outgoing: [...others, message] };
    }
    case 'sent':
      return withOutgoing(state, change.key, { state: 'accepted', item: change.item, error: undefined });
    case 'send_failed':
      return withOutgoing(state, change.key, { state: 'failed', error: change.code });
    case 'press':
      return { ...state, presses: new Map(state.presses).set(change.notice, change.press) };
    default:
      return change satisfies never;
  }
}

function withEntry(state: ConversationState, entry: Entry): ConversationState {
  const last = state.entries.at(-1)?.sequence ?? 0;
  if (entry.sequence <= last) return state;
  const item = entry.kind === 'employee.message_received' ? entry.data.item : undefined;
  return {
    ...state,
    entries: [...state.entries, entry],
    // The journal shows it now.
    outgoing: item === undefined ? state.outgoing : state.outgoing.filter((message) => message.item !== item),
    ...(entry.kind === 'employee.replied' && {
      spoken: undefined,
      seenLive: state.spoken === undefined ? state.seenLive : new Set(state.seenLive).add(entry.sequence),
    }),
    ...(entry.kind === 'employee.round_ended' && {
      progress: undefined,
      spoken: undefined,
      presses: unanswered(state, entry),
    }),
  };
}

/** A press is over when its round is: what it came to stands in the journal. */
function unanswered(state: ConversationState, ended: Entry): ReadonlyMap<string, Press> {
  const { item } = ended.data;
  return new Map([...state.presses].filter(([, press]) => press.item === undefined || press.item !== item));
}

function withOutgoing(state: ConversationState, key: string, now: Partial<Outgoing>): ConversationState {
  const isRecorded = (item: string | undefined): boolean =>
    item !== undefined &&
    state.entries.some((entry) => entry.kind === 'employee.message_received' && entry.data.item === item);
  const outgoing = state.outgoing
    .map((message) => (message.key === key ? { ...message, ...now } : message))
    // The journal may be faster than the answer to the request.
    .filter((message) => !isRecorded(message.item));
  return { ...state, outgoing };
}
