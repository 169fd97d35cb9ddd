import { type EvidenceReference, type JournalEntry, jsonOf, jsonText } from '@rolecall/journal';
import type { Tables } from '../tables.ts';

/** An entry as a row, without what places it among others. */
export type EntryRow = Omit<Tables['entries'], 'organisation' | 'ordinal'>;

/** What is read of an entry. */
export const ENTRY_COLUMNS = [
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

/** The row of a sealed entry. */
export function entryRow(entry: JournalEntry, path: string): EntryRow {
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

/** The entry of a row, references in place of personal values. */
export function entryOf(row: EntryRow): JournalEntry {
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
