import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectTo, type PostgresServer, startPostgres } from '../../test/postgres-server.ts';
import { migrateStore } from '../maintain-store.ts';
import { PostgresDatabase, type Transaction } from './database.ts';
import { tables } from './query.ts';

const schema = `sending_${process.pid}`;
let server: PostgresServer;
let database: PostgresDatabase;

beforeAll(async () => {
  server = await startPostgres();
  await migrateStore({ kind: 'postgres', url: server.url, schema }, 'test@1.0.0');
  database = new PostgresDatabase({ url: server.url, schema });
});

afterAll(async () => {
  await database.close();
  const client = await connectTo(server.url);
  await client.query(`drop schema if exists ${schema} cascade; drop schema if exists ${schema}_queue cascade`);
  await client.end();
  await server.stop();
});

const document = (hash: string, organisation = 'org-1') =>
  tables.insertInto('documents').values({ organisation, hash, document: '{}' });

async function kept(): Promise<string[]> {
  const rows = await database.snapshot('org-1', (transaction) =>
    transaction.all(tables.selectFrom('documents').select('hash').orderBy('hash')),
  );
  return rows.map(({ hash }) => hash);
}

describe('a statement of a transaction that nobody waits for', () => {
  it('stays with the rest', async () => {
    await database.transaction('org-1', 'process', async (transaction) => {
      transaction.send(document('a'));
      transaction.send(document('b'));
    });
    expect(await kept()).toEqual(['a', 'b']);
  });

  it('undoes all of it when it fails, and is named, whether something is asked after it or not', async () => {
    const failing = (work: (transaction: Transaction) => Promise<unknown>) =>
      database.transaction('org-1', 'process', async (transaction) => {
        transaction.send(document('c'));
        transaction.send(document('a'));
        await work(transaction);
      });
    const twice = { code: 'store_failed', cause: expect.objectContaining({ code: '23505' }) };
    await expect(failing(async () => undefined)).rejects.toMatchObject(twice);
    await expect(failing((transaction) => transaction.run(document('d')))).rejects.toMatchObject(twice);
    expect(await kept()).toEqual(['a', 'b']);
  });

  it('of another organisation is refused', async () => {
    const foreign = database.transaction('org-1', 'process', async (transaction) => {
      transaction.send(document('e', 'org-2'));
    });
    await expect(foreign).rejects.toMatchObject({ code: 'store_not_permitted' });
  });

  it('cannot come after the transaction has ended', async () => {
    let late: Transaction | undefined;
    await database.transaction('org-1', 'process', async (transaction) => {
      late = transaction;
    });
    expect(() => late?.send(document('f'))).toThrow('after its transaction had ended');
    expect(await kept()).toEqual(['a', 'b']);
  });
});
