import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migratePostgres } from './migrate.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const at = '2026-03-02T08:00:00.000Z';
const engine = 'test@1.0.0';
let server: PostgresServer;
let admin: Client;
let schemas = 0;

beforeAll(async () => {
  server = await startPostgres();
  admin = new Client({ connectionString: server.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.stop();
});

async function migrated(): Promise<{ readonly url: string; readonly schema: string }> {
  const database = { url: server.url, schema: `open_${process.pid}_${++schemas}` };
  await migratePostgres({ ...database, engine });
  return database;
}

async function open(database: { readonly url: string; readonly schema: string }) {
  const store = await openPostgresStore({ ...database, projections: [], engine });
  onTestFinished(() => store.close());
  return store;
}

const contact = { externalId: 'e', level: 'verified', at } as const;

describe('opening a PostgreSQL store', () => {
  it('asks for the migration where there is none, and changes nothing', async () => {
    const database = { url: server.url, schema: 'nobody' };

    await expect(open(database)).rejects.toMatchObject({ code: 'store_schema_too_old' });
    const { rows } = await admin.query("select 1 from pg_namespace where nspname = 'nobody'");
    expect(rows).toEqual([]);
  });

  it('goes on beside a newer schema that has only been added to, and refuses one that takes something away', async () => {
    const database = await migrated();
    const step = (version: number, compatibleFrom: number) =>
      admin.query(`insert into ${database.schema}.meta values ($1, $2)`, [
        `migration:${version}`,
        JSON.stringify({ name: 'later', engine: 'later@2.0.0', compatibleFrom }),
      ]);

    await step(98, 1);
    expect(await (await open(database)).for('org-1').upsertContact(contact)).toMatchObject({ externalId: 'e' });
    await step(99, 99);
    await expect(open(database)).rejects.toMatchObject({ code: 'store_schema_too_new' });
    await expect(migratePostgres({ ...database, engine })).rejects.toMatchObject({ code: 'store_schema_too_new' });
  });

  it('is migrated once, whoever does it at the same time', async () => {
    const database = { url: server.url, schema: `race_${process.pid}` };
    const outcomes = await Promise.all([1, 2, 3].map(() => migratePostgres({ ...database, engine })));

    expect(outcomes.filter(({ from }) => from === 0)).toHaveLength(1);
    await open(database);
  });

  it('says what stands in the way of the database, and never the password', async () => {
    const { schema } = await migrated();
    const attempts = [
      ['postgres://postgres:secret-word@127.0.0.1:1/postgres', 'store_unreachable'],
      [`${server.url.slice(0, server.url.lastIndexOf('/'))}/no_such_database`, 'store_unknown'],
    ] as const;
    for (const [url, code] of attempts) {
      const failure = await open({ url, schema }).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).toMatchObject({ code });
      expect(String((failure as Error).message)).not.toContain('secret-word');
    }
  });

  it('denies writes where the database takes none, and reads on', async () => {
    const database = await migrated();
    await (await open(database)).for('org-1').upsertContact(contact);
    const url = `${server.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    const ports = (await open({ ...database, url })).for('org-1');

    await expect(ports.upsertContact(contact)).rejects.toMatchObject({ code: 'store_not_writable' });
    expect(await ports.contactByExternalId('e')).toMatchObject({ externalId: 'e' });
  });

  it('refuses a text that PostgreSQL cannot keep, and keeps the one it can', async () => {
    const ports = (await open(await migrated())).for('org-1');

    await expect(ports.upsertContact({ ...contact, externalId: 'a\u0000b' })).rejects.toMatchObject({
      code: 'text_not_storable',
    });
    await ports.putDocument('sha256:1', 'a\u0000b\ud800');
    expect(await ports.document('sha256:1')).toBe('a\u0000b\ud800');
  });

  it('goes on with new connections after all of them were cut', async () => {
    const ports = (await open(await migrated())).for('org-1');
    await ports.upsertContact(contact);
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rolecall' and state = 'idle'",
    );
    // The pool learns of it with the next packet.
    await new Promise((resolve) => setTimeout(resolve, 50));

    expect(await ports.contactByExternalId('e')).toMatchObject({ externalId: 'e' });
  });
});
