import type { Language } from '@rolecall/base';
import type { CustomerText, EarlierRead, Notice, Receipt } from '@rolecall/gate';
import type { JournalEntry } from '@rolecall/journal';
import { isEmployeeEntry, type ReplyKind } from './entries.ts';
import type { TaskInstance } from './journey.ts';

/** What was sent last: only a notice that is it can be answered by a typed yes. */
export interface LastSent {
  readonly kind: ReplyKind;
  readonly operation: string | undefined;
  readonly sequence: number;
}

/** A round as the journal knows it: its entries since it (last) began. */
export interface RoundSpan {
  readonly round: string;
  readonly item: string;
  readonly ended: boolean;
  readonly entries: readonly JournalEntry[];
}

/** A conversation, folded from its journal. Everything a round needs to know of the past. */
export interface ConversationState {
  readonly sequence: number;
  readonly language: Language;
  readonly said: readonly CustomerText[];
  readonly earlierReads: readonly EarlierRead[];
  readonly receipts: readonly Receipt[];
  /** Writes that may have left and whose end is not recorded. */
  readonly executing: ReadonlySet<string>;
  /** Operations whose outcome a message to the customer told. */
  readonly told: ReadonlySet<string>;
  readonly notices: ReadonlyMap<string, Notice>;
  /** `event operation` of every event that was raised for an operation. */
  readonly raised: ReadonlySet<string>;
  readonly instances: readonly TaskInstance[];
  readonly rounds: readonly RoundSpan[];
  readonly lastSent: LastSent | undefined;
  /** The customer has been told that an AI writes. */
  readonly disclosed: boolean;
}

/** The state before the first entry. */
export function emptyState(language: Language): ConversationState {
  return {
    sequence: 0,
    language,
    said: [],
    earlierReads: [],
    receipts: [],
    executing: new Set(),
    told: new Set(),
    notices: new Map(),
    raised: new Set(),
    instances: [],
    rounds: [],
    lastSent: undefined,
    disclosed: false,
  };
}

/** Folds further entries into a state, which stays as it is. The same entries give the same state, at once or one by one. */
export function foldConversation(state: ConversationState, entries: readonly JournalEntry[]): ConversationState {
  if (entries.length === 0) return state;
  const draft: Draft = {
    ...state,
    said: [...state.said],
    earlierReads: [...state.earlierReads],
    receipts: new Map(state.receipts.map((receipt) => [receipt.id, receipt])),
    executing: new Set(state.executing),
    told: new Set(state.told),
    notices: new Map(state.notices),
    raised: new Set(state.raised),
    instances: new Map(state.instances.map((instance) => [instance.instance, instance])),
    rounds: state.rounds.map((span) => ({
      ...span,
      entries: span.ended ? span.entries : [...span.entries],
    })) as DraftRound[],
  };
  for (const entry of entries) {
    foldRound(draft, entry);
    if (entry.kind.startsWith('gate.')) foldGateEntry(draft, entry);
    else foldEmployeeEntry(draft, entry);
    draft.sequence = entry.sequence;
  }
  return { ...draft, receipts: [...draft.receipts.values()], instances: [...draft.instances.values()] };
}

/** The state while entries are folded into it: the same, and writable. */
interface Draft {
  sequence: number;
  language: Language;
  said: CustomerText[];
  earlierReads: EarlierRead[];
  receipts: Map<string, Receipt>;
  executing: Set<string>;
  told: Set<string>;
  notices: Map<string, Notice>;
  raised: Set<string>;
  instances: Map<string, TaskInstance>;
  rounds: DraftRound[];
  lastSent: LastSent | undefined;
  disclosed: boolean;
}

interface DraftRound {
  round: string;
  item: string;
  ended: boolean;
  entries: JournalEntry[];
}

/** How a raised event is remembered. */
export function raisedKey(event: string, operation: string): string {
  return `${event} ${operation}`;
}

function foldEmployeeEntry(draft: Draft, entry: JournalEntry): void {
  if (isEmployeeEntry(entry, 'employee.round_started')) draft.language = entry.data.language;
  else if (isEmployeeEntry(entry, 'employee.message_received'))
    draft.said.push({ sequence: entry.sequence, text: entry.data.text });
  else if (isEmployeeEntry(entry, 'employee.replied')) {
    for (const part of entry.data.parts) {
      if (part.operation !== undefined && part.kind === 'fixed') draft.told.add(part.operation);
      if (part.kind === 'disclosure') draft.disclosed = true;
    }
    draft.lastSent = { kind: entry.data.kind, operation: entry.data.operation ?? undefined, sequence: entry.sequence };
  } else if (isEmployeeEntry(entry, 'employee.event_raised')) {
    draft.raised.add(raisedKey(entry.data.event, String(entry.data.payload.operation ?? '')));
  } else if (isEmployeeEntry(entry, 'employee.task_opened')) {
    const { instance, task, subject, stage } = entry.data;
    draft.instances.set(instance, { instance, task, subject, stage, terminal: false, facts: {} });
  } else if (isEmployeeEntry(entry, 'employee.fact_set')) {
    const { instance, fact, value, from } = entry.data;
    const known = draft.instances.get(instance);
    if (known) draft.instances.set(instance, { ...known, facts: { ...known.facts, [fact]: { value, from } } });
  } else if (isEmployeeEntry(entry, 'employee.stage_entered')) {
    const { instance, stage, terminal } = entry.data;
    const known = draft.instances.get(instance);
    if (known) draft.instances.set(instance, { ...known, stage, terminal });
  }
}

function foldGateEntry(draft: Draft, entry: JournalEntry): void {
  if (entry.kind === 'gate.awaiting_confirmation') {
    const notice = entry.data.notice as unknown as Notice;
    draft.notices.set(notice.operation, notice);
    return;
  }
  if (entry.kind === 'gate.executing') draft.executing.add(String(entry.data.operation));
  if (entry.kind !== 'gate.call_ended' && entry.kind !== 'gate.settled') return;
  const receipt = entry.data.receipt as unknown as Receipt;
  draft.executing.delete(receipt.id);
  draft.receipts.delete(receipt.id);
  draft.receipts.set(receipt.id, receipt);
  // An outcome that came to light later has to be told again.
  if (entry.kind === 'gate.settled') draft.told.delete(receipt.id);
  if (receipt.effect === 'read' && receipt.outcome === 'succeeded') {
    draft.earlierReads.push({
      capability: receipt.capability,
      sequence: entry.sequence,
      result: receipt.result,
      proven: receipt.proven,
    });
  }
}

/** A round that is begun again after a crash keeps what it had already written. */
function foldRound(draft: Draft, entry: JournalEntry): void {
  if (entry.round === undefined) return;
  const last = draft.rounds.at(-1);
  if (last?.round === entry.round) {
    last.entries.push(entry);
    if (entry.kind === 'employee.round_ended') last.ended = true;
    return;
  }
  if (isEmployeeEntry(entry, 'employee.round_started'))
    draft.rounds.push({ round: entry.round, item: entry.data.item, ended: false, entries: [entry] });
}
