import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorePorts } from '@rolecall/journal';
import { createMemory } from '@rolecall/kernel';
import { roundOf } from '@rolecall/kernel/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../test/postgres-server.ts';
import { openMemoryAt } from './memory/open-memory-at.ts';
import { PostgresDatabase } from './postgres/database.ts';
import { migratePostgres } from './postgres/migrate.ts';
import { NEWEST as NEWEST_POSTGRES, POSTGRES_MIGRATIONS } from './postgres/migrations.ts';
import { SqliteConnection } from './sqlite/connection.ts';
import { migrate } from './sqlite/migrate.ts';
import { MIGRATIONS, NEWEST as NEWEST_SQLITE } from './sqlite/migrations.ts';
import { openStoreAt, type StoreLocation } from './store-location.ts';
import { exportStore } from './transfer/export-store.ts';

const at = '2026-03-02T08:00:00.000Z';
const CANARY = '13800138000';
const folder = mkdtempSync(join(tmpdir(), 'rolecall-side-by-side-'));
let server: PostgresServer;
let client: Client;
let made = 0;

beforeAll(async () => {
  server = await startPostgres();
  client = new Client({ connectionString: server.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await server.stop();
  rmSync(folder, { recursive: true });
});

/** A step of a Rolecall that is newer than this one. */
interface LaterStep {
  readonly compatible: boolean;
  readonly statements: string;
}

const EXPANDING: LaterStep = {
  compatible: true,
  statements:
    "alter table inbox add column mood text not null default 'calm'; create index moods on inbox (organisation, mood)",
};
const TAKING_AWAY: LaterStep = {
  compatible: false,
  statements: 'drop index moods; alter table inbox drop column mood',
};

interface Database {
  readonly location: StoreLocation;
  /** Does what `rolecall db migrate` of a newer Rolecall does that knows so many further steps. */
  readonly takeSteps: (...steps: readonly LaterStep[]) => Promise<unknown>;
  /** Everything that stands in the inbox, as it is kept. */
  readonly raw: () => Promise<string>;
}

async function sqlite(): Promise<Database> {
  const file = join(folder, `store-${++made}.db`);
  return {
    location: { kind: 'sqlite', file },
    async takeSteps(...steps) {
      const connection = new SqliteConnection(file);
      const further = steps.map(({ compatible, statements }, index) => {
        const version = NEWEST_SQLITE + index + 1;
        return { version, name: 'later', compatibleFrom: compatible ? NEWEST_SQLITE : version, statements };
      });
      // Known to be newer, and so not refused as this Rolecall would be.
      migrate(connection, 'newer@1.0.0', [...MIGRATIONS, ...further]);
      connection.close();
    },
    raw: async () => readFileSync(file, 'latin1') + readFileSync(`${file}-wal`, 'latin1'),
  };
}

async function postgres(): Promise<Database> {
  const schema = `beside_${process.pid}_${++made}`;
  await migratePostgres({ url: server.url, schema, engine: 'test@1.0.0' });
  onTestFinished(async () => {
    await client.query(`drop schema ${schema} cascade`);
  });
  return {
    location: { kind: 'postgres', url: server.url, schema },
    takeSteps: (...steps) =>
      migratePostgres({ url: server.url, schema, engine: 'newer@1.0.0' }, [
        ...POSTGRES_MIGRATIONS,
        ...steps.map(({ compatible, statements }, index) => {
          const version = NEWEST_POSTGRES + index + 1;
          return { version, name: 'later', compatibleFrom: compatible ? NEWEST_POSTGRES : version, statements };
        }),
      ]),
    raw: async () => JSON.stringify((await client.query(`select * from ${schema}.inbox`)).rows),
  };
}

async function openAt(location: StoreLocation): Promise<StorePorts> {
  const store = await openStoreAt(location, { projections: [], engine: 'test@1.0.0' });
  onTestFinished(() => store.close());
  return store.for('org-1');
}

async function party(ports: StorePorts) {
  const contact = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
  return { contact: contact.id, employee: 'ada', channel: 'page' };
}

const message = (conversation: Awaited<ReturnType<typeof party>>, text: string) =>
  ({ conversation, kind: 'message', data: { text }, at }) as const;

describe.each([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)('a process that has the store open on %s', (_, arrange) => {
  it('goes on reading and writing while and after a newer one adds to the schema, beside it', async () => {
    const { location, takeSteps } = await arrange();
    const old = await openAt(location);
    const who = await party(old);
    const before = await old.accept(message(who, 'before'));
    if (before.status === 'conflict') throw new Error(before.reason);
    const { conversation } = before;
    let isMigrated = false;
    const migrated = takeSteps(EXPANDING).finally(() => {
      isMigrated = true;
    });
    let meanwhile = 0;
    do {
      expect(await old.accept(message(who, `meanwhile ${meanwhile++}`))).toMatchObject({ status: 'accepted' });
    } while (!isMigrated);
    await migrated;
    const next = await openAt(location);
    expect(await next.accept(message(who, 'new'))).toMatchObject({ status: 'accepted' });
    expect(await old.accept(message(who, 'old'))).toMatchObject({ status: 'accepted' });

    const texts = ['before', ...Array.from({ length: meanwhile }, (__, index) => `meanwhile ${index}`), 'new', 'old'];
    for (const ports of [old, next]) {
      expect((await ports.inbox(conversation)).map(({ data }) => data.text)).toEqual(texts);
    }
    const lease = await old.acquireLease(conversation, 'old', 60_000, at);
    expect(await old.takeUp(lease!)).toMatchObject({ item: { data: { text: 'before' } }, isBegun: true });
    const consume = [before.item];
    const commit = { conversation, fence: lease!.fence, expectedSequence: 0, at, entries: [], consume };
    expect(await old.commit(commit)).toMatchObject({ status: 'committed' });
    expect((await next.inbox(conversation)).map(({ data }) => data.text)).toEqual(texts.slice(1));
  });

  it('is refused from its next write on once a newer one has taken something away, and writes nothing', async () => {
    const { location, takeSteps, raw } = await arrange();
    const old = await openAt(location);
    const memories = await openMemoryAt(location, 'test@1.0.0');
    onTestFinished(() => memories.close());
    const who = await party(old);
    const accepted = await old.accept(message(who, 'before'));
    if (accepted.status === 'conflict') throw new Error(accepted.reason);
    const lease = await old.acquireLease(accepted.conversation, 'old', 60_000, at);
    await takeSteps(EXPANDING, TAKING_AWAY);

    const refused = { code: 'store_schema_too_new' };
    await expect(old.accept(message(who, CANARY))).rejects.toMatchObject(refused);
    const commit = { conversation: accepted.conversation, fence: lease!.fence, expectedSequence: 0, at };
    const entry = { conversation: accepted.conversation, sequence: 1, at, kind: 'n', kindVersion: 1, engine: 'e' };
    await expect(old.commit({ ...commit, entries: [{ ...entry, data: { text: CANARY } }] })).rejects.toMatchObject(
      refused,
    );
    await expect(old.takeUp(lease!)).rejects.toMatchObject(refused);
    await expect(old.upsertContact({ externalId: CANARY, level: 'verified', at })).rejects.toMatchObject(refused);
    const memory = createMemory({
      storage: memories.for('org-1'),
      scope: { kind: 'contact', id: who.contact },
      clock: { now: () => Date.parse(at) },
      timeZone: 'UTC',
    });
    await expect(memory.remember(roundOf(CANARY, { round: 'r1' }))).rejects.toMatchObject(refused);
    await expect(openStoreAt(location, { projections: [], engine: 'test@1.0.0' })).rejects.toMatchObject(refused);
    expect(await raw()).not.toContain(CANARY);
  });
});

/** Waits until so many transactions wait for the migration's lock, or with it. */
async function untilWaiting(schema: string | undefined, least = 1): Promise<void> {
  const waiting = 'select 1 from pg_locks where not granted and relation = to_regclass($1)';
  while (Number((await client.query(waiting, [`${schema}.meta`])).rowCount) < least)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/** What a process of an older Rolecall may be about to do while a newer one takes something away. */
const LATE_COMERS: readonly {
  readonly name: string;
  readonly come: (old: StorePorts, location: StoreLocation, who: Awaited<ReturnType<typeof party>>) => Promise<unknown>;
}[] = [
  { name: 'a write', come: (old, _, who) => old.accept(message(who, CANARY)) },
  { name: 'a read', come: (old) => old.contactByExternalId('e') },
  { name: 'an export', come: (_, location) => exportStore(location, join(folder, `late-${++made}.jsonl`)) },
];

describe('a step that takes something away from PostgreSQL', () => {
  it.each(LATE_COMERS)('waits for what is under way, and $name that waits for it is refused', async ({ come }) => {
    const { location, takeSteps } = await postgres();
    if (location.kind !== 'postgres') throw new Error('not a PostgreSQL');
    const old = await openAt(location);
    const who = await party(old);
    const { schema } = location;
    // A transaction of an older process that has been let in and has not ended.
    const underWay = new Client({ connectionString: server.url });
    await underWay.connect();
    onTestFinished(() => underWay.end());
    await underWay.query(`begin; set local search_path to ${schema}; select refuse_older(${NEWEST_POSTGRES})`);
    let isMigrated = false;
    const migrated = takeSteps(EXPANDING, TAKING_AWAY).finally(() => {
      isMigrated = true;
    });
    await untilWaiting(schema);
    const late = come(old, location, who);
    late.catch(() => {});
    await untilWaiting(schema, 2);
    expect(isMigrated).toBe(false);
    await underWay.query('commit');
    await migrated;

    await expect(late).rejects.toMatchObject({ code: 'store_schema_too_new' });
  });

  it('waits for who goes through all organisations, from its beginning on', async () => {
    const { location, takeSteps } = await postgres();
    if (location.kind !== 'postgres') throw new Error('not a PostgreSQL');
    await party(await openAt(location));
    const database = new PostgresDatabase(location);
    onTestFinished(() => database.close());
    let isMigrated = false;
    let migrated: Promise<unknown> | undefined;
    await database.acrossOrganisations(async (transaction, { become }) => {
      await transaction.raw('select id from organisations');
      migrated = takeSteps(EXPANDING, TAKING_AWAY).finally(() => {
        isMigrated = true;
      });
      await Promise.race([migrated, untilWaiting(location.schema)]);
      await become('org-1');
      expect(await transaction.raw('select external_id from contacts')).toHaveLength(1);
      expect(isMigrated).toBe(false);
    });
    await migrated;

    const late = database.acrossOrganisations((_, { become }) => become('org-1'));
    await expect(late).rejects.toMatchObject({ code: 'store_schema_too_new' });
  });
});
