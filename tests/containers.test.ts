import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { type PostgresServer, startPostgres } from '../packages/store/test/postgres-server.ts';
import { copyShop, ETHAN, edit, orderStatus, PENDING, until } from './shop.ts';

const ROOT = join(import.meta.dirname, '..');
const TOKEN = 'a-token-for-the-containers-test';
const TOKEN_HEADERS = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

interface Service {
  readonly image?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
}

const compose = parseDocument(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true });
const { services } = compose.toJS() as { readonly services: Readonly<Record<string, Service>> };

/** The instructions of a container file, each with its arguments; a JSON list stays a list. */
function instructionsOf(file: string): readonly (readonly [name: string, value: string | readonly string[]])[] {
  return readFileSync(join(ROOT, file), 'utf8')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
      return [name, rest.startsWith('[') ? (JSON.parse(rest) as string[]) : rest];
    });
}

/** What a container runs, with the image's folder in place of the container's. */
function entrypoint(): readonly string[] {
  const [, value] = instructionsOf('Dockerfile').find(([name]) => name === 'ENTRYPOINT') ?? [];
  return (value as readonly string[]).map((part) => part.replace('/rolecall/', `${ROOT}/`));
}

describe('the container files', () => {
  it('can be parsed, and name what there is', () => {
    expect(compose.errors).toEqual([]);
    expect(Object.keys(services).sort()).toEqual(['api', 'migrate', 'postgres', 'worker']);
    const names = instructionsOf('Dockerfile').map(([name]) => name);
    expect(
      names.every((name) =>
        /^(FROM|ENV|WORKDIR|COPY|RUN|USER|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD)$/.test(name),
      ),
    ).toBe(true);
    expect(names.filter((name) => name === 'FROM')).toHaveLength(2);
    expect(existsSync(entrypoint()[1] ?? '')).toBe(true);
    for (const [name, value] of instructionsOf('Dockerfile')) {
      if (name !== 'COPY' || typeof value !== 'string' || value.startsWith('--from')) continue;
      for (const source of value.split(' ').slice(0, -1)) expect(existsSync(join(ROOT, source)), source).toBe(true);
    }
  });

  it('let everything wait for the migration, and give every process the database and the token', () => {
    for (const name of ['api', 'worker']) {
      expect(services[name]?.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } });
      expect(Object.keys(services[name]?.environment ?? {})).toEqual(['DATABASE_URL', 'ROLECALL_API_TOKEN']);
    }
  });
});

describe('the commands of the containers, on a real PostgreSQL', () => {
  let server: PostgresServer;
  const children: ChildProcess[] = [];
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(() => server.stop());

  /** Runs the command of a service as the container would, on a port of its own. */
  function start(service: string, dir: string) {
    const [command = '', ...args] = [...entrypoint(), ...(services[service]?.command ?? [])];
    const adapted = args.map((arg) => (arg === '4700' ? '0' : arg === '0.0.0.0' ? '127.0.0.1' : arg));
    const child = spawn(command === 'node' ? process.execPath : command, [...adapted, '--json'], {
      cwd: dir,
      env: { ...process.env, DATABASE_URL: server.url, ROLECALL_API_TOKEN: TOKEN },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.push(child);
    const said: string[] = [];
    child.stderr.on('data', (text: Buffer) => said.push(String(text)));
    const gone = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const first = createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    return {
      child,
      gone,
      line: async () => {
        const { value } = await first;
        if (value === undefined) throw new Error(`${service} said nothing: ${said.join('')}`);
        return JSON.parse(value) as { readonly port: number };
      },
    };
  }

  it('answer, outlive a worker that is killed inside a write, and end in order', async () => {
    const dir = copyShop();
    appendFileSync(join(dir, 'rolecall.yaml'), 'database: { url_env: DATABASE_URL }\n');
    edit(
      dir,
      'employees/lin.yaml',
      '{ ORDERS_TOKEN: { credential: orders_token } }',
      '{ ORDERS_TOKEN: { credential: orders_token }, ORDERS_FAULT_FILE: fault }',
    );
    const migration = start('migrate', dir);
    expect(await migration.gone).toBe(0);
    const first = start('worker', dir);
    const firstPort = (await first.line()).port;
    const api = start('api', dir);
    const { port } = await api.line();
    for (const ready of [port, firstPort]) {
      expect((await fetch(`http://127.0.0.1:${ready}/healthz`)).status).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${ready}/readyz`)).json()).toEqual({ ready: true });
    }
    expect((await fetch(`http://127.0.0.1:${firstPort}/api/workspace`)).status).toBe(404);

    const call = async (path: string, body?: object) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method: body ? 'POST' : 'GET',
        headers: TOKEN_HEADERS,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await answer.json()) as Record<string, unknown>;
    };
    const { id: contact } = await call('/contacts', { externalId: ETHAN, level: 'verified' });
    const { id: conversation } = await call('/conversations', { contact, employee: 'lin', channel: 'page' });
    const entries = async () => {
      const rounds = (await call(`/conversations/${conversation}/trace`)) as { rounds?: unknown };
      return JSON.stringify(rounds);
    };
    await call(`/conversations/${conversation}/messages`, { text: `我要取消订单 ${PENDING}，不想要了` });
    await until(async () => (await entries()).includes('"kind":"notice"'), 30_000);

    writeFileSync(join(dir, 'fault'), 'hang_after_write');
    await call(`/conversations/${conversation}/messages`, { text: '确认' });
    await until(() => !existsSync(join(dir, 'fault')), 30_000);
    // The order system may be writing at this moment.
    await until(() => {
      try {
        return orderStatus(dir, PENDING) === 'cancelled';
      } catch {
        return false;
      }
    }, 30_000);
    const second = start('worker', dir);
    await second.line();
    first.child.kill('SIGKILL');
    await first.gone;

    await until(async () => (await entries()).includes('已核实'), 60_000);
    const journal = await entries();
    expect(journal.match(/"kind":"gate\.executing"/g)).toHaveLength(1);
    expect(journal).toMatch(/还不能确定|已核实/);

    api.child.kill('SIGTERM');
    second.child.kill('SIGTERM');
    expect(await api.gone).toBe(0);
    expect(await second.gone).toBe(0);
  }, 180_000);
});
