import type { JsonObject, JsonValue, Language } from '@rolecall/base';
import type { EntryDraft, JournalEntry } from '@rolecall/journal';

/** A piece of what an employee sends, with what stands behind it. */
export interface ReplyPart {
  /**
   * `fixed`: told by the runtime from a receipt. `block`: why something did not run. `ask`: a question of the gate, or of the model through `ask_user`.
   * `model`: a checked sentence of the model. `notice`: asks for a confirmation. `disclosure`: says that an AI writes.
   * `greeting` and `engine`: fixed texts without an operation behind them. `template`: answers an event, as the business
   * has it. `refusal`: what the customer asked for and the business refuses. `pack`: a ready reply of the
   * business that the model chose. `person`: written by an operator.
   */
  readonly kind:
    | 'fixed'
    | 'block'
    | 'ask'
    | 'model'
    | 'notice'
    | 'disclosure'
    | 'greeting'
    | 'engine'
    | 'template'
    | 'refusal'
    | 'pack'
    | 'person';
  readonly text: string;
  /** The operation or call that it tells of. */
  readonly operation?: string | undefined;
  /** Who wrote it, where a person did. */
  readonly person?: string | undefined;
  /** Of a notice in a list: until when it may be confirmed. */
  readonly expiresAt?: string | undefined;
}

/** `person`: an operator's own words, and nothing else beside them. */
export type ReplyKind = 'reply' | 'notice' | 'greeting' | 'question' | 'person';

/** Why a person has the conversation. `person`: an operator took it without having been asked for. */
export type HandOverReason = 'wish' | 'policy' | 'contract' | 'limit' | 'person';

/** A rule of a policy, and the hash of the facts that it was met by. */
export interface DealtWith {
  readonly rule: string;
  readonly facts: string;
}

/** How a provider counts, its real window, and with which round behind the first the last request began. */
export interface LearnedOfModel {
  readonly model: string;
  readonly countCorrection: number;
  readonly windowTokens: number | null;
  readonly loadedFrom: string | null;
}

