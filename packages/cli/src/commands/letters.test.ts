import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '@rolecall/host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../testing/test-io.ts';

const AT = '2026-01-01T00:00:00.000Z';

let dir: string;
let item: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-'));
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\n');
  const workspace = await openWorkspace(dir, { work: false });
  const contact = await workspace.contact({ externalId: 'customer-1', level: 'verified' });
  const party = { contact: contact.id, employee: 'ada', channel: 'page' };
  const accepted = await workspace.store.accept({
    conversation: party,
    kind: 'message',
    data: { text: 'hello' },
    at: AT,
  });
  item = accepted.status === 'conflict' ? '' : accepted.item;
  await workspace.store.setAside(item, 'it broke', AT);
  await workspace.close();
});
afterEach(() => rmSync(dir, { recursive: true }));

const letters = async (...argv: readonly string[]) => {
  const io = createTestIo();
  const [name = '', ...rest] = argv;
  const code = await runCli(['letters', name, '--workspace', dir, ...rest], io);
  return { code, out: io.outLines.join('\n'), err: io.errLines.join('\n') };
};

test('lists and shows what was set aside, in both languages and as JSON', async () => {
  const listed = await letters('list');
  expect(listed.out).toContain(`${item}  not handled  message  dead`);
  expect(listed.out).toContain('it broke');
  expect((await letters('list', '--language', 'zh')).out).toContain('未处理  message  死信');
  expect(JSON.parse((await letters('list', '--json')).out)).toMatchObject({ id: item, kind: 'inbox', state: 'dead' });
  expect(JSON.parse((await letters('show', item, '--json')).out)).toMatchObject({ content: { text: 'hello' } });
});

test('has one tried again, gives one up, and knows which there are', async () => {
  expect(await letters('retry', item)).toMatchObject({ code: 0, out: `${item} is tried again.` });
  expect((await letters('list')).out).toBe('Everything came through.');
  expect(await letters('drop', item)).toMatchObject({ code: 1, err: expect.stringContaining('letter_unknown') });

  const workspace = await openWorkspace(dir, { work: false });
  expect(await workspace.store.waiting()).toHaveLength(1);
  await workspace.store.setAside(item, 'again', AT);
  await workspace.close();
  expect(JSON.parse((await letters('drop', item, '--json')).out)).toEqual({ id: item, verdict: 'drop' });
  expect((await letters('list')).out).toBe('Everything came through.');
});
