import { newId } from '@rolecall/base';
import {
  type Accepted,
  type ConversationRecord,
  epochMs,
  type InboxDraft,
  idempotencyHash,
  inboxContentHash,
  isFromCustomer,
  isoTime,
  isSilent,
  jsonText,
  unknownId,
} from '@rolecall/journal';
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
  await transaction.lock([JSON.stringify(['party', organisation, party.contact, party.employee, party.channel])]);
  if (!(await holdContact(scope, party.contact))) throw unknownId('contact', party.contact);

  const key = draft.idempotencyKey === undefined ? null : idempotencyHash(party, draft.idempotencyKey);
  const repeated = key === null ? undefined : await repeatedItem(scope, key, draft);
  if (repeated) return repeated;

  const conversation = named ? await stillOpen(scope, named.id, draft) : await openConversation(scope, party, draft.at);
  if (!conversation) return { status: 'conflict', reason: 'conversation_closed' };
  return append(scope, conversation, draft, key);
}

async function repeatedItem(
  { organisation, transaction }: Scope,
  hash: string,
  draft: InboxDraft,
): Promise<Accepted | undefined> {
  const earlier = await transaction.get(
    tables
      .selectFrom('inbox')
      .select(['id', 'conversation', 'position', 'content_hash'])
      .where('organisation', '=', organisation)
      .where('idempotency_hash', '=', hash),
  );
  if (!earlier) return undefined;
  if (earlier.content_hash !== inboxContentHash(draft)) return { status: 'conflict', reason: 'other_content' };
  const { id: item, conversation, position } = earlier;
  return { status: 'duplicate', item, conversation, position };
}

/** Read again under the lock: another process may have closed it meanwhile. */
async function stillOpen(scope: Scope, id: string, draft: InboxDraft): Promise<ConversationRecord | undefined> {
  const conversation = await findConversation(scope, id);
  if (conversation === undefined || !isFromCustomer(draft.kind)) return conversation;
  if (conversation.closedAt !== undefined) return undefined;
  if (!isSilent(conversation, draft.at)) return conversation;
  await closeConversation(scope, id, draft.at);
  return undefined;
}

async function append(
  scope: Scope,
  conversation: ConversationRecord,
  draft: InboxDraft,
  idempotency: string | null,
): Promise<Accepted> {
  const { organisation, transaction } = scope;
  const last = await transaction.get(
    tables
      .selectFrom('inbox')
      .select((build) => build.fn.max('position').as('position'))
      .where('organisation', '=', organisation)
      .where('conversation', '=', conversation.id),
  );
  const position = (last?.position ?? 0) + 1;
  const item = newId('in');
  await transaction.run(
    tables.insertInto('inbox').values({
      organisation,
      id: item,
      conversation: conversation.id,
      position,
      kind: draft.kind,
      data: jsonText(draft.data, 'inbox.data'),
      content_hash: inboxContentHash(draft),
      idempotency_hash: idempotency,
      accepted_at: draft.at,
      is_consumed: 0,
      attempts: 0,
      last_error: null,
      failed_at: null,
    }),
  );
  if (isFromCustomer(draft.kind)) await touch(scope, conversation.id, draft.at);
  return { status: 'accepted', item, conversation: conversation.id, position };
}
