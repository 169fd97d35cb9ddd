import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexProjections, type Projection } from '@rolecall/journal';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { SqliteConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { sqlitePorts } from './ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-durability-'));
const at = '2026-03-02T08:00:00.000Z';
const FULL = 2;
const NORMAL = 1;
let files = 0;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function openConnection(): SqliteConnection {
  const connection = new SqliteConnection(join(folder, `${++files}.db`));
  onTestFinished(() => connection.close());
  connection.pragma('journal_mode = wal');
  migrate(connection, 'test@1.0.0');
  return connection;
}

describe('durability', () => {
  it('of a transaction is what SQLite has set while it runs', () => {
    const connection = openConnection();
    const seen = (['power', 'process', 'process', 'power', 'power', 'process'] as const).map((durability) =>
      connection.transaction(durability, () => connection.pragma('synchronous')),
    );

    expect(seen).toEqual([FULL, NORMAL, NORMAL, FULL, FULL, NORMAL]);
  });

  it('of an accepted item is power, of a commit what its draft says', async () => {
    const connection = openConnection();
    const seen: unknown[] = [];
    const watching: Projection = {
      name: 'test.watching',
      kinds: ['test.note'],
      apply: () => {
        seen.push(connection.pragma('synchronous'));
        return [];
      },
    };
    const redact = <Value>(value: Value): Value => value;
    const ports = sqlitePorts({
      id: 'org-1',
      connection,
      projections: indexProjections([watching]),
      redact,
      keepsContact: undefined,
    });
    const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
    expect(connection.pragma('synchronous')).toBe(NORMAL);
    const party = { contact, employee: 'employee-1', channel: 'page' };
    const accepted = await ports.accept({ conversation: party, kind: 'opened', data: {}, at });
    expect(connection.pragma('synchronous')).toBe(FULL);
    const conversation = accepted.status === 'accepted' ? accepted.conversation : '';
    const lease = await ports.acquireLease(conversation, 'writer', 3_600_000, at);

    for (const [index, durability] of ([undefined, 'power', 'process'] as const).entries()) {
      const entry = { conversation, sequence: index + 1, at, kind: 'test.note', kindVersion: 1, engine: 'e', data: {} };
      const head = { conversation, expectedSequence: index, fence: lease?.fence ?? 0, at };
      expect(await ports.commit({ ...head, entries: [entry], durability })).toMatchObject({ status: 'committed' });
    }
    expect(seen).toEqual([NORMAL, FULL, NORMAL]);
  });

  it('is undone as a whole by an exception, and the connection goes on', () => {
    const connection = openConnection();
    const insert = "insert into meta (organisation, key, value) values ('', 'a', 'b')";
    const failing = () =>
      connection.transaction('process', () => {
        connection.execute(insert);
        throw new Error('no');
      });

    expect(failing).toThrow('no');
    connection.transaction('process', () => connection.execute(insert));
    expect(() => connection.transaction('process', () => connection.execute(insert))).toThrow(
      expect.objectContaining({ code: 'store_failed' }),
    );
    connection.transaction('process', () => connection.execute("delete from meta where key = 'a'"));
  });
});
