import type { JsonValue } from '@rolecall/base';
import {
  type Commit,
  decryptEvidence,
  encryptEvidence,
  type JournalEntry,
  jsonOf,
  jsonText,
  type ProjectionIndex,
  referenceOf,
  sealEntry,
  unsealEntry,
} from '@rolecall/journal';
import { ENTRY_COLUMNS, type EntryRow, entryOf, entryRow } from '../rows/entry-row.ts';
import type { PostgresDatabase } from './database.ts';
import type { Scope } from './organisation.ts';
import { FoldedRows } from './projected-rows.ts';
import { tables } from './query.ts';

const PAGE = 500;

const CUT = 'select conversation from checkpoints where organisation = $1 and cut_entries > 0';

/** Stores the entries of a commit and their evidence and lets the projections change their rows. */
export async function appendEntries(
  scope: Scope,
  contact: { readonly id: string; readonly key: string },
  entries: Commit['entries'],
  projections: ProjectionIndex,
): Promise<void> {
  if (entries.length === 0) return;
  const { organisation, transaction } = scope;
  const folded = new FoldedRows(scope, projections);
  const rows: EntryRow[] = [];
  const kept: { readonly ref: string; readonly value: string }[] = [];
  for (const entry of entries) {
    const path = `entries[${entry.sequence}].data`;
    const { stored, evidence } = sealEntry(entry, contact.key);
    const texts = new Map(evidence.map(({ ref, value }) => [ref, jsonText(value, path)]));
    for (const [ref, text] of texts) kept.push({ ref, value: encryptEvidence(text, contact.key, ref) });
    const row = entryRow(stored, path);
    rows.push(row);
    await folded.fold(unsealed(row, texts));
  }
  folded.lock();
  transaction.send(tables.insertInto('entries').values(rows.map((row) => ({ ...row, organisation }))));
  if (kept.length > 0) {
    const values = kept.map((row) => ({ ...row, organisation, contact: contact.id }));
    transaction.send(tables.insertInto('evidence').values(values));
  }
  folded.write();
}

/** Entries after a sequence number, with personal values in their place. */
export async function readEntries(
  scope: Scope,
  conversation: string,
  after: number,
  limit: number | undefined,
): Promise<JournalEntry[]> {
  const rows = await rowsAfter(scope, conversation, after, limit);
  const texts = await keptTexts(scope, rows);
  return rows.map((row) => unsealed(row, texts));
}

/** One personal value of an entry. */
export async function readApart(
  scope: Scope,
  conversation: string,
  sequence: number,
  field: string,
): Promise<JsonValue | undefined> {
  const [row] = await rowsAfter(scope, conversation, sequence - 1, 1);
  const ref = row?.sequence === sequence ? referenceOf(entryOf(row), field) : undefined;
  if (ref === undefined) return undefined;
  const text = (await textsUnder(scope, [conversation], [ref])).get(ref);
  return text === undefined ? undefined : jsonOf<JsonValue>(text);
}

/** All entries as they are stored. */
export async function readStoredEntries(scope: Scope, conversation: string): Promise<JournalEntry[]> {
  return (await rowsAfter(scope, conversation, 0, undefined)).map(entryOf);
}

/**
 * Folds the rows of all organisations again, over their entries in the order in which they were committed. Those of
 * deleted contacts are left out: nothing may be known of them any more. Commits wait meanwhile.
 */
export async function rebuildRows(database: PostgresDatabase, projections: ProjectionIndex): Promise<void> {
  for (const organisation of await database.organisations()) {
    await database.transaction(organisation, 'process', async (transaction) => {
      const scope = { organisation, transaction };
      await transaction.raw(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [rebuildLock(organisation)]);
      // Of a conversation that was cut the rows stay as they are: what they were folded from is gone.
      transaction.sendRaw(
        `delete from projected_rows where organisation = $1 and (conversation is null or conversation not in (${CUT}))`,
        [organisation],
      );
      for (let after = 0; ; ) {
        const rows = await writtenAfter(scope, after);
        const texts = await keptTexts(scope, rows);
        const folded = new FoldedRows(scope, projections);
        for (const row of rows) await folded.fold(unsealed(row, texts));
        folded.write();
        if (rows.length < PAGE) break;
        after = rows.at(-1)?.ordinal ?? after;
      }
    });
  }
}

/** A commit shares it, a rebuild has it alone. */
export function rebuildLock(organisation: string): string {
  return JSON.stringify(['rebuild', organisation]);
}

function rowsAfter(
  { organisation, transaction }: Scope,
  conversation: string,
  after: number,
  limit: number | undefined,
): Promise<EntryRow[]> {
  let select = tables
    .selectFrom('entries')
    .select(ENTRY_COLUMNS)
    .where('organisation', '=', organisation)
    .where('conversation', '=', conversation)
    .where('sequence', '>', after)
    .orderBy('sequence');
  if (limit !== undefined) select = select.limit(limit);
  return transaction.all(select);
}

function writtenAfter(
  { organisation, transaction }: Scope,
  after: number,
): Promise<(EntryRow & { ordinal: number })[]> {
  return transaction.all(
    tables
      .selectFrom('entries')
      .innerJoin('conversations', (join) =>
        join
          .onRef('conversations.organisation', '=', 'entries.organisation')
          .onRef('conversations.id', '=', 'entries.conversation'),
      )
      .innerJoin('contacts', (join) =>
        join
          .onRef('contacts.organisation', '=', 'conversations.organisation')
          .onRef('contacts.id', '=', 'conversations.contact'),
      )
      .select(ENTRY_COLUMNS.map((column) => `entries.${column}` as const))
      .select('entries.ordinal')
      .where('entries.organisation', '=', organisation)
      .where('entries.ordinal', '>', after)
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom('checkpoints')
              .select('checkpoints.sequence')
              .whereRef('checkpoints.organisation', '=', 'entries.organisation')
              .whereRef('checkpoints.conversation', '=', 'entries.conversation')
              .where('checkpoints.cut_entries', '>', 0),
          ),
        ),
      )
      .orderBy('entries.ordinal')
      .limit(PAGE),
  );
}

/** The personal values of some entries, by reference; those of a deleted contact are missing. */
async function keptTexts(scope: Scope, rows: readonly EntryRow[]): Promise<Map<string, string>> {
  const refs = rows.flatMap((row) => entryOf(row).evidence?.flatMap(({ ref, apart }) => (apart ? [] : [ref])) ?? []);
  return await textsUnder(scope, [...new Set(rows.map((row) => row.conversation))], refs);
}

async function textsUnder(
  { organisation, transaction }: Scope,
  conversations: readonly string[],
  refs: readonly string[],
): Promise<Map<string, string>> {
  if (refs.length === 0) return new Map();
  const found = await transaction.raw<{ readonly ref: string; readonly value: string; readonly key: string }>(
    `select ref, value, contact_keys.key from evidence join contact_keys using (organisation, contact)
     where organisation = $1 and ref = any($3)
       and contact in (select contact from conversations where organisation = $1 and id = any($2))`,
    [organisation, conversations, refs],
  );
  return new Map(found.map(({ ref, value, key }) => [ref, decryptEvidence(value, key, ref)]));
}

function unsealed(row: EntryRow, texts: ReadonlyMap<string, string>): JournalEntry {
  return unsealEntry(entryOf(row), (ref) => {
    const text = texts.get(ref);
    return text === undefined ? undefined : jsonOf<JsonValue>(text);
  });
}
