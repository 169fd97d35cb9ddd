import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '@rolecall/host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../testing/test-io.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LARGE = '字'.repeat(200_000);

let dir: string;
let contact: string;
let conversation: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-'));
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\n');
  const workspace = await openWorkspace(dir, { work: false });
  const { store } = workspace;
  contact = (await workspace.contact({ externalId: 'customer-1', level: 'verified' })).id;
  const party = { contact, employee: 'ada', channel: 'page' };
  const accepted = await store.accept({ conversation: party, kind: 'message', data: { text: 'hello' }, at: AT });
  conversation = accepted.status === 'conflict' ? '' : accepted.conversation;
  const lease = await store.acquireLease(conversation, 'w', 10_000, AT);
  const entry = (sequence: number) => ({
    ...{ conversation, sequence, at: AT, kind: 'gate.large_answer', kindVersion: 1, engine: 'test@1.0.0' },
    data: { call: `call_${sequence}`, bytes: 600_000, answer: { text: LARGE, number: sequence } },
    personal: ['answer'],
    apart: ['answer'],
  });
  const fence = lease?.fence ?? 0;
  await store.commit({ conversation, expectedSequence: 0, fence, at: AT, entries: [entry(1), entry(2)] });
  await workspace.close();
});
afterEach(() => rmSync(dir, { recursive: true }));

const show = async (...argv: readonly string[]) => {
  const io = createTestIo();
  const code = await runCli(['journal', 'show', '--workspace', dir, ...argv], io);
  return { code, out: io.outLines.join('\n'), err: io.errLines.join('\n') };
};

test('shows one entry with what is kept apart from it, for a person and as JSON', async () => {
  const shown = await show(conversation, '2');
  expect(shown).toMatchObject({ code: 0, err: '' });
  const whole = { sequence: 2, data: { call: 'call_2', answer: { text: LARGE, number: 2 } } };
  expect(JSON.parse(shown.out)).toMatchObject(whole);
  expect(shown.out.split('\n').length).toBeGreaterThan(5);
  const asJson = await show(conversation, '2', '--json');
  expect(asJson.out.split('\n')).toHaveLength(1);
  expect(JSON.parse(asJson.out)).toMatchObject(whole);
});

test('shows what is left once the contact was deleted', async () => {
  const workspace = await openWorkspace(dir, { work: false });
  expect(await workspace.store.deleteContact(contact, AT)).toEqual({ status: 'deleted' });
  await workspace.close();
  const shown = await show(conversation, '1', '--json');
  expect(shown.code).toBe(0);
  expect(JSON.parse(shown.out)).toMatchObject({ sequence: 1, data: { answer: { $deleted: true } } });
  expect(shown.out).not.toContain('字');
});

test('says which entries there are not, in both languages', async () => {
  expect(await show(conversation, '3')).toMatchObject({ code: 1, err: expect.stringContaining('[entry_unknown]') });
  expect((await show(conversation, '3', '--language', 'zh')).err).toContain('没有这条记录');
  expect((await show('conv_none', '1')).err).toContain('[conversation_unknown]');
  expect(await show(conversation, '0')).toMatchObject({ code: 2 });
});