/** Everything this room writes into a journal, by kind. */
export interface EmployeeEntries {
  /** A round begins: which item it handles and in which language it answers. */
  'employee.round_started': {
    readonly item: string;
    readonly cause: string;
    readonly language: Language;
    readonly resumed: boolean;
  };
  'employee.message_received': { readonly item: string; readonly text: string };
  'employee.opened': { readonly item: string };
  'employee.button_pressed': {
    readonly item: string;
    readonly operation: string;
    readonly button: 'confirm' | 'decline';
    /** Of the button for all in a list; `operation` is then the first. */
    readonly operations?: readonly string[] | undefined;
  };
  /** What was sent. The text is the parts joined. */
  'employee.replied': {
    readonly kind: ReplyKind;
    readonly text: string;
    readonly parts: readonly ReplyPart[];
    /** Of a notice about one thing. */
    readonly operation: string | null;
    /** Of a notice about several: in the order of their numbers. */
    readonly operations?: readonly string[] | undefined;
    readonly expiresAt: string | null;
    readonly language: Language;
  };
  /** A sentence of the model that did not leave, and the check that held it. */
  'employee.sentence_withheld': {
    readonly text: string;
    readonly check: 'claim' | 'never_say' | 'policy';
    readonly pattern: string;
    readonly rule?: string | undefined;
  };
  'employee.task_opened': {
    readonly instance: string;
    readonly task: string;
    readonly subject: JsonValue;
    readonly stage: string;
  };
  'employee.fact_set': {
    readonly instance: string;
    readonly fact: string;
    readonly value: JsonValue;
    /** The call or operation that taught it; the entry says when. */
    readonly from: string;
    readonly source?: 'argument' | 'result' | 'event' | undefined;
    /** True when every argument of that call was proven. */
    readonly proven?: boolean | undefined;
    readonly expiresAt?: string | undefined;
    /** The fact changed: what it was before stands in the entry that `from` leads to. */
    readonly replaces?: { readonly from: string; readonly at: string | null } | undefined;
  };
  /** Something that a call told does not fit the fact's schema, and is no fact. */
  'employee.fact_refused': {
    readonly instance: string;
    readonly fact: string;
    readonly from: string;
    readonly problem: string;
  };
  'employee.stage_entered': { readonly instance: string; readonly stage: string; readonly terminal: boolean };
  /** An event that a contract or the engine raises. */
  'employee.event_raised': { readonly event: string; readonly payload: JsonObject };
  /** The model asked the customer something and waits for the answer (`ask_user`). The reply holds it. */
  'employee.question_asked': {
    readonly question: string;
    readonly text: string;
    readonly reason: string;
    readonly options: readonly string[];
  };
  /** A skill of the pack is active from here on; `pack` is the digest of the pack. */
  'employee.skill_read': { readonly name: string; readonly text: string; readonly pack: string };
  /** From here on a person has the conversation: the employee answers nothing and confirms nothing. */
  'employee.handed_over': {
    readonly reason: HandOverReason;
    /** What it is about, in the words of whoever asked for it. */
    readonly summary: string;
    /** The calls behind a wish or a contract's `then`. */
    readonly operations: readonly string[];
    /** `<policy>/<rule>`, for a policy. */
    readonly rule: string | null;
    /** The operator, where one took it. */
    readonly person: string | null;
    /** What the conditions of a policy saw. */
    readonly inputs?: JsonObject | null | undefined;
  };
  /** An operator has taken what was handed over. */
  'employee.taken_over': { readonly item: string; readonly person: string };
  /** No person wrote in time; the customer has been told, and may go on with the employee where no policy forbids it. */
  'employee.hand_over_unanswered': { readonly since: string; readonly mayGoOn: boolean };
  /** The employee has the conversation again. The summary is what its model is told of the time between. */
  'employee.taken_back': {
    readonly by: 'person' | 'customer';
    readonly person: string | null;
    readonly note: string | null;
    readonly summary: string;
    /** A rule over facts alone that a person has dealt with: it counts again once these facts have changed. */
    readonly dealtWith?: DealtWith | null | undefined;
  };
  'employee.follow_up_done': {
    readonly item: string;
    readonly operation: string;
    readonly person: string;
    readonly note: string | null;
  };
  /** An event from outside that reached the conversation. */
  'employee.event_received': {
    readonly item: string;
    readonly event: string;
    readonly payload: JsonObject;
    /** Who raised it, by their own word. */
    readonly source: string | null;
  };
  /** What a task's subscription did about an event. `id` is the event's: for each id it runs once. */
  'employee.subscription_ran': {
    readonly event: string;
    readonly id: string;
    readonly task: string;
    /** Its place in `event_contract.subscribes`. */
    readonly index: number;
    readonly outcome: 'done' | 'not_met' | 'no_instance' | 'failed';
    readonly instance: string | null;
    readonly problem: string | null;
  };
  'employee.round_ended': {
    readonly item: string;
    readonly end: string;
    readonly problem: string | null;
    /** What the model's provider has taught, for the next rounds with this model. */
    readonly learned?: LearnedOfModel | undefined;
  };
}

export type EmployeeEntryKind = keyof EmployeeEntries;
export type EmployeeEntry<Kind extends EmployeeEntryKind> = JournalEntry<Kind, EmployeeEntries[Kind] & JsonObject>;

/** Which fields hold personal values and are kept as evidence. */
const PERSONAL: Partial<Record<EmployeeEntryKind, readonly string[]>> = {
  'employee.message_received': ['text'],
  'employee.replied': ['text', 'parts'],
  'employee.sentence_withheld': ['text'],
  'employee.question_asked': ['text', 'options'],
  'employee.task_opened': ['subject'],
  'employee.fact_set': ['value'],
  'employee.fact_refused': ['problem'],
  'employee.event_raised': ['payload'],
  'employee.handed_over': ['summary', 'inputs'],
  'employee.taken_back': ['note', 'summary'],
  'employee.follow_up_done': ['note'],
  'employee.event_received': ['payload'],
};

/** One entry of this room, ready for a commit. */
export function employeeEntry<Kind extends EmployeeEntryKind>(kind: Kind, data: EmployeeEntries[Kind]): EntryDraft {
  return { kind, kindVersion: 1, data: data as unknown as JsonObject, personal: PERSONAL[kind] };
}

/** False for an entry of which a personal field is gone because its contact was deleted. */
export function isWhole(entry: JournalEntry): boolean {
  const fields = PERSONAL[entry.kind as EmployeeEntryKind] ?? [];
  return fields.every((field) => !isTombstone(entry.data[field]));
}

function isTombstone(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$deleted' in value;
}

/** True when the entry is of that kind; its data is then typed. */
export function isEmployeeEntry<Kind extends EmployeeEntryKind>(
  entry: JournalEntry,
  kind: Kind,
): entry is EmployeeEntry<Kind> {
  return entry.kind === kind;
}
