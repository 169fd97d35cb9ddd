import type { JsonObject, Language } from '@rolecall/base';
import {
  asGateEntry,
  type CustomerText,
  type EarlierRead,
  type GateEntry,
  type Identity,
  identityAfter,
  type Receipt,
} from '@rolecall/gate';
import type { JournalEntry } from '@rolecall/journal';
import { type DialogueState, foldDialogue, NO_DIALOGUE } from './dialogue-state.ts';
import {
  type DealtWith,
  type EmployeeEntry,
  isEmployeeEntry,
  isWhole,
  type ReplyKind,
  type ReplyPart,
} from './entries.ts';
import { failedInARow } from './hand-over/failed-rounds.ts';
import { foldHandOver, type HandOver } from './hand-over/hand-over-state.ts';
import type { Fact, TaskInstance } from './journey.ts';
import { pastSpan } from './past-span.ts';

/** What was sent last: only a notice that is it can be answered by a typed yes. */
export interface LastSent {
  readonly kind: ReplyKind;
  /** Of a notice: what it asks about, in the order in which it shows them. */
  readonly operations: readonly string[];
  readonly sequence: number;
  /** It holds words that a bare yes may be an answer to: a sentence of the model, a question, a greeting. */
  readonly mayBeAnswered: boolean;
}

/** An event as it was raised. */
export interface RaisedEvent {
  readonly event: string;
  readonly payload: JsonObject;
}

/** A round as the journal knows it: its entries since it (last) began; once another one has, those that later rounds read. */
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
  /** Who the contact turned out to be. */
  readonly identity: Identity | undefined;
  /** The latest receipt of every call, in the order in which they came to be known. */
  readonly receipts: readonly Receipt[];
  /** Writes that may have left and whose end is not recorded. */
  readonly executing: ReadonlySet<string>;
  /** Operations whose outcome a message to the customer told. */
  readonly told: ReadonlySet<string>;
  /** `event operation` of every event that was raised for an operation. */
  readonly raised: ReadonlySet<string>;
  /** Events that were raised since an item was closed last: what answers them goes out when the next one is. */
  readonly unanswered: readonly RaisedEvent[];
  /** Ids of the events that subscriptions have run for. */
  readonly heard: ReadonlySet<string>;
  /** Call or operation → the task instance in which it was decided last. */
  readonly workedIn: ReadonlyMap<string, string>;
  /** The one that changed last stands last. */
  readonly instances: readonly TaskInstance[];
  readonly rounds: readonly RoundSpan[];
  readonly lastSent: LastSent | undefined;
  /** Operation → those of the notice that showed it last, in the order in which it showed them. */
  readonly shownWith: ReadonlyMap<string, readonly string[]>;
  /** The customer has been told that an AI writes. */
  readonly disclosed: boolean;
  /** Open question, active skills, and what was learned of the model. */
  readonly dialogue: DialogueState;
  /** A person has the conversation. */
  readonly handOver?: HandOver | undefined;
  /** How many messages in a row, up to now, brought the customer no further. */
  readonly failedRounds?: number | undefined;
  /** Rules over facts that a person has dealt with. */
  readonly dealtWith?: readonly DealtWith[] | undefined;
}

/** The state before the first entry. */
export function emptyState(language: Language): ConversationState {
  return {
    sequence: 0,
    language,
    said: [],
    earlierReads: [],
    identity: undefined,
    receipts: [],
    executing: new Set(),
    told: new Set(),
    raised: new Set(),
    unanswered: [],
    heard: new Set(),
    workedIn: new Map(),
    instances: [],
    rounds: [],
    lastSent: undefined,
    shownWith: new Map(),
    disclosed: false,
    dialogue: NO_DIALOGUE,
  };
}

/**
 * Folds further entries into a state, which stays as it is. The same entries give the same state, at once or one by one.
 * An entry whose personal fields are gone, because its contact was deleted, adds what is left of it.
 */
