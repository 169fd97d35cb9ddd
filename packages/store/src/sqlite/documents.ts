import type { JsonObject, JsonValue } from '@rolecall/base';
import { epochMs, isoTime, jsonOf, jsonText } from '@rolecall/journal';
import { redacted, type SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const insertDocument = query((args: { organisation: string; hash: string; document: string }) =>
  tables
    .insertInto('documents')
    .values({ organisation: args.organisation, hash: args.hash, document: args.document })
    .onConflict((conflict) => conflict.columns(['organisation', 'hash']).doNothing()),
);

const selectDocument = query((args: { organisation: string; hash: string }) =>
  tables
    .selectFrom('documents')
    .select('document')
    .where('organisation', '=', args.organisation)
    .where('hash', '=', args.hash),
);

const selectLastFact = query((args: { organisation: string }) =>
  tables
    .selectFrom('facts')
    .select((build) => build.fn.max('ordinal').as('ordinal'))
    .where('organisation', '=', args.organisation),
);

const insertFact = query((args: { organisation: string; ordinal: number; kind: string; at: string; data: string }) =>
  tables.insertInto('facts').values({
    organisation: args.organisation,
    ordinal: args.ordinal,
    kind: args.kind,
    at: args.at,
    data: args.data,
  }),
);

const selectFacts = query((args: { organisation: string; kind: string | null }) =>
  tables
    .selectFrom('facts')
    .select(['kind', 'at', 'data'])
    .where('organisation', '=', args.organisation)
    .where((build) => build('kind', '=', build.fn.coalesce(build.val(args.kind), 'kind')))
    .orderBy('ordinal'),
);

/** Keeps a document under its hash; what is there already stays. */
export function putDocument(organisation: SqliteOrganisation, hash: string, document: JsonValue): void {
  const { id, connection } = organisation;
  const text = jsonText(redacted(organisation, document), 'document');
  connection.transaction('process', () => connection.run(insertDocument, { organisation: id, hash, document: text }));
}

export function readDocument({ id, connection }: SqliteOrganisation, hash: string): JsonValue | undefined {
  const row = connection.get(selectDocument, { organisation: id, hash });
  return row && jsonOf<JsonValue>(row.document);
}

/** Appends to the organisation's own stream. */
export function recordFact(organisation: SqliteOrganisation, kind: string, data: JsonObject, at: string): void {
  const time = isoTime(epochMs(at));
  organisation.connection.transaction('process', () => appendFact(organisation, kind, data, time));
}

/** Appends inside a transaction. */
export function appendFact(organisation: SqliteOrganisation, kind: string, data: JsonObject, at: string): void {
  const { id, connection } = organisation;
  const text = jsonText(redacted(organisation, data), 'fact.data');
  const ordinal = (connection.get(selectLastFact, { organisation: id })?.ordinal ?? 0) + 1;
  connection.run(insertFact, { organisation: id, ordinal, kind, at, data: text });
}

export function readFacts({ id, connection }: SqliteOrganisation, kind: string | undefined) {
  return connection
    .all(selectFacts, { organisation: id, kind: kind ?? null })
    .map((row) => ({ kind: row.kind, at: row.at, data: jsonOf(row.data) }));
}
