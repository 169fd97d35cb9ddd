import type { JsonObject } from '@rolecall/base';
import { jsonOf, jsonText } from '@rolecall/journal';
import type { MemoryScope, RoundWords, StoredMemory, StoredVector, SummaryContent } from '@rolecall/kernel';
import type { MemoriesTable } from '../tables.ts';
import type { MemorySeal } from './memory-seal.ts';

/** All but whose it is. */
export type MemoryRow = Omit<MemoriesTable, 'organisation' | 'scope'>;

export const MEMORY_COLUMNS = [
  'id',
  'round',
  'session',
  'at',
  'written',
  'subject',
  'summary',
  'original',
  'supersedes',
  'superseded_by',
  'accessed_at',
  'deleted_at',
  'vector',
] as const satisfies readonly (keyof MemoryRow)[];

export function scopeKey({ kind, id }: MemoryScope): string {
  return `${kind}:${id}`;
}

export function memoryOf(row: MemoryRow, { open }: MemorySeal): StoredMemory {
  const { subject = row.subject ?? undefined, ...content } = jsonOf<JsonObject>(
    open(row.summary, row.id, 'summary'),
  ) as unknown as SummaryContent;
  return {
    summary: {
      ...content,
      subject,
      id: row.id,
      session: row.session,
      round: row.round,
      at: row.at,
      supersedes: jsonOf<string[]>(row.supersedes),
      supersededBy: row.superseded_by ?? undefined,
      accessedAt: row.accessed_at ?? undefined,
      deletedAt: row.deleted_at ?? undefined,
    },
    original: jsonOf<JsonObject>(open(row.original, row.id, 'original')) as unknown as RoundWords,
    ...(row.vector === null
      ? {}
      : { vector: jsonOf<JsonObject>(open(row.vector, row.id, 'vector')) as unknown as StoredVector }),
  };
}

export function rowOf({ summary, original, vector }: StoredMemory, written: number, by: MemorySeal): MemoryRow {
  const { id, round, session, at, subject, type, text, verbatim, language, writtenBy } = summary;
  return {
    id,
    round,
    session,
    at,
    written,
    subject: subject === undefined ? null : by.subject(subject),
    summary: by.seal(jsonText({ subject, type, text, verbatim, language, writtenBy }, 'memory.summary'), id, 'summary'),
    original: by.seal(jsonText({ input: original.input, reply: original.reply }, 'memory.original'), id, 'original'),
    supersedes: jsonText(summary.supersedes, 'memory.supersedes'),
    superseded_by: summary.supersededBy ?? null,
    accessed_at: summary.accessedAt ?? null,
    deleted_at: summary.deletedAt ?? null,
    vector: vector === undefined ? null : vectorText(id, vector, by),
  };
}

export function vectorText(id: string, { embedder, values }: StoredVector, { seal }: MemorySeal): string {
  return seal(jsonText({ embedder, values }, 'memory.vector'), id, 'vector');
}
