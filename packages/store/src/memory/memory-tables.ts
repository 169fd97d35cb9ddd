import { tables } from '../sqlite/query.ts';

/** The memory's own tables, beside those of the journal. */
type MemoryTables = {
  readonly memories: MemoriesTable;
  readonly memory_scopes: MemoryScopesTable;
};

export type MemoriesTable = {
  organisation: string;
  /** `project:<id>` or `contact:<id>`. */
  scope: string;
  id: string;
  round: string;
  session: string;
  at: string;
  /** Rises with every change in the scope, so that an index can follow. */
  written: number;
  subject: string | null;
  /** The summary's content, as JSON. */
  summary: string;
  original: string;
  supersedes: string;
  superseded_by: string | null;
  accessed_at: string | null;
  deleted_at: string | null;
  vector: string | null;
};

type MemoryScopesTable = {
  organisation: string;
  scope: string;
  written: number;
  purged: number;
};

/** Builds SQL over them; running is the connection's. */
export const memoryTables = tables.withTables<MemoryTables>();

/** One step of the memory's schema. Once released, its text never changes; a correction is a further step. */
export const MEMORY_SCHEMA: readonly string[] = [
  `
  create table memories (
    organisation text not null, scope text not null, id text not null, round text not null, session text not null,
    at text not null, written integer not null, subject text, summary text not null, original text not null,
    supersedes text not null, superseded_by text, accessed_at text, deleted_at text, vector text,
    primary key (organisation, scope, id), unique (organisation, scope, round)
  ) strict;
  create index memories_written on memories (organisation, scope, written);
  create index memories_of_subject on memories (organisation, scope, subject) where subject is not null;
  create index memories_of_session on memories (organisation, scope, session, at) where deleted_at is null;

  create table memory_scopes (
    organisation text not null, scope text not null, written integer not null, purged integer not null,
    primary key (organisation, scope)
  ) strict, without rowid;
  `,
];
