import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexProjections } from '@rolecall/journal';
import { afterAll, describe, expect, it } from 'vitest';
import { SqliteConnection } from './connection.ts';
import { migrate } from './migrate.ts';
import { sqlitePorts } from './ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'rolecall-full-'));
const at = '2026-03-02T08:00:00.000Z';

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a disk without room', () => {
  it('denies what does not fit, keeps all that was answered, and goes on once there is room', async () => {
    const connection = new SqliteConnection(join(folder, 'store.db'));
    connection.pragma('journal_mode = wal');
    migrate(connection, 'test@1.0.0');
    const ports = sqlitePorts({
      id: 'org-1',
      connection,
      projections: indexProjections([]),
      redact: undefined,
      keepsContact: undefined,
    });
    const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
    const message = (text: string) =>
      ports.accept({
        conversation: { contact, employee: 'employee-1', channel: 'page' },
        kind: 'message',
        data: { text },
        at,
      });
    // SQLite's own limit: the file system would refuse the next page in the same way.
    connection.pragma(`max_page_count = ${Number(connection.pragma('page_count')) + 2}`);

    const kept: string[] = [];
    const filling = async () => {
      for (let index = 0; index < 100; index++) {
        const accepted = await message('x'.repeat(3_000));
        if (accepted.status === 'accepted') kept.push(accepted.item);
      }
    };
    await expect(filling()).rejects.toMatchObject({ code: 'store_full', at: { file: connection.file } });

    const [conversation] = await ports.conversations();
    const waiting = async () => (await ports.inbox(conversation?.id ?? '')).map((item) => item.id);
    expect(kept.length).toBeGreaterThan(0);
    expect(await waiting()).toEqual(kept);
    connection.pragma('max_page_count = 1000000');
    expect(await message('there is room again')).toMatchObject({ status: 'accepted', position: kept.length + 1 });
    connection.close();
  });
});
