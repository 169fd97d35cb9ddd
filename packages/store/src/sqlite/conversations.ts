import { newId } from '@rolecall/base';
import { type ConversationRecord, epochMs, isSilent, type Party } from '@rolecall/journal';
import { CONVERSATION_COLUMNS, conversationOf } from '../rows/conversation-row.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectConversation = query((args: { organisation: string; conversation: string }) =>
  tables
    .selectFrom('conversations')
    .select(CONVERSATION_COLUMNS)
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.conversation),
);

const selectOpen = query((args: { organisation: string; contact: string; employee: string; channel: string }) =>
  tables
    .selectFrom('conversations')
    .select(CONVERSATION_COLUMNS)
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact)
    .where('employee', '=', args.employee)
    .where('channel', '=', args.channel)
    .where('closed_at', 'is', null),
);

/** One statement for each set of filters, so that each can use its index. */
const selectNewest = (filter: { readonly byContact: boolean; readonly byEmployee: boolean }) =>
  query((args: { organisation: string; contact: string; employee: string; limit: number }) =>
    tables
      .selectFrom('conversations')
      .select(CONVERSATION_COLUMNS)
      .where('organisation', '=', args.organisation)
      .$if(filter.byContact, (select) => select.where('contact', '=', args.contact))
      .$if(filter.byEmployee, (select) => select.where('employee', '=', args.employee))
      .orderBy('opened_at', 'desc')
      .orderBy('ordinal', 'desc')
      .limit(args.limit),
  );

const selectAllNewest = selectNewest({ byContact: false, byEmployee: false });
const selectNewestOfContact = selectNewest({ byContact: true, byEmployee: false });
const selectNewestOfEmployee = selectNewest({ byContact: false, byEmployee: true });
const selectNewestOfBoth = selectNewest({ byContact: true, byEmployee: true });

const selectLastOrdinal = query((args: { organisation: string }) =>
  tables
    .selectFrom('conversations')
    .select((build) => build.fn.max('ordinal').as('ordinal'))
    .where('organisation', '=', args.organisation),
);

const insertConversation = query(
  (args: {
    organisation: string;
    id: string;
    ordinal: number;
    contact: string;
    employee: string;
    channel: string;
    at: number;
  }) =>
    tables.insertInto('conversations').values({
      organisation: args.organisation,
      id: args.id,
      ordinal: args.ordinal,
      contact: args.contact,
      employee: args.employee,
      channel: args.channel,
      opened_at: args.at,
      last_activity_at: args.at,
      closed_at: null,
      sequence: 0,
    }),
);

const updateClosed = query((args: { organisation: string; conversation: string; at: number }) =>
  tables
    .updateTable('conversations')
    .set({ closed_at: args.at })
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.conversation),
);

const updateActivity = query((args: { organisation: string; conversation: string; at: number }) =>
  tables
    .updateTable('conversations')
    .set({ last_activity_at: args.at })
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.conversation),
);

export function findConversation(
  { id, connection }: SqliteOrganisation,
  conversation: string,
): ConversationRecord | undefined {
  const row = connection.get(selectConversation, { organisation: id, conversation });
  return row && conversationOf(row);
}

/** The open conversation of a party; one that has been silent for a day is closed and a new one opened. */
export function openConversation(organisation: SqliteOrganisation, party: Party, at: string): ConversationRecord {
  const { id, connection } = organisation;
  const { contact, employee, channel } = party;
  const row = connection.get(selectOpen, { organisation: id, contact, employee, channel });
  const present = row && conversationOf(row);
  if (present && !isSilent(present, at)) return present;
  if (present) closeConversation(organisation, present.id, at);
  const ordinal = (connection.get(selectLastOrdinal, { organisation: id })?.ordinal ?? 0) + 1;
  const opened = { id: newId('conv'), contact, employee, channel };
  connection.run(insertConversation, { ...opened, organisation: id, ordinal, at: epochMs(at) });
  return { ...opened, openedAt: at, lastActivityAt: at, sequence: 0 };
}

export function closeConversation({ id, connection }: SqliteOrganisation, conversation: string, at: string): void {
  connection.run(updateClosed, { organisation: id, conversation, at: epochMs(at) });
}

/** Somebody spoke. */
export function touch({ id, connection }: SqliteOrganisation, conversation: ConversationRecord, at: string): void {
  const latest = Math.max(epochMs(conversation.lastActivityAt), epochMs(at));
  connection.run(updateActivity, { organisation: id, conversation: conversation.id, at: latest });
}

export function listConversations(
  { id, connection }: SqliteOrganisation,
  filter: { readonly contact?: string; readonly employee?: string; readonly limit?: number },
): ConversationRecord[] {
  const { contact, employee, limit = -1 } = filter;
  const ofContact = employee === undefined ? selectNewestOfContact : selectNewestOfBoth;
  const ofAnybody = employee === undefined ? selectAllNewest : selectNewestOfEmployee;
  return connection
    .all(contact === undefined ? ofAnybody : ofContact, {
      organisation: id,
      contact: contact ?? '',
      employee: employee ?? '',
      limit,
    })
    .map(conversationOf);
}
