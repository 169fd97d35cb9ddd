import type { JsonValue } from '@rolecall/base';
import type { Commit } from '../../commit.ts';
import type { JournalEntry, RowChange } from '../../entry.ts';
import { decryptEvidence, encryptEvidence, referenceOf, sealEntry, unsealEntry } from '../../evidence.ts';
import { jsonOf, jsonText } from '../../json-text.ts';
import { type ProjectedRows, projectEntry } from '../../projection-index.ts';
import type { MemoryOrganisation, StoredEntryRow } from './organisation.ts';

/** Stores one entry and its evidence and lets the projections change their rows. */
export function appendEntry(organisation: MemoryOrganisation, contact: string, entry: Commit['entries'][number]): void {
  const { conversation, sequence } = entry;
  const key = organisation.contactKeys.get(contact) ?? '';
  const { stored, evidence } = sealEntry(entry, key);
  const path = `entries[${sequence}].data`;
  for (const { ref, value } of evidence) {
    organisation.evidence.put({ contact, value: encryptEvidence(jsonText(value, path), key, ref) }, ref);
  }
  const { data, evidence: references, ...envelope } = stored;
  const row: StoredEntryRow = {
    conversation,
    sequence,
    envelope: JSON.stringify(envelope),
    data: jsonText(data, path),
    evidence: references,
  };
  organisation.entries.put(row, conversation, sequence);
  if (organisation.projections.has(entry.kind)) project(organisation, row);
}

/** Entries after a sequence number, with personal values in their place. */
export function readEntries(
  organisation: MemoryOrganisation,
  conversation: string,
  after: number,
  limit: number,
): JournalEntry[] {
  return storedRows(organisation, conversation, after, limit).map((row) => unsealed(organisation, row));
}

/** One personal value of an entry. */
export function readApart(
  organisation: MemoryOrganisation,
  conversation: string,
  sequence: number,
  field: string,
): JsonValue | undefined {
  const [row] = storedRows(organisation, conversation, sequence - 1, 1);
  const ref = row?.sequence === sequence ? referenceOf(storedEntryOf(row), field) : undefined;
  return ref === undefined ? undefined : keptValue(organisation, ref);
}

/** All entries as they are stored. */
export function readStoredEntries(organisation: MemoryOrganisation, conversation: string): JournalEntry[] {
  return storedRows(organisation, conversation, 0, Number.POSITIVE_INFINITY).map(storedEntryOf);
}

/** Folds all rows again, over the entries in the order in which they were committed, but for those of deleted contacts. */
export function rebuildRows(organisation: MemoryOrganisation): void {
  organisation.undo.transaction(() => {
    // Of a conversation that was cut the rows stay as they are: what they were folded from is gone.
    const isCut = (conversation: string) => (organisation.checkpoints.get(conversation)?.cut?.entries ?? 0) > 0;
    organisation.rows.replace(
      ({ conversation }) => !isCut(conversation),
      () => undefined,
    );
    for (const row of organisation.entries.all()) {
      if (isCut(row.conversation)) continue;
      const contact = organisation.conversations.get(row.conversation)?.contact ?? '';
      if (organisation.contacts.get(contact)) project(organisation, row);
    }
  });
}

function project(organisation: MemoryOrganisation, row: StoredEntryRow): void {
  projectEntry(unsealed(organisation, row), organisation.projections, rowsOf(organisation, row.conversation));
}

function rowsOf(organisation: MemoryOrganisation, conversation: string): ProjectedRows {
  return {
    read(table, key) {
      const row = organisation.rows.get(table, key);
      return row && jsonOf<JsonValue>(row.value);
    },
    write: (change) => writeRow(organisation, conversation, change),
  };
}

function writeRow(organisation: MemoryOrganisation, conversation: string, change: RowChange): void {
  const { table, key } = change;
  if (change.op === 'delete') {
    organisation.rows.delete(table, key);
    return;
  }
  const value = jsonText(change.value, `${table}[${key}]`);
  organisation.rows.put({ table, key, scope: change.scope, value, conversation }, table, key);
}

function storedRows(
  organisation: MemoryOrganisation,
  conversation: string,
  after: number,
  limit: number,
): StoredEntryRow[] {
  const rows: StoredEntryRow[] = [];
  const cut = organisation.checkpoints.get(conversation)?.cut?.entries ?? 0;
  for (let sequence = Math.max(after, cut) + 1; rows.length < limit; sequence++) {
    const row = organisation.entries.get(conversation, sequence);
    if (!row) break;
    rows.push(row);
  }
  return rows;
}

function unsealed(organisation: MemoryOrganisation, row: StoredEntryRow): JournalEntry {
  return unsealEntry(storedEntryOf(row), (ref) => keptValue(organisation, ref));
}

function keptValue(organisation: MemoryOrganisation, ref: string): JsonValue | undefined {
  const kept = organisation.evidence.get(ref);
  const key = kept && organisation.contactKeys.get(kept.contact);
  return kept && key ? jsonOf<JsonValue>(decryptEvidence(kept.value, key, ref)) : undefined;
}

function storedEntryOf(row: StoredEntryRow): JournalEntry {
  const envelope = JSON.parse(row.envelope) as Omit<JournalEntry, 'data' | 'evidence'>;
  return { ...envelope, data: jsonOf(row.data), ...(row.evidence ? { evidence: [...row.evidence] } : {}) };
}
