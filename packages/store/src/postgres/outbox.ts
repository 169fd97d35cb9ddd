import { type Commit, jsonOf, jsonText, keptText, type OutboxItem, outboxPlace, textKept } from '@rolecall/journal';
import { keyOfConversation } from './contact-key.ts';
import { putDelivery } from './letters.ts';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/** Puts what a commit sends into the outbox, under the key of its contact. */
export function send({ organisation, transaction }: Scope, commit: Commit, sequence: number, contactKey: string): void {
  const { conversation, at, outbox = [] } = commit;
  if (outbox.length === 0) return;
  const rows = outbox.map(({ kind, data }, index) => ({
    organisation,
    conversation,
    sequence,
    item_index: index,
    kind,
    data: keptText(jsonText(data, `outbox[${index}].data`), contactKey, outboxPlace({ conversation, sequence, index })),
    at,
  }));
  transaction.send(tables.insertInto('outbox').values(rows));
  for (const [index, { to }] of outbox.entries()) {
    if (to !== undefined) putDelivery({ organisation, transaction }, { conversation, sequence, index }, to, at);
  }
}

/** What was sent after a sequence number, in order. */
export async function readOutbox(scope: Scope, conversation: string, after: number): Promise<OutboxItem[]> {
  const { organisation, transaction } = scope;
  const key = keyOfConversation(scope, conversation);
  const found = transaction.all(
    tables
      .selectFrom('outbox')
      .select(['sequence', 'item_index', 'kind', 'data', 'at'])
      .where('organisation', '=', organisation)
      .where('conversation', '=', conversation)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .orderBy('item_index'),
  );
  const [contactKey, rows] = await Promise.all([key, found]);
  return rows.map(({ sequence, item_index: index, kind, data, at }) => ({
    conversation,
    sequence,
    index,
    kind,
    data: jsonOf(textKept(data, contactKey, outboxPlace({ conversation, sequence, index }))),
    at,
  }));
}
