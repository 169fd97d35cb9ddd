import type { RunningEmployee } from '@rolecall/host';
import { createFakeWorkspace, type FakeWorkspaceOptions, replied } from '@rolecall/server/testing';
import { expect, test } from 'vitest';
import { createTestIo } from '../testing/test-io.ts';
import { TEXTS } from '../texts.ts';
import { sayOnce } from './say-once.ts';
import { talk } from './talk.ts';

async function set(lines: readonly string[], options: FakeWorkspaceOptions = {}) {
  const workspace = createFakeWorkspace(options);
  const io = createTestIo({ lines });
  const contact = await workspace.contact({ externalId: 'c-1', level: 'verified' });
  const common = {
    key: { contact: contact.id, employee: 'ada', channel: 'cli' },
    timeoutMs: 5_000,
    stopping: io.stopping,
  };
  const context = { io, language: 'en', texts: TEXTS.en } as const;
  const employee = workspace.employees()[0] as RunningEmployee;
  return { workspace, io, common, context, employee };
}

test('a conversation is held line by line until its input ends', async () => {
  const { workspace, io, common, context, employee } = await set(['hello', '', 'bye']);
  await talk(context, workspace, { ...common, employee, json: false });
  const said = io.outLines.filter((line) => line.startsWith('Ada'));
  expect(said).toEqual(['Ada: Hello, I am Ada.', 'Ada: You said: hello', 'Ada: You said: bye']);
});

test('a notice says how to answer it, and its buttons can be pressed', async () => {
  const { workspace, io, common, context, employee } = await set(['/confirm', 'do it', '/decline'], {
    respond: () => [replied('notice', 'Shall it be done?', 'op_1')],
  });
  await talk(context, workspace, { ...common, employee, json: false });
  expect(io.errLines).toEqual([TEXTS.en.chatting.noNotice]);
  expect(io.outLines.join('\n')).toMatch(
    /\[please confirm, valid until .*\]: Shall it be done\?\n {2}\(Answer as the notice/,
  );
  expect(io.outLines.at(-1)).toBe('Ada: You chose: decline');
});

test('a message that is refused does not end the conversation', async () => {
  const { workspace, io, common, context, employee } = await set(['x'.repeat(20_001), 'hello']);
  await talk(context, workspace, { ...common, employee, json: false });
  expect(io.errLines.join('\n')).toContain('[message_too_long]');
  expect(io.outLines.at(-1)).toBe('Ada: You said: hello');
});

test('with json every event is a line, and the reply is the last line of its message', async () => {
  const { workspace, io, common, context, employee } = await set(['hello']);
  await talk(context, workspace, { ...common, employee, json: true });
  const lines = io.outLines.map((line) => JSON.parse(line));
  expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(['entry', 'reply']));
  expect(lines.at(-1)).toMatchObject({ type: 'reply', text: 'You said: hello', round: expect.any(String) });
});

test('one message prints its reply and nothing else; the greeting goes to standard error', async () => {
  const { workspace, io, common, context } = await set([]);
  await sayOnce(context, workspace, { ...common, prompt: 'hello', json: false });
  expect(io.outLines).toEqual(['You said: hello']);
  expect(io.errLines).toEqual(['Hello, I am Ada.']);
});

test('no secret stands in the lines of json', async () => {
  const { workspace, io, common, context } = await set([]);
  workspace.redactor.add('desk_key', 'canary-secret-value');
  await sayOnce(context, workspace, { ...common, prompt: 'say canary-secret-value', json: true });
  expect(io.outLines.join('\n')).not.toContain('canary-secret-value');
  expect(io.outLines.join('\n')).toContain('[redacted:desk_key]');
});
