import { canonicalJson, contentHash, textHash } from '@rolecall/base';
import type { OutboxDraft } from './commit.ts';
import { epochMs } from './epoch.ts';
import type { ConversationRecord, InboxDraft, InboxKind, TimerRecord } from './ports.ts';

/** Who writes to whom, and how: of one party at most one conversation is open. */
export type Party = Pick<ConversationRecord, 'contact' | 'employee' | 'channel'>;

/** After so long a silence the next message opens a new conversation. Source: design, section 3, "conversation". */
export const SILENCE_MS = 24 * 60 * 60 * 1000;

/** True when nobody has spoken in the conversation for a day. */
export function isSilent(conversation: Pick<ConversationRecord, 'lastActivityAt'>, at: string): boolean {
  return epochMs(at) - epochMs(conversation.lastActivityAt) >= SILENCE_MS;
}

const FROM_CUSTOMER: ReadonlySet<InboxKind> = new Set(['message', 'opened', 'confirm_button', 'decline_button']);

/**
 * True for what a customer does. It counts as activity, and a closed conversation does not take it; everything else
 * (timers, settlements, events, what operators do) reaches a closed conversation too, for it must not be lost.
 */
export function isFromCustomer(kind: InboxKind): boolean {
  return FROM_CUSTOMER.has(kind);
}

/** True when something that the contact sees is sent: that counts as activity. An event for other systems does not. */
export function isSpoken(outbox: readonly Pick<OutboxDraft, 'kind'>[] | undefined): boolean {
  return outbox?.some(({ kind }) => kind !== 'event') ?? false;
}

/** The form in which an idempotency key is kept: it holds inside one party, and the client's text is not stored. */
export function idempotencyHash(party: Party, key: string): string {
  return textHash(canonicalJson([party.contact, party.employee, party.channel, key]));
}

/** What must be the same for a repeated key to be the same item. */
export function inboxContentHash(draft: Pick<InboxDraft, 'kind' | 'data'>): string {
  return contentHash({ kind: draft.kind, data: draft.data });
}

/** The item that a due timer becomes. */
export function timerItem(timer: TimerRecord, at: string): InboxDraft {
  return {
    conversation: timer.conversation,
    kind: 'timer',
    data: { timer: timer.id, dueAt: timer.dueAt, data: timer.data },
    at,
  };
}
