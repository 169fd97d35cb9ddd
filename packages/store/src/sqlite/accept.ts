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
import type { Tables } from '../tables.ts';
import { keyOfContact, keyOfConversation } from './contact-key.ts';
import { contactExists } from './contacts.ts';
import { closeConversation, findConversation, openConversation, touch } from './conversations.ts';
import { redacted, type SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectByKey = query((args: { organisation: string; hash: string }) =>
  tables
    .selectFrom('inbox')
    .select(['id', 'conversation', 'position', 'content_hash'])
    .where('organisation', '=', args.organisation)
    .where('idempotency_hash', '=', args.hash),
);

const selectLast = query((args: { organisation: string; conversation: string }) =>
  tables.selectNoFrom((build) => [
    build
      .selectFrom('inbox')
      .select((last) => last.fn.max('position').as('position'))
      .where('organisation', '=', args.organisation)
      .where('conversation', '=', args.conversation)
      .as('position'),
    build
      .selectFrom('inbox')
      .select((last) => last.fn.max('ordinal').as('ordinal'))
      .where('organisation', '=', args.organisation)
      .as('ordinal'),
  ]),
);

const insertItem = query(
  (
    args: Pick<
      Tables['inbox'],
      | 'organisation'
      | 'id'
      | 'ordinal'
      | 'conversation'
      | 'position'
      | 'data'
      | 'content_hash'
      | 'idempotency_hash'
      | 'accepted_at'
    > & { kind: string },
  ) =>
    tables.insertInto('inbox').values({
      organisation: args.organisation,
      id: args.id,
      ordinal: args.ordinal,
      conversation: args.conversation,
      position: args.position,
      kind: args.kind as InboxDraft['kind'],
      data: args.data,
      content_hash: args.content_hash,
      idempotency_hash: args.idempotency_hash,
      accepted_at: args.accepted_at,
      is_consumed: 0,
      attempts: 0,
      last_error: null,
      failed_at: null,
      begun_under: null,
      interruptions: 0,
    }),
);

/** `StorePorts.accept`: the item is on the disk once this returns. */
export function acceptToSqlite(organisation: SqliteOrganisation, unredacted: InboxDraft): Accepted {
  const at = isoTime(epochMs(unredacted.at));
  const draft = { ...unredacted, at, data: redacted(organisation, unredacted.data) };
  return organisation.connection.transaction('power', () => acceptItem(organisation, draft));
}

/** Accepts inside a transaction. */
export function acceptItem(organisation: SqliteOrganisation, draft: InboxDraft): Accepted {
  const named = typeof draft.conversation === 'string' ? findConversation(organisation, draft.conversation) : undefined;
  const party = typeof draft.conversation === 'string' ? named : draft.conversation;
  if (!party) return { status: 'conflict', reason: 'conversation_unknown' };
  if (!contactExists(organisation, party.contact)) throw unknownId('contact', party.contact);

  const key = draft.idempotencyKey === undefined ? null : idempotencyHash(party, draft.idempotencyKey);
  const repeated = key === null ? undefined : repeatedItem(organisation, key, draft);
  if (repeated) return repeated;

  const conversation = named ? stillOpen(organisation, named, draft) : openConversation(organisation, party, draft.at);
  if (!conversation) return { status: 'conflict', reason: 'conversation_closed' };
  return append(organisation, conversation, draft, key);
}

function repeatedItem(organisation: SqliteOrganisation, hash: string, draft: InboxDraft): Accepted | undefined {
  const { id, connection } = organisation;
  const earlier = connection.get(selectByKey, { organisation: id, hash });
  if (!earlier) return undefined;
  const contactKey = keyOfConversation(organisation, earlier.conversation);
  if (!isSameContent(earlier.content_hash, draft, contactKey)) return { status: 'conflict', reason: 'other_content' };
  const { id: item, conversation, position } = earlier;
  return { status: 'duplicate', item, conversation, position };
}

function stillOpen(
  organisation: SqliteOrganisation,
  conversation: ConversationRecord,
  draft: InboxDraft,
): ConversationRecord | undefined {
  if (!isFromCustomer(draft.kind)) return conversation;
  if (conversation.closedAt !== undefined) return undefined;
  if (!isSilent(conversation, draft.at)) return conversation;
  closeConversation(organisation, conversation.id, draft.at);
  return undefined;
}

function append(
  organisation: SqliteOrganisation,
  conversation: ConversationRecord,
  draft: InboxDraft,
  idempotency: string | null,
): Accepted {
  const { id, connection } = organisation;
  const last = connection.get(selectLast, { organisation: id, conversation: conversation.id });
  const position = (last?.position ?? 0) + 1;
  const item = newId('in');
  const contactKey = keyOfContact(organisation, conversation.contact);
  if (contactKey === undefined) throw unknownId('contact', conversation.contact);
  connection.run(insertItem, {
    organisation: id,
    id: item,
    ordinal: (last?.ordinal ?? 0) + 1,
    conversation: conversation.id,
    position,
    kind: draft.kind,
    data: keptText(jsonText(draft.data, 'inbox.data'), contactKey, inboxPlace(item)),
    content_hash: keptContentHash(draft, contactKey),
    idempotency_hash: idempotency,
    accepted_at: draft.at,
  });
  if (isFromCustomer(draft.kind)) touch(organisation, conversation, draft.at);
  return { status: 'accepted', item, conversation: conversation.id, position };
}
