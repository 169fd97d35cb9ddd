import type { WatchEvent } from '@rolecall/host';
import { createFakeWorkspace, type FakeWorkspace, replied } from '@rolecall/server/testing';
import { expect, test } from 'vitest';
import { openDialogue } from './dialogue.ts';

async function dialogueIn(workspace: FakeWorkspace, stopping = new AbortController().signal) {
  const contact = await workspace.contact({ externalId: 'c-1', level: 'verified' });
  const events: WatchEvent[] = [];
  const dialogue = await openDialogue(workspace, {
    key: { contact: contact.id, employee: 'ada', channel: 'cli' },
    timeoutMs: 5_000,
    stopping,
    onEvent: (event) => events.push(event),
  });
  return { dialogue, events };
}

const kinds = (events: readonly WatchEvent[]) =>
  events.flatMap((event) => (event.type === 'entry' ? [event.entry.kind] : []));

test('the greeting of a new conversation has been told when it is open', async () => {
  const { dialogue, events } = await dialogueIn(createFakeWorkspace());
  expect(kinds(events)).toContain('employee.replied');
  await dialogue.close();
});

test('an answer comes after everything about it has been told', async () => {
  const workspace = createFakeWorkspace({ respond: () => [replied('reply', 'one'), replied('reply', 'two')] });
  const { dialogue, events } = await dialogueIn(workspace);
  const answer = await dialogue.say('hello');
  expect(answer.replies.map(({ text }) => text)).toEqual(['one', 'two']);
  expect(kinds(events).at(-1)).toBe('employee.round_ended');
  expect(answer.round).toBe((await workspace.store.entries(dialogue.conversation)).at(-1)?.round);
  await dialogue.close();
});

test('a conversation that goes on is told from where it stands', async () => {
  const workspace = createFakeWorkspace();
  const first = await dialogueIn(workspace);
  await first.dialogue.say('hello');
  await first.dialogue.close();
  workspace.advance(60_000);
  const second = await dialogueIn(workspace);
  expect(second.dialogue.conversation).toBe(first.dialogue.conversation);
  expect(second.events).toEqual([]);
  const answer = await second.dialogue.say('again');
  expect(answer.replies.map(({ text }) => text)).toEqual(['You said: again']);
  await second.dialogue.close();
});

test('a button is pressed and answered like a message', async () => {
  const { dialogue } = await dialogueIn(createFakeWorkspace());
  expect((await dialogue.press(['op_1'], 'decline')).replies[0]?.text).toBe('You chose: decline');
  await dialogue.close();
});

test('what stops the program stops the waiting, and says that nothing is lost', async () => {
  const workspace = createFakeWorkspace();
  const stopping = new AbortController();
  const stuck = { ...workspace, handled: () => new Promise<void>(() => {}) } as FakeWorkspace;
  const { dialogue } = await dialogueIn(stuck, stopping.signal);
  const answer = dialogue.say('hello');
  stopping.abort();
  await expect(answer).rejects.toMatchObject({ code: 'interrupted', hint: expect.stringContaining('trace') });
  await dialogue.close();
});

test('many messages leave no watcher behind', async () => {
  const workspace = createFakeWorkspace();
  const { dialogue } = await dialogueIn(workspace);
  for (let turn = 0; turn < 20; turn++) await dialogue.say(`message ${turn}`);
  expect(workspace.watchers()).toBe(1);
  await dialogue.close();
  expect(workspace.watchers()).toBe(0);
});
