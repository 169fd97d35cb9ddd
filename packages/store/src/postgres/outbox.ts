import { type Commit, jsonOf, jsonText, type OutboxItem } from '@rolecall/journal';
import { putDelivery } from './letters.ts';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/** Puts what a commit sends into the outbox. */
export function send({ organisation, transaction }: Scope, commit: Commit, sequence: number): void {
  const { conversation, at, outbox = [] } = commit;
  if (outbox.length === 0) return;
  const rows = outbox.map(({ kind, data }, index) => ({
    organisation,
    conversation,
    sequence,
    item_index: index,
    kind,
    data: jsonText(data, `outbox[${index}].data`),
    at,
  }));
  transaction.send(tables.insertInto('outbox').values(rows));
  for (const [index, { to }] of outbox.entries()) {
    if (to !== undefined) putDelivery({ organisation, transaction }, { conversation, sequence, index }, to, at);
  }
}

/** What was sent after a sequence number, in order. */
export async function readOutbox(
  { organisation, transaction }: Scope,
  conversation: string,
  after: number,
): Promise<OutboxItem[]> {
  const rows = await transaction.all(
    tables
      .selectFrom('outbox')
      .select(['sequence', 'item_index', 'kind', 'data', 'at'])
      .where('organisation', '=', organisation)
      .where('conversation', '=', conversation)
      .where('sequence', '>', after)
      .orderBy('sequence')
      .orderBy('item_index'),
  );
  return rows.map(({ sequence, item_index: index, kind, data, at }) => ({
    conversation,
    sequence,
    index,
    kind,
    data: jsonOf(data),
    at,
  }));
}
