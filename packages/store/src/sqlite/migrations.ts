import type { SqliteConnection } from './connection.ts';
import { encryptKeptEvidence } from './encrypt-kept-evidence.ts';
import { encryptKeptTexts } from './encrypt-kept-texts.ts';

/** One step of the schema. Once released, its text never changes; a correction is a further step. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  /** The oldest schema whose Rolecall may still run on it: adding raises nothing, taking away does. */
  readonly compatibleFrom: number;
  readonly statements: string;
  /** What SQL alone cannot do, in the same transaction. */
  readonly run?: ((connection: SqliteConnection) => void) | undefined;
}

/** Every step of the schema, from the first one on. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'first',
    compatibleFrom: 1,
    statements: `
      create table meta (
        organisation text not null, key text not null, value text not null,
        primary key (organisation, key)
      ) strict, without rowid;

      create table contacts (
        organisation text not null, id text not null, external_id text not null, level text not null,
        display_name text, created_at text not null,
        primary key (organisation, id), unique (organisation, external_id)
      ) strict;

      create table contact_keys (
        organisation text not null, contact text not null, key text not null,
        primary key (organisation, contact)
      ) strict, without rowid;

      create table conversations (
        organisation text not null, id text not null, ordinal integer not null, contact text not null,
        employee text not null, channel text not null, opened_at integer not null, last_activity_at integer not null,
        closed_at integer, sequence integer not null,
        primary key (organisation, id), unique (organisation, ordinal)
      ) strict;
      create unique index one_open_conversation
        on conversations (organisation, contact, employee, channel) where closed_at is null;
      create index conversations_of_contact on conversations (organisation, contact, opened_at, ordinal);
      create index conversations_by_time on conversations (organisation, opened_at, ordinal);

      create table leases (
        organisation text not null, conversation text not null, holder text, fence integer not null,
        expires_at integer not null,
        primary key (organisation, conversation)
      ) strict, without rowid;

      create table entries (
        organisation text not null, conversation text not null, sequence integer not null, ordinal integer not null,
        at text not null, round text, step integer, kind text not null, kind_version integer not null, caused_by text,
        release text, engine text not null, data text not null, evidence text,
        primary key (organisation, conversation, sequence), unique (organisation, ordinal)
      ) strict;

      create table evidence (
        organisation text not null, contact text not null, ref text not null, value text not null,
        primary key (organisation, contact, ref)
      ) strict;

      create table inbox (
        organisation text not null, id text not null, ordinal integer not null, conversation text not null,
        position integer not null, kind text not null, data text not null, content_hash text not null,
        idempotency_hash text, accepted_at text not null, is_consumed integer not null,
        primary key (organisation, id), unique (organisation, ordinal), unique (organisation, conversation, position)
      ) strict;
      create unique index inbox_idempotency
        on inbox (organisation, idempotency_hash) where idempotency_hash is not null;
      create index inbox_waiting on inbox (organisation, conversation, position, ordinal) where is_consumed = 0;

      create table outbox (
        organisation text not null, conversation text not null, sequence integer not null, item_index integer not null,
        kind text not null, data text not null, at text not null,
        primary key (organisation, conversation, sequence, item_index)
      ) strict;

      create table timers (
        organisation text not null, conversation text not null, id text not null, due_at integer not null,
        data text not null,
        primary key (organisation, conversation, id)
      ) strict;
      create index timers_due on timers (organisation, due_at);

      create table projected_rows (
        organisation text not null, table_name text not null, key text not null, scope text, value text not null,
        primary key (organisation, table_name, key)
      ) strict;
      create index projected_rows_of_scope
        on projected_rows (organisation, table_name, scope, key) where scope is not null;

      create table ledger (
        organisation text not null, base text not null, intent integer not null, operation text not null,
        at text not null,
        primary key (organisation, base, intent)
      ) strict, without rowid;

      create table counters (
        organisation text not null, counter text not null, operation text not null, at integer not null,
        primary key (organisation, counter, operation)
      ) strict, without rowid;
      create index counters_in_time on counters (organisation, counter, at);

      create table documents (
        organisation text not null, hash text not null, document text not null,
        primary key (organisation, hash)
      ) strict;

      create table facts (
        organisation text not null, ordinal integer not null, kind text not null, at text not null, data text not null,
        primary key (organisation, ordinal)
      ) strict;
    `,
  },
  {
    version: 2,
    name: 'rows-of-a-conversation',
    compatibleFrom: 1,
    statements: `
      alter table projected_rows add column conversation text;
      create index projected_rows_of_conversation
        on projected_rows (organisation, conversation) where conversation is not null;
      insert into meta (organisation, key, value)
        select '', 'rebuild_pending', '1' where exists (select 1 from projected_rows);
    `,
    run: encryptKeptEvidence,
  },
  {
    version: 3,
    name: 'memory',
    compatibleFrom: 1,
    statements: `
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
  },
  {
    version: 4,
    name: 'amounts-of-counters',
    compatibleFrom: 1,
    statements: `
      alter table counters add column amount integer not null default 1;
    `,
  },
  {
    version: 5,
    name: 'letters',
    compatibleFrom: 1,
    statements: `
      create table deliveries (
        organisation text not null, conversation text not null, sequence integer not null, item_index integer not null,
        target text not null, state text not null, attempts integer not null, claim integer not null,
        due_at integer not null, last_error text,
        primary key (organisation, conversation, sequence, item_index)
      ) strict;
      create index deliveries_due on deliveries (organisation, due_at) where state = 'waiting';
      create index deliveries_in_order
        on deliveries (organisation, conversation, target, sequence, item_index) where state = 'waiting';
      create index deliveries_dead on deliveries (organisation, due_at) where state = 'dead';

      alter table inbox add column attempts integer not null default 0;
      alter table inbox add column last_error text;
      alter table inbox add column failed_at text;
      create index inbox_set_aside on inbox (organisation, failed_at) where is_consumed = 2;
    `,
  },
  {
    version: 6,
    name: 'checkpoints',
    compatibleFrom: 1,
    statements: `
      create table checkpoints (
        organisation text not null, conversation text not null, sequence integer not null, version integer not null,
        state text not null, cut_entries integer not null, cut_evidence integer not null, cut_until text not null,
        primary key (organisation, conversation)
      ) strict;
    `,
  },
  {
    // What is written from here on is under its contact's key, so that who does not know that keeps off.
    version: 7,
    name: 'kept-texts',
    compatibleFrom: 7,
    statements: '',
    run: encryptKeptTexts,
  },
  {
    version: 8,
    name: 'interruptions',
    compatibleFrom: 7,
    statements: `
      alter table inbox add column begun_under integer;
      alter table inbox add column interruptions integer not null default 0;
    `,
  },
  {
    // From here on `meta` says from which schema on a Rolecall may run beside this one.
    version: 9,
    name: 'side-by-side',
    compatibleFrom: 7,
    statements: '',
  },
];

/** The schema that this Rolecall writes. */
export const NEWEST = Math.max(...MIGRATIONS.map((migration) => migration.version));