export function foldConversation(state: ConversationState, entries: readonly JournalEntry[]): ConversationState {
  if (entries.length === 0) return state;
  const draft: Draft = {
    ...state,
    said: [...state.said],
    earlierReads: [...state.earlierReads],
    receipts: new Map(state.receipts.map((receipt) => [receipt.id, receipt])),
    executing: new Set(state.executing),
    told: new Set(state.told),
    raised: new Set(state.raised),
    unanswered: [...state.unanswered],
    heard: new Set(state.heard),
    workedIn: new Map(state.workedIn),
    instances: new Map(state.instances.map((instance) => [instance.instance, instance])),
    rounds: [...state.rounds],
    shownWith: new Map(state.shownWith),
  };
  for (const entry of entries) {
    foldRound(draft, entry);
    const own = asGateEntry(entry);
    if (own) foldGateEntry(draft, own);
    else if (entry.kind === 'gate.call_ended') draft.executing.delete(String(entry.data.call));
    else if (isWhole(entry)) foldEmployeeEntry(draft, entry);
    if (isWhole(entry)) draft.dialogue = foldDialogue(draft.dialogue, entry);
    if (isWhole(entry)) draft.handOver = foldHandOver(draft.handOver, entry);
    if (isEmployeeEntry(entry, 'employee.taken_back') && entry.data.dealtWith)
      draft.dealtWith = [...(draft.dealtWith ?? []), entry.data.dealtWith];
    draft.failedRounds = failedInARow(draft.failedRounds ?? 0, entry, draft.rounds.at(-1), draft.receipts);
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
  identity: Identity | undefined;
  receipts: Map<string, Receipt>;
  executing: Set<string>;
  told: Set<string>;
  raised: Set<string>;
  unanswered: RaisedEvent[];
  heard: Set<string>;
  workedIn: Map<string, string>;
  instances: Map<string, TaskInstance>;
  rounds: RoundSpan[];
  lastSent: LastSent | undefined;
  shownWith: Map<string, readonly string[]>;
  disclosed: boolean;
  dialogue: DialogueState;
  handOver?: HandOver | undefined;
  failedRounds?: number | undefined;
  dealtWith?: readonly DealtWith[] | undefined;
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
    const { kind, operation, parts } = entry.data;
    const operations = entry.data.operations ?? (operation === null ? [] : [operation]);
    for (const part of parts) {
      if (part.operation !== undefined && part.kind === 'fixed') draft.told.add(part.operation);
      if (part.kind === 'disclosure') draft.disclosed = true;
    }
    const mayBeAnswered = parts.some(
      (part) => ANSWERABLE.has(part.kind) || (part.kind === 'template' && /[?？]/.test(part.text)),
    );
    draft.lastSent = { kind, operations, sequence: entry.sequence, mayBeAnswered };
    if (kind === 'notice') for (const shown of operations) draft.shownWith.set(shown, operations);
  } else if (isEmployeeEntry(entry, 'employee.event_raised')) {
    const { operation, follow_up } = entry.data.payload;
    draft.raised.add(raisedKey(entry.data.event, String(operation ?? follow_up ?? '')));
    draft.unanswered.push({ event: entry.data.event, payload: entry.data.payload });
  } else if (isEmployeeEntry(entry, 'employee.round_ended')) {
    // Without an employee there was nobody to answer them.
    if (entry.data.end !== 'employee_unknown') draft.unanswered = [];
  } else if (isEmployeeEntry(entry, 'employee.subscription_ran')) {
    draft.heard.add(entry.data.id);
  } else if (isEmployeeEntry(entry, 'employee.task_opened')) {
    const { instance, task, subject, stage } = entry.data;
    changeInstance(draft, { instance, task, subject, stage, terminal: false, since: entry.at, facts: {} });
  } else if (isEmployeeEntry(entry, 'employee.fact_set')) {
    const { instance, fact } = entry.data;
    const known = draft.instances.get(instance);
    if (known) changeInstance(draft, { ...known, facts: { ...known.facts, [fact]: factOf(entry) } });
  } else if (isEmployeeEntry(entry, 'employee.stage_entered')) {
    const { instance, stage, terminal } = entry.data;
    const known = draft.instances.get(instance);
    if (known) changeInstance(draft, { ...known, stage, terminal, since: entry.at });
  }
}

const ANSWERABLE: ReadonlySet<ReplyPart['kind']> = new Set(['model', 'ask', 'greeting', 'pack']);

function factOf({ at, data }: EmployeeEntry<'employee.fact_set'>): Fact {
  const { value, from, source, proven, expiresAt } = data;
  return {
    value,
    from,
    at,
    ...(source === undefined ? {} : { source }),
    ...(proven === undefined ? {} : { proven }),
    ...(expiresAt === undefined ? {} : { expiresAt }),
  };
}

function changeInstance(draft: Draft, instance: TaskInstance): void {
  draft.instances.delete(instance.instance);
  draft.instances.set(instance.instance, instance);
}

function foldGateEntry(draft: Draft, entry: GateEntry): void {
  switch (entry.kind) {
    case 'gate.decision': {
      const { operation, callId, taskInstance } = entry.data;
      if (taskInstance !== undefined) draft.workedIn.set(operation ?? callId, taskInstance);
      return;
    }
    case 'gate.executing':
      draft.executing.add(entry.data.operation);
      return;
    case 'gate.call_ended':
    case 'gate.settled': {
      const { receipt } = entry.data;
      draft.executing.delete(receipt.id);
      draft.receipts.delete(receipt.id);
      draft.receipts.set(receipt.id, receipt);
      // An outcome that came to light later has to be told again.
      if (entry.kind === 'gate.settled') draft.told.delete(receipt.id);
      const { capability, result, proven, outcome, effect } = receipt;
      if (effect === 'read' && outcome === 'succeeded')
        draft.earlierReads.push({ capability, sequence: entry.sequence, result, proven });
      return;
    }
    case 'gate.identified':
      draft.identity = identityAfter(draft.identity, entry.data.identity);
      return;
    case 'gate.awaiting_confirmation':
    case 'gate.confirmation_answered':
    case 'gate.awaiting_approval':
    case 'gate.approval_answered':
    case 'gate.not_settled':
    case 'gate.large_answer':
    case 'gate.kept_text':
      return;
    default:
      entry satisfies never;
  }
}

/** A round that is begun again after a crash keeps what it had already written. */
function foldRound(draft: Draft, entry: JournalEntry): void {
  if (entry.round === undefined) return;
  const last = draft.rounds.at(-1);
  if (last?.round === entry.round) {
    const ended = last.ended || entry.kind === 'employee.round_ended';
    draft.rounds[draft.rounds.length - 1] = { ...last, ended, entries: [...last.entries, entry] };
  } else if (isEmployeeEntry(entry, 'employee.round_started')) {
    if (last?.ended) draft.rounds[draft.rounds.length - 1] = pastSpan(last);
    draft.rounds.push({ round: entry.round, item: entry.data.item, ended: false, entries: [entry] });
  }
}
