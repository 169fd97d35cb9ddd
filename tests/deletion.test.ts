import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspaceDatabase } from '@rolecall/host';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../packages/store/test/postgres-server.ts';
import { copyShop, ETHAN, MEI_D, openShop, PENDING, type Shop } from './shop.ts';

const PHONE = '13800138000';
let server: PostgresServer;
let shop: Shop | undefined;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
afterEach(async () => {
  await shop?.close();
  shop = undefined;
});

/** All bytes that Rolecall itself keeps for the workspace: its own files, and a whole export of its database. */
async function everything(dir: string): Promise<string> {
  const file = join(dir, 'whole.jsonl');
  await openWorkspaceDatabase(dir, { DATABASE_URL: server.url }).export(file);
  const own = readdirSync(join(dir, '.rolecall'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('systems'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  return [readFileSync(file, 'utf8'), ...own].join('\n');
}

describe.each(['sqlite', 'postgres'] as const)('a contact deleted from %s', (kind) => {
  it('is found nowhere in the store any more, and nobody else loses anything', async () => {
    const dir = copyShop();
    if (kind === 'postgres') {
      appendFileSync(join(dir, 'rolecall.yaml'), 'database: { url_env: DATABASE_URL }\n');
      await openWorkspaceDatabase(dir, { DATABASE_URL: server.url }).migrate();
    }
    shop = await openShop({ dir, environment: { DATABASE_URL: server.url } });
    await shop.say(`我的电话是 ${PHONE}，我要取消订单 ${PENDING}，不想要了`);
    await shop.say('确认');
    expect(shop.status(PENDING)).toBe('cancelled');
    await shop.say('我的电话是 13900139000', MEI_D);
    const contact = await shop.workspace.store.contactByExternalId(ETHAN);
    const conversation = await shop.conversation();
    const others = await shop.entries(MEI_D);
    const decisions = (await shop.entries()).filter(({ kind: entry }) => entry === 'gate.decision').length;
    const before = await everything(dir);
    for (const known of [ETHAN, PENDING]) expect(before.includes(known), known).toBe(true);
    // What was said stands there under the contact's key, also before, and is read through it.
    expect(JSON.stringify(await shop.entries())).toContain(PHONE);
    expect(before.includes(PHONE)).toBe(false);

    expect(await shop.workspace.store.deleteContact(contact?.id ?? '', new Date().toISOString())).toEqual({
      status: 'deleted',
    });

    expect(await shop.entries(MEI_D)).toEqual(others);
    const left = await shop.workspace.store.storedEntries(conversation);
    expect(left.filter(({ kind: entry }) => entry === 'gate.decision')).toHaveLength(decisions);
    await shop.close();
    const after = await everything(dir);
    for (const gone of [ETHAN, PENDING, PHONE, contact?.displayName ?? ETHAN]) {
      expect(after.includes(gone), gone).toBe(false);
    }
    expect(JSON.stringify(others)).toContain('13900139000');
    expect(after.includes('13900139000')).toBe(false);
    shop = undefined;
  });
});
