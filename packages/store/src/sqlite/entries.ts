import type { JsonValue } from '@rolecall/base';
import {
  type Commit,
  type EvidenceReference,
  type JournalEntry,
  jsonOf,
  jsonText,
  type ProjectionIndex,
  projectEntry,
  sealEntry,
  unsealEntry,
} from '@rolecall/journal';
import type { SqliteConnection } from './connection.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { clearRows, rowsOf } from './projected-rows.ts';
import { query, type SqlValue, tables } from './query.ts';
import type { Tables } from './tables.ts';

type EntryRow = Omit<Tables['entries'], 'organisation' | 'ordinal'>;

const COLUMNS = [
  'conversation',
  'sequence',
  'at',
  'round',
  'step',
  'kind',
  'kind_version',
  'caused_by',
  'release',
  'engine',
  'data',
  'evidence',
] as const satisfies readonly (keyof EntryRow)[];

const PAGE = 500;

const lastOrdinal = query((args: { organisation: string }) =>
  tables
    .selectFrom('entries')
    .select((build) => build.fn.max('ordinal').as('ordinal'))
    .where('organisation', '=', args.organisation),
);

const insertEntry = query((args: Tables['entries'] & { [name: string]: SqlValue }) =>
  tables.insertInto('entries').values({
    organisation: args.organisation,
    ordinal: args.ordinal,
    conversation: args.conversation,
    sequence: args.sequence,
    at: args.at,
    round: args.round,
    step: args.step,
    kind: args.kind,
    kind_version: args.kind_version,
    caused_by: args.caused_by,
    release: args.release,
    engine: args.engine,
    data: args.data,
    evidence: args.evidence,
  }),
);

const selectEntries = query((args: { organisation: string; conversation: string; after: number; limit: number }) =>
  tables
    .selectFrom('entries')
    .select(COLUMNS)
    .where('organisation', '=', args.organisation)
    .where('conversation', '=', args.conversation)
    .where('sequence', '>', args.after)
    .orderBy('sequence')
    .limit(args.limit),
);

const selectWritten = query((args: { organisation: string; after: number; limit: number }) =>
  tables
    .selectFrom('entries')
    .innerJoin('conversations', (join) =>
      join
        .onRef('conversations.organisation', '=', 'entries.organisation')
        .onRef('conversations.id', '=', 'entries.conversation'),
    )
    .select(COLUMNS.map((column) => `entries.${column}` as const))
    .select(['entries.ordinal', 'conversations.contact'])
    .where('entries.organisation', '=', args.organisation)
    .where('entries.ordinal', '>', args.after)
    .orderBy('entries.ordinal')
    .limit(args.limit),
);

const selectOrganisations = query((_: Record<never, never>) =>
  tables.selectFrom('conversations').select('organisation').distinct(),
);

const insertEvidence = query((args: Tables['evidence'] & { [name: string]: SqlValue }) =>
  tables.insertInto('evidence').values({
    organisation: args.organisation,
    contact: args.contact,
    ref: args.ref,
    value: args.value,
  }),
);

const selectEvidence = query((args: { organisation: string; contact: string; ref: string }) =>
  tables
    .selectFrom('evidence')
    .select('value')
    .where('organisation', '=', args.organisation)
    .where('contact', '=', args.contact)
    .where('ref', '=', args.ref),
);

const selectContactOf = query((args: { organisation: string; conversation: string }) =>
  tables
    .selectFrom('conversations')
    .select('contact')
    .where('organisation', '=', args.organisation)
    .where('id', '=', args.conversation),
);

/** Stores the entries of a commit and their evidence and lets the projections change their rows. */
export function appendEntries(
  organisation: SqliteOrganisation,
  contact: { readonly id: string; readonly key: string },
  entries: Commit['entries'],
): void {
  const { id, connection, projections } = organisation;
  if (entries.length === 0) return;
  let ordinal = connection.get(lastOrdinal, { organisation: id })?.ordinal ?? 0;
  for (const entry of entries) {
    const path = `entries[${entry.sequence}].data`;
    const { stored, evidence } = sealEntry(entry, contact.key);
    for (const { ref, value } of evidence) {
      const text = jsonText(value, path);
      connection.run(insertEvidence, { organisation: id, contact: contact.id, ref, value: text });
    }
    const row = rowOf(stored, path);
    connection.run(insertEntry, { ...row, organisation: id, ordinal: ++ordinal });
    if (projections.has(entry.kind)) project(organisation, contact.id, row, projections);
  }
}

/** Entries after a sequence number, with personal values in their place. */
export function readEntries(
  organisation: SqliteOrganisation,
  conversation: string,
  after: number,
  limit: number,
): JournalEntry[] {
  const { id, connection } = organisation;
  return connection.snapshot(() => {
    const contact = connection.get(selectContactOf, { organisation: id, conversation })?.contact ?? '';
    const rows = connection.all(selectEntries, { organisation: id, conversation, after, limit });
    return rows.map((row) => unsealed(organisation, contact, row));
  });
}

/** All entries as they are stored. */
export function readStoredEntries({ id, connection }: SqliteOrganisation, conversation: string): JournalEntry[] {
  return connection.all(selectEntries, { organisation: id, conversation, after: 0, limit: -1 }).map(entryOf);
}

/** Folds the rows of all organisations again, over their entries in the order in which they were committed. */
export function rebuildRows(connection: SqliteConnection, projections: ProjectionIndex): void {
  connection.transaction('process', () => {
    clearRows(connection);
    for (const { organisation: id } of connection.all(selectOrganisations, {})) {
      const organisation = { id, connection, projections, redact: undefined };
      let after = 0;
      for (;;) {
        const rows = connection.all(selectWritten, { organisation: id, after, limit: PAGE });
        for (const row of rows) project(organisation, row.contact, row, projections);
        if (rows.length < PAGE) break;
        after = rows.at(-1)?.ordinal ?? after;
      }
    }
  });
}

function project(organisation: SqliteOrganisation, contact: string, row: EntryRow, projections: ProjectionIndex): void {
  if (!projections.has(row.kind)) return;
  projectEntry(unsealed(organisation, contact, row), projections, rowsOf(organisation));
}

function unsealed({ id, connection }: SqliteOrganisation, contact: string, row: EntryRow): JournalEntry {
  return unsealEntry(entryOf(row), (ref) => {
    const found = connection.get(selectEvidence, { organisation: id, contact, ref });
    return found && jsonOf<JsonValue>(found.value);
  });
}

function rowOf(entry: JournalEntry, path: string): EntryRow {
  return {
    conversation: entry.conversation,
    sequence: entry.sequence,
    at: entry.at,
    round: entry.round ?? null,
    step: entry.step ?? null,
    kind: entry.kind,
    kind_version: entry.kindVersion,
    caused_by: entry.causedBy ?? null,
    release: entry.release ?? null,
    engine: entry.engine,
    data: jsonText(entry.data, path),
    evidence: entry.evidence ? JSON.stringify(entry.evidence) : null,
  };
}

function entryOf(row: EntryRow): JournalEntry {
  return {
    conversation: row.conversation,
    sequence: row.sequence,
    at: row.at,
    ...(row.round === null ? {} : { round: row.round }),
    ...(row.step === null ? {} : { step: row.step }),
    kind: row.kind,
    kindVersion: row.kind_version,
    ...(row.caused_by === null ? {} : { causedBy: row.caused_by }),
    ...(row.release === null ? {} : { release: row.release }),
    engine: row.engine,
    data: jsonOf(row.data),
    ...(row.evidence === null ? {} : { evidence: JSON.parse(row.evidence) as EvidenceReference[] }),
  };
}
