import { newId } from '@rolecall/base';
import { type ConversationRecord, epochMs, isSilent, type Party } from '@rolecall/journal';
import { sql } from 'kysely';
import { CONVERSATION_COLUMNS, conversationOf } from '../rows/conversation-row.ts';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

export async function findConversation(
  { organisation, transaction }: Scope,
  id: string,
): Promise<ConversationRecord | undefined> {
  const row = await transaction.get(
    tables
      .selectFrom('conversations')
      .select(CONVERSATION_COLUMNS)
      .where('organisation', '=', organisation)
      .where('id', '=', id),
  );
  return row && conversationOf(row);
}

/**
 * The open conversation of a party; one that has been silent for a day is closed and a new one opened. The caller holds
 * the party's lock.
 */
export async function openConversation(scope: Scope, party: Party, at: string): Promise<ConversationRecord> {
  const { organisation, transaction } = scope;
  const { contact, employee, channel } = party;
  const row = await transaction.get(
    tables
      .selectFrom('conversations')
      .select(CONVERSATION_COLUMNS)
      .where('organisation', '=', organisation)
      .where('contact', '=', contact)
      .where('employee', '=', employee)
      .where('channel', '=', channel)
      .where('closed_at', 'is', null),
  );
  const present = row && conversationOf(row);
  if (present && !isSilent(present, at)) return present;
  if (present) closeConversation(scope, present.id, at);
  const opened = { id: newId('conv'), contact, employee, channel };
  transaction.send(
    tables.insertInto('conversations').values({
      ...opened,
      organisation,
      opened_at: epochMs(at),
      last_activity_at: epochMs(at),
      closed_at: null,
      sequence: 0,
    }),
  );
  return { ...opened, openedAt: at, lastActivityAt: at, sequence: 0 };
}

export function closeConversation({ organisation, transaction }: Scope, id: string, at: string): void {
  transaction.send(
    tables
      .updateTable('conversations')
      .set({ closed_at: epochMs(at) })
      .where('organisation', '=', organisation)
      .where('id', '=', id),
  );
}

/** Somebody spoke. A round that commits at the same moment may have been later. */
export function touch({ organisation, transaction }: Scope, id: string, at: string): void {
  transaction.send(
    tables
      .updateTable('conversations')
      .set({ last_activity_at: sql<number>`greatest(last_activity_at, ${epochMs(at)})` })
      .where('organisation', '=', organisation)
      .where('id', '=', id),
  );
}

export async function listConversations(
  { organisation, transaction }: Scope,
  filter: { readonly contact?: string; readonly employee?: string; readonly limit?: number },
): Promise<ConversationRecord[]> {
  const { contact, employee, limit } = filter;
  let select = tables
    .selectFrom('conversations')
    .select(CONVERSATION_COLUMNS)
    .where('organisation', '=', organisation)
    .orderBy('opened_at', 'desc')
    .orderBy('ordinal', 'desc');
  if (contact !== undefined) select = select.where('contact', '=', contact);
  if (employee !== undefined) select = select.where('employee', '=', employee);
  if (limit !== undefined) select = select.limit(limit);
  return (await transaction.all(select)).map(conversationOf);
}
