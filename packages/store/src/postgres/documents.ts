import type { JsonObject, JsonValue } from '@rolecall/base';
import { epochMs, isoTime, jsonOf, jsonText } from '@rolecall/journal';
import { type PostgresOrganisation, redacted, type Scope, writing } from './organisation.ts';
import { tables } from './query.ts';

/** Keeps a document under its hash; what is there already stays. */
export async function putDocument(
  organisation: PostgresOrganisation,
  hash: string,
  document: JsonValue,
): Promise<void> {
  const text = jsonText(redacted(organisation, document), 'document');
  await writing(organisation, 'process', ({ transaction }) =>
    transaction.run(
      tables
        .insertInto('documents')
        .values({ organisation: organisation.id, hash, document: text })
        .onConflict((conflict) => conflict.columns(['organisation', 'hash']).doNothing()),
    ),
  );
}

export async function readDocument({ organisation, transaction }: Scope, hash: string): Promise<JsonValue | undefined> {
  const row = await transaction.get(
    tables.selectFrom('documents').select('document').where('organisation', '=', organisation).where('hash', '=', hash),
  );
  return row && jsonOf<JsonValue>(row.document);
}

/** Appends to the organisation's own stream. */
export async function recordFact(
  organisation: PostgresOrganisation,
  kind: string,
  data: JsonObject,
  at: string,
): Promise<void> {
  const time = isoTime(epochMs(at));
  const text = jsonText(redacted(organisation, data), 'fact.data');
  await writing(organisation, 'process', (scope) => appendFact(scope, kind, text, time));
}

/** Appends inside a transaction. One after the other, so that the order of the stream is the order of its commits. */
export async function appendFact(
  { organisation, transaction }: Scope,
  kind: string,
  data: string,
  at: string,
): Promise<void> {
  transaction.lock([JSON.stringify(['facts', organisation])]);
  transaction.send(tables.insertInto('facts').values({ organisation, kind, at, data }));
}

export async function readFacts({ organisation, transaction }: Scope, kind: string | undefined) {
  let select = tables
    .selectFrom('facts')
    .select(['kind', 'at', 'data'])
    .where('organisation', '=', organisation)
    .orderBy('ordinal');
  if (kind !== undefined) select = select.where('kind', '=', kind);
  return (await transaction.all(select)).map((row) => ({ kind: row.kind, at: row.at, data: jsonOf(row.data) }));
}
