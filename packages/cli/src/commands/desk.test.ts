import { rmSync } from 'node:fs';
import { openWorkspace } from '@rolecall/host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { copyExample } from '../testing/copy-example.ts';
import { createTestIo } from '../testing/test-io.ts';

let dir: string;
let conversation: string;
beforeEach(async () => {
  dir = copyExample();
  const workspace = await openWorkspace(dir);
  const contact = await workspace.contact({ externalId: 'ethan_garcia_1261', level: 'verified' });
  conversation = (await workspace.open({ contact: contact.id, employee: 'lin', channel: 'test' })).id;
  const accepted = await workspace.send({ conversation, text: '帮我转人工' });
  if (accepted.status !== 'conflict') await workspace.handled(conversation, accepted.item);
  await workspace.close();
});
afterEach(() => rmSync(dir, { recursive: true }));

async function desk(...argv: readonly string[]) {
  const io = createTestIo();
  const code = await runCli(['desk', ...argv, '-w', dir, '--language', 'en'], io);
  return { code, out: io.outLines.join('\n'), err: io.errLines.join('\n') };
}

test('a person sees who waits, takes over, writes and gives back', async () => {
  expect((await desk()).out).toMatch(/^hand-over .* ethan_garcia_1261 → lin\n {2}conv_/);
  expect((await desk('list')).out).toContain('the customer asked');
  expect(await desk('take', conversation, '--as', 'Wang Fang')).toMatchObject({ code: 0 });
  expect((await desk('list')).out).toContain('taken by Wang Fang');
  const said = await desk('say', conversation, 'Hello, this is Wang Fang.', '--as', 'Wang Fang', '--json');
  expect(JSON.parse(said.out)).toMatchObject({ status: 'accepted', conversation });
  expect((await desk('list')).out).not.toContain('the customer waits');
  expect(await desk('back', conversation, '--as', 'Wang Fang', '--note', 'all done')).toMatchObject({ code: 0 });
  expect((await desk('list')).out).toBe('Nothing waits for a person.');
  expect((await desk('list', '--json')).out).toBe('');
});

test('what cannot be done is said with its code, and a name is needed', async () => {
  expect((await desk('take', conversation)).code).toBe(2);
  expect(await desk('take', 'nowhere', '--as', 'Wang Fang')).toMatchObject({
    code: 1,
    err: expect.stringContaining('conversation_unknown'),
  });
  expect(await desk('done', 'op_none', '--as', 'Wang Fang')).toMatchObject({
    code: 1,
    err: expect.stringContaining('operation_unknown'),
  });
  expect((await desk('settle', 'op_none', 'perhaps', '--as', 'W', '--reason', 'x')).code).toBe(2);
});
