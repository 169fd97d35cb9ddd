import type { CapabilitySpace, Release } from '@rolecall/assets';
import type { CapabilityKey, Clock, Finding, JsonObject, Language, Redactor } from '@rolecall/base';
import type { CheckPart, WaitingApproval } from '@rolecall/gate';
import type {
  Accepted,
  ContactRecord,
  ConversationRecord,
  JournalEntry,
  RecordFault,
  StorePorts,
} from '@rolecall/journal';
import type { DeclaredServerState } from '@rolecall/mcp';
import type { RaisedFromOutside } from './intake/raise-event.ts';
import type { Letters } from './letters.ts';
import type { OperatorsDesk } from './operators-desk.ts';

/** An AI employee that the workspace runs, under the release it has now. */
export interface RunningEmployee {
  readonly id: string;
  readonly displayName: { readonly zh: string; readonly en: string };
  readonly model: string;
  readonly rolePack: string;
  readonly release: Release;
  readonly space: CapabilitySpace;
}

/** Who writes, and to whom. */
export interface ConversationKey {
  readonly contact: string;
  readonly employee: string;
  readonly channel: string;
}

/** How a channel's signed tokens are checked. */
export interface ChannelIdentity {
  readonly algorithm: 'HS256' | 'EdDSA';
  /** The secret, or the public key as PEM or JWK; undefined while its credential is not set. */
  readonly key: string | undefined;
  readonly audience: string;
  readonly maxLifetimeMs: number;
}

/** What happens in a conversation, for whoever watches it. */
export type WatchEvent =
  /** Durable: comes again, in order, after any sequence number. */
  | { readonly type: 'entry'; readonly entry: JournalEntry }
  /** Only while it happens, and only in the process that works the conversation. */
  | { readonly type: 'progress'; readonly progress: JsonObject };

/** A part of the fifth boundary, with the line of the asset that asks for it. */
export type ExplainedPart = CheckPart & { readonly file?: string | undefined; readonly line?: number | undefined };

/** The five boundaries of one capability for one employee, printed without running anything. */
export interface Explanation {
  readonly capability: CapabilityKey;
  readonly employee: string;
  readonly title: string;
  /** In the order of the boundaries; the fifth lists what a call would have to meet. */
  readonly boundaries: readonly {
    readonly boundary: string;
    readonly outcome: 'pass' | 'fail' | 'depends' | 'not_evaluated';
    readonly code?: string | undefined;
    readonly reason: string;
    readonly file?: string | undefined;
    readonly line?: number | undefined;
    readonly parts?: readonly ExplainedPart[] | undefined;
  }[];
  /** The first boundary that fails, or undefined. */
  readonly heldBackBy: string | undefined;
}

/** A round as it is traced. */
export interface TracedRound {
  readonly round: string;
  readonly startedAt: string;
  readonly endedAt: string | undefined;
  readonly entries: readonly JournalEntry[];
}

/** A declared server as one process has it: every process that works conversations has its own. */
export interface EmployeeServerState extends DeclaredServerState {
  readonly employee: string;
}

/** A workspace folder at work: the one place where packs, assets, store, models and systems are joined. */
export interface Workspace {
  readonly dir: string;
  readonly name: string;
  readonly language: Language;
  readonly organisation: string;
  readonly clock: Clock;
  readonly store: StorePorts;
  /** Takes every secret that the workspace has resolved out of whatever a face shows, logs or answers. */
  readonly redactor: Redactor;
  /** From `rolecall.yaml`, `page.customers`: whom the page may sign in as. Empty where there is no such list. */
  readonly page: {
    readonly customers: readonly { readonly externalId: string; readonly displayName: string }[];
  };
  /** What loading and checking had to say. */
  findings(): readonly Finding[];
  employees(): readonly RunningEmployee[];
  /** Reads the files again and computes the releases; a round that runs keeps its own. */
  reload(): Promise<readonly Finding[]>;

  /** The contact with this external id; level and id come from whoever authenticated them, never from chat text. */
  contact(contact: {
    readonly externalId: string;
    readonly level: ContactRecord['level'];
    readonly displayName?: string | undefined;
  }): Promise<ContactRecord>;
  /** How customers of a channel prove who they are; undefined for a channel that takes no signed tokens. */
  channelIdentity(channel: string): Promise<ChannelIdentity | undefined>;
  /**
   * Opens (or finds) the conversation; the first time for contact and channel the employee greets, in the language given,
   * else in the business's own.
   */
  open(key: ConversationKey, language?: Language): Promise<ConversationRecord>;
  /** Durable once it answers. Throws `message_too_long` over 20,000 characters. */
  send(message: {
    readonly conversation: string;
    readonly text: string;
    readonly idempotencyKey?: string | undefined;
  }): Promise<Accepted>;
  /** Presses the button of one notice, or the one for several of a list, which are then carried out in this order. */
  press(press: {
    readonly conversation: string;
    readonly operation: string | readonly string[];
    readonly button: 'confirm' | 'decline';
    readonly idempotencyKey?: string | undefined;
  }): Promise<Accepted>;
  /** The writes that wait for an operator's approval, the oldest first. */
  approvals(): Promise<readonly WaitingApproval[]>;
  /**
   * An operator's word on one of them. Everything is decided again before it runs, and the customer hears what came of it; a
   * word on something that waits no longer changes nothing. `reason` is for the record and is not told.
   */
  approve(approval: {
    readonly conversation: string;
    readonly operation: string;
    readonly verdict: 'approve' | 'refuse';
    /** Who gives it, as the business knows them. */
    readonly person: string;
    readonly reason?: string | undefined;
    readonly idempotencyKey?: string | undefined;
  }): Promise<Accepted>;
  /** What waits for people, and what they can do about it. */
  readonly desk: OperatorsDesk;
  /** Takes an event of another system in; durable once it answers. See `RaisedFromOutside` for whom it is about. */
  raise(raised: RaisedFromOutside): Promise<Accepted>;
  /** What could not be handled or delivered, for operators. */
  readonly letters: Letters;
  /** Answers once the item has been handled, by this process or another; throws `timed_out`. */
  handled(conversation: string, item: string, timeoutMs?: number): Promise<void>;
  /** Entries after a sequence number, then whatever follows, until the signal. */
  watch(
    conversation: string,
    options: { readonly after: number; readonly signal: AbortSignal },
  ): AsyncIterable<WatchEvent>;

  /** With `args`: what of a call with these arguments can be said without making it. */
  explain(
    capability: CapabilityKey,
    employee: string,
    language?: Language,
    args?: JsonObject | undefined,
  ): Promise<Explanation>;
  trace(conversation: string, round?: string): Promise<readonly TracedRound[]>;
  /** Tells recorded decisions again from their recorded inputs and compares, and looks whether the record fits together. */
  verify(conversation: string): Promise<{
    readonly decisions: number;
    /** Sequence numbers of those that come out otherwise. */
    readonly different: readonly number[];
    /** Of those whose inputs are gone, because the contact was deleted or they were not to be kept so long. */
    readonly notReplayable: readonly number[];
    /** What shows that entries were changed, taken out or moved. */
    readonly faults: readonly RecordFault[];
    /** What was before this entry was not to be kept so long, and nothing of it can be told again. */
    readonly gone?: { readonly through: number; readonly reason: `retained_until ${string}` } | undefined;
  }>;

  /** The MCP servers of the employees as this process has them now; starts nothing. */
  servers(): readonly EmployeeServerState[];

  /** True when the store answers; what stands in its way goes to the log. */
  isReady(): Promise<boolean>;

  /** Finishes running rounds, stops servers, closes the store. */
  close(): Promise<void>;
}
