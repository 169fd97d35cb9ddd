import { newId } from '@rolecall/base';
import {
  type Accepted,
  type ConversationRecord,
  epochMs,
  type InboxDraft,
  idempotencyHash,
  inboxPlace,
  isFromCustomer,
  isoTime,
  isSameContent,
  isSilent,
  jsonText,
  keptContentHash,
  keptText,
  unknownId,
} from '@rolecall/journal';
import { keyOfContact, keyOfConversation } from './contact-key.ts';
import { holdContact } from './contacts.ts';
import { closeConversation, findConversation, openConversation, touch } from './conversations.ts';
import { type PostgresOrganisation, redacted, type Scope, writing } from './organisation.ts';
import { tables } from './query.ts';

/** `StorePorts.accept`: the item is on the disk once this answers. */
export async function acceptToPostgres(organisation: PostgresOrganisation, unredacted: InboxDraft): Promise<Accepted> {
  const at = isoTime(epochMs(unredacted.at));
  const draft = { ...unredacted, at, data: redacted(organisation, unredacted.data) };
  return writing(organisation, 'power', (scope) => acceptItem(scope, draft));
}

/** Accepts inside a transaction. Who writes to one party waits for each other, so that positions have no gap. */
export async function acceptItem(scope: Scope, draft: InboxDraft): Promise<Accepted> {
  const { organisation, transaction } = scope;
  const named = typeof draft.conversation === 'string' ? await findConversation(scope, draft.conversation) : undefined;
  const party = typeof draft.conversation === 'string' ? named : draft.conversation;
  if (!party) return { status: 'conflict', reason: 'conversation_unknown' };
  transaction.lock([JSON.stringify(['party', organisation, party.contact, party.employee, party.channel])]);
  const key = draft.idempotencyKey === undefined ? null : idempotencyHash(party, draft.idempotencyKey);
  // Asked for at once, behind the lock; what a conversation that is found later has in its inbox is asked for then.
  const [isHeld, contactKey, repeated, again, last] = await Promise.all([
    holdContact(scope, party.contact),
    keyOfContact(scope, party.contact),
    key === null ? undefined : repeatedItem(scope, key, draft),
    named && findConversation(scope, named.id),
    named && lastPosition(scope, named.id),
  ]);
  if (!isHeld || contactKey === undefined) throw unknownId('contact', party.contact);
  if (repeated) return repeated;
  if (!named) {
    const opened = await openConversation(scope, party, draft.at);
    return append(scope, opened, draft, key, await lastPosition(scope, opened.id), contactKey);
  }
  const conversation = stillOpen(scope, again, draft);
  if (!conversation) return { status: 'conflict', reason: 'conversation_closed' };
  return append(scope, conversation, draft, key, last ?? 0, contactKey);
}

async function repeatedItem(scope: Scope, hash: string, draft: InboxDraft): Promise<Accepted | undefined> {
  const { organisation, transaction } = scope;
  const earlier = await transaction.get(
    tables
      .selectFrom('inbox')
      .select(['id', 'conversation', 'position', 'content_hash'])
      .where('organisation', '=', organisation)
      .where('idempotency_hash', '=', hash),
  );
  if (!earlier) return undefined;
  const contactKey = await keyOfConversation(scope, earlier.conversation);
  if (!isSameContent(earlier.content_hash, draft, contactKey)) return { status: 'conflict', reason: 'other_content' };
  const { id: item, conversation, position } = earlier;
  return { status: 'duplicate', item, conversation, position };
}

/** Read again under the lock: another process may have closed it meanwhile. */
function stillOpen(
  scope: Scope,
  conversation: ConversationRecord | undefined,
  draft: InboxDraft,
): ConversationRecord | undefined {
  if (conversation === undefined || !isFromCustomer(draft.kind)) return conversation;
  if (conversation.closedAt !== undefined) return undefined;
  if (!isSilent(conversation, draft.at)) return conversation;
  closeConversation(scope, conversation.id, draft.at);
  return undefined;
}

async function lastPosition({ organisation, transaction }: Scope, conversation: string): Promise<number> {
  const last = await transaction.get(
    tables
      .selectFrom('inbox')
      .select((build) => build.fn.max('position').as('position'))
      .where('organisation', '=', organisation)
      .where('conversation', '=', conversation),
  );
  return last?.position ?? 0;
}

function append(
  scope: Scope,
  conversation: ConversationRecord,
  draft: InboxDraft,
  idempotency: string | null,
  last: number,
  contactKey: string,
): Accepted {
  const { organisation, transaction } = scope;
  const position = last + 1;
  const item = newId('in');
  transaction.send(
    tables.insertInto('inbox').values({
      organisation,
      id: item,
      conversation: conversation.id,
      position,
      kind: draft.kind,
      data: keptText(jsonText(draft.data, 'inbox.data'), contactKey, inboxPlace(item)),
      content_hash: keptContentHash(draft, contactKey),
      idempotency_hash: idempotency,
      accepted_at: draft.at,
      is_consumed: 0,
      attempts: 0,
      last_error: null,
      failed_at: null,
      begun_under: null,
      interruptions: 0,
    }),
  );
  if (isFromCustomer(draft.kind)) touch(scope, conversation.id, draft.at);
  return { status: 'accepted', item, conversation: conversation.id, position };
}
