import type { JsonValue } from '@rolecall/base';
import {
  type Commit,
  decryptEvidence,
  encryptEvidence,
  type JournalEntry,
  jsonOf,
  jsonText,
  type ProjectionIndex,
  projectEntry,
  referenceOf,
  sealEntry,
  unsealEntry,
} from '@rolecall/journal';
import { ENTRY_COLUMNS, type EntryRow, entryOf, entryRow } from '../rows/entry-row.ts';
import type { Tables } from '../tables.ts';
import type { SqliteConnection } from './connection.ts';
import { type EvidenceOwner, ownerOfConversation } from './contact-key.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { clearRows, rowsOf } from './projected-rows.ts';
import { query, type SqlValue, tables } from './query.ts';

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
    .select(ENTRY_COLUMNS)
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
    .select(ENTRY_COLUMNS.map((column) => `entries.${column}` as const))
    .innerJoin('contact_keys', (join) =>
      join
        .onRef('contact_keys.organisation', '=', 'conversations.organisation')
        .onRef('contact_keys.contact', '=', 'conversations.contact'),
    )
    .select(['entries.ordinal', 'conversations.contact', 'contact_keys.key'])
    .where('entries.organisation', '=', args.organisation)
    .where('entries.ordinal', '>', args.after)
    .where((build) =>
      build.not(
        build.exists(
          build
            .selectFrom('checkpoints')
            .select('checkpoints.sequence')
            .whereRef('checkpoints.organisation', '=', 'entries.organisation')
            .whereRef('checkpoints.conversation', '=', 'entries.conversation')
            .where('checkpoints.cut_entries', '>', build.lit(0)),
        ),
      ),
    )
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

const PENDING = 'rebuild_pending';

const selectPending = query((_: Record<never, never>) =>
  tables.selectFrom('meta').select('value').where('organisation', '=', '').where('key', '=', PENDING),
);

const deletePending = query((_: Record<never, never>) =>
  tables.deleteFrom('meta').where('organisation', '=', '').where('key', '=', PENDING),
);

/** Stores the entries of a commit and their evidence and lets the projections change their rows. */
export function appendEntries(
  organisation: SqliteOrganisation,
  contact: EvidenceOwner,
  entries: Commit['entries'],
): void {
  const { id, connection, projections } = organisation;
  if (entries.length === 0) return;
  let ordinal = connection.get(lastOrdinal, { organisation: id })?.ordinal ?? 0;
  for (const entry of entries) {
    const path = `entries[${entry.sequence}].data`;
    const { stored, evidence } = sealEntry(entry, contact.key);
    const texts = new Map(evidence.map(({ ref, value }) => [ref, jsonText(value, path)]));
    for (const [ref, text] of texts) {
      const value = encryptEvidence(text, contact.key, ref);
      connection.run(insertEvidence, { organisation: id, contact: contact.id, ref, value });
    }
    const row = entryRow(stored, path);
    connection.run(insertEntry, { ...row, organisation: id, ordinal: ++ordinal });
    if (projections.has(entry.kind)) project(organisation, row, projections, (ref) => texts.get(ref));
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
    const owner = ownerOfConversation(organisation, conversation);
    const rows = connection.all(selectEntries, { organisation: id, conversation, after, limit });
    return rows.map((row) => unsealed(row, (ref) => keptText(organisation, owner, ref)));
  });
}

/** One personal value of an entry. */
export function readApart(
  organisation: SqliteOrganisation,
  conversation: string,
  sequence: number,
  field: string,
): JsonValue | undefined {
  const { id, connection } = organisation;
  return connection.snapshot(() => {
    const owner = ownerOfConversation(organisation, conversation);
    const [row] = connection.all(selectEntries, { organisation: id, conversation, after: sequence - 1, limit: 1 });
    const ref = row?.sequence === sequence ? referenceOf(entryOf(row), field) : undefined;
    const text = ref === undefined ? undefined : keptText(organisation, owner, ref);
    return text === undefined ? undefined : jsonOf<JsonValue>(text);
  });
}

/** All entries as they are stored. */
export function readStoredEntries({ id, connection }: SqliteOrganisation, conversation: string): JournalEntry[] {
  return connection.all(selectEntries, { organisation: id, conversation, after: 0, limit: -1 }).map(entryOf);
}

/**
 * Folds the rows of all organisations again, over their entries in the order in which they were committed. Those of
 * deleted contacts are left out: nothing may be known of them any more.
 */
export function rebuildRows(connection: SqliteConnection, projections: ProjectionIndex): void {
  connection.transaction('process', () => {
    connection.run(deletePending, {});
    clearRows(connection);
    for (const { organisation: id } of connection.all(selectOrganisations, {})) {
      const organisation = { id, connection, projections, redact: undefined, keepsContact: undefined };
      let after = 0;
      for (;;) {
        const rows = connection.all(selectWritten, { organisation: id, after, limit: PAGE });
        for (const row of rows) {
          const owner = { id: row.contact, key: row.key };
          project(organisation, row, projections, (ref) => keptText(organisation, owner, ref));
        }
        if (rows.length < PAGE) break;
        after = rows.at(-1)?.ordinal ?? after;
      }
    }
  });
}

/** Rebuilds when a migration has asked for it: it could not itself, because it knows no projections. */
export function rebuildIfPending(connection: SqliteConnection, projections: ProjectionIndex): void {
  if (projections.size > 0 && connection.get(selectPending, {})) rebuildRows(connection, projections);
}

function project(
  organisation: SqliteOrganisation,
  row: EntryRow,
  projections: ProjectionIndex,
  textOf: (ref: string) => string | undefined,
): void {
  if (!projections.has(row.kind)) return;
  projectEntry(unsealed(row, textOf), projections, rowsOf(organisation, row.conversation));
}

function unsealed(row: EntryRow, textOf: (ref: string) => string | undefined): JournalEntry {
  return unsealEntry(entryOf(row), (ref) => {
    const text = textOf(ref);
    return text === undefined ? undefined : jsonOf<JsonValue>(text);
  });
}

function keptText(
  { id, connection }: SqliteOrganisation,
  owner: EvidenceOwner | undefined,
  ref: string,
): string | undefined {
  const found = owner && connection.get(selectEvidence, { organisation: id, contact: owner.id, ref });
  return found && decryptEvidence(found.value, owner.key, ref);
}
