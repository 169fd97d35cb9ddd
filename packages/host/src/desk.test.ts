import { createRedactor, timestampOf } from '@rolecall/base';
import { firstSeenProjection } from '@rolecall/employee';
import { deskRelease } from '@rolecall/employee/testing';
import { gateProjections } from '@rolecall/gate';
import { createMemoryStore } from '@rolecall/journal/testing';
import { describe, expect, it } from 'vitest';
import { createDesk } from './desk.ts';
import type { EmployeeDefinition } from './load-definition.ts';
import type { WorkspaceConfig } from './workspace-config.ts';

const DAY_MS = 86_400_000;

async function arrange() {
  let now = Date.parse('2026-03-02T08:00:00.000Z');
  const clock = { now: () => now };
  const store = createMemoryStore({ projections: [...gateProjections, firstSeenProjection], engine: 't@1' }).for('org');
  const redactor = createRedactor({ token: 'token-123456' });
  const woken: string[] = [];
  const desk = createDesk({
    store,
    clock,
    redactor,
    wake: (conversation) => woken.push(conversation),
    config: () => ({ limits: { message_characters: 10 } }) as WorkspaceConfig,
    employees: () => ['ida', 'ivo'].map((id) => ({ id, ...deskRelease() }) as unknown as EmployeeDefinition),
  });
  const contact = await desk.contact({ externalId: 'reader-1', level: 'verified' });
  const key = { contact: contact.id, employee: 'ida', channel: 'page' };
  /** The greeting as the employee would have recorded it. */
  const greeted = async (conversation: string) => {
    const at = timestampOf(clock);
    const lease = await store.acquireLease(conversation, 'test', 60_000, at);
    const [item] = await store.inbox(conversation, 1);
    const payload = { contact: contact.id, channel: 'page', employee: 'ida' };
    const data = { event: 'sys_first_seen_contact', payload };
    const record = await store.conversation(conversation);
    const { sequence = 0 } = record ?? {};
    await store.commit({
      conversation,
      expectedSequence: sequence,
      fence: lease!.fence,
      at,
      entries: [
        {
          conversation,
          sequence: sequence + 1,
          at,
          kind: 'employee.event_raised',
          kindVersion: 1,
          engine: 't@1',
          data,
        },
      ],
      consume: [item!.id],
    });
    await store.releaseLease(lease!);
  };
  return {
    desk,
    store,
    key,
    woken,
    greeted,
    later: (ms: number) => {
      now += ms;
    },
  };
}

describe('opening', () => {
  it('by twenty at once is one conversation and one greeting to come', async () => {
    const { desk, store, key } = await arrange();
    const opened = await Promise.all(Array.from({ length: 20 }, () => desk.open(key)));
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1);
    expect(await store.inbox(opened[0]!.id)).toMatchObject([{ kind: 'opened' }]);
  });

  it('at the same moment in two languages is one conversation, greeted in the first', async () => {
    const { desk, store, key } = await arrange();
    const [first, second] = await Promise.all([desk.open(key, 'en'), desk.open(key, 'zh')]);
    expect(second.id).toBe(first.id);
    expect(await store.inbox(first.id)).toMatchObject([{ kind: 'opened', data: { language: 'en' } }]);
  });

  it('again finds the conversation and asks for nothing', async () => {
    const { desk, store, key, greeted } = await arrange();
    const first = await desk.open(key);
    await greeted(first.id);
    expect((await desk.open(key)).id).toBe(first.id);
    expect(await store.inbox(first.id)).toEqual([]);
  });

  it('with another employee on the channel where the contact has been seen asks for no second greeting by a key', async () => {
    const { desk, store, key, greeted } = await arrange();
    await greeted((await desk.open(key)).id);
    const other = await desk.open({ ...key, employee: 'ivo' });
    await desk.send({ conversation: other.id, text: '你好' });
    expect((await store.inbox(other.id)).map(({ kind }) => kind)).toEqual(['opened', 'message']);
  });

  it('after a day of silence is another conversation, also for one who was never greeted', async () => {
    for (const wasGreeted of [true, false]) {
      const { desk, store, key, greeted, later } = await arrange();
      const first = await desk.open(key);
      if (wasGreeted) await greeted(first.id);
      later(DAY_MS);
      const second = await desk.open(key);
      expect(second.id).not.toBe(first.id);
      expect(second.closedAt).toBeUndefined();
      expect(await desk.send({ conversation: second.id, text: '你好' })).toMatchObject({ status: 'accepted' });
      expect((await store.inbox(second.id)).map(({ kind }) => kind)).toEqual(['opened', 'message']);
    }
  });

  it('with an employee that does not run names the nearest', async () => {
    const { desk, key } = await arrange();
    await expect(desk.open({ ...key, employee: 'idda' })).rejects.toMatchObject({
      code: 'employee_unknown',
      hint: 'Did you mean "ida"?',
    });
    await expect(desk.open({ ...key, employee: 'someone-else' })).rejects.toMatchObject({ hint: 'Known: ida, ivo.' });
  });

  it('for a contact that nobody knows is refused', async () => {
    const { desk, key } = await arrange();
    await expect(desk.open({ ...key, contact: 'contact_none' })).rejects.toMatchObject({ code: expect.any(String) });
  });
});

describe('sending', () => {
  it('takes a message up to its limit, wakes whoever works, and no secret comes in', async () => {
    const { desk, store, key, woken } = await arrange();
    const { id } = await desk.open(key);
    expect(await desk.send({ conversation: id, text: '一二三四五六七八九十' })).toMatchObject({
      status: 'accepted',
      conversation: id,
    });
    expect(woken).toEqual([id, id]);
    await expect(desk.send({ conversation: id, text: '一二三四五六七八九十一' })).rejects.toMatchObject({
      code: 'message_too_long',
      hint: 'Shorten it, or send it in several parts.',
    });
    for (const text of ['', ' \n\u3000'])
      await expect(desk.send({ conversation: id, text })).rejects.toMatchObject({ code: 'message_empty' });
    await desk.press({ conversation: id, operation: 'op_1', button: 'decline' });
    expect((await store.inbox(id)).map(({ kind, data }) => [kind, data])).toEqual([
      ['opened', {}],
      ['message', { text: '一二三四五六七八九十' }],
      ['decline_button', { operation: 'op_1' }],
    ]);
  });

  it('twice under one key is one message, and another one under it is refused', async () => {
    const { desk, store, key } = await arrange();
    const { id } = await desk.open(key);
    const send = (text: string) => desk.send({ conversation: id, text, idempotencyKey: 'k1' });
    const sent = await Promise.all(Array.from({ length: 10 }, () => send('你好')));
    expect(sent.map(({ status }) => status).sort()).toEqual([
      'accepted',
      ...Array.from({ length: 9 }, () => 'duplicate'),
    ]);
    expect(new Set(sent.map((accepted) => (accepted.status === 'conflict' ? '' : accepted.item))).size).toBe(1);
    expect(await send('再见')).toEqual({ status: 'conflict', reason: 'other_content' });
    expect(await store.inbox(id)).toHaveLength(2);
  });

  it('where only an event from outside had begun lets the contact be seen first, once', async () => {
    const { desk, store, key } = await arrange();
    const begun = await store.accept({ conversation: key, kind: 'event', data: {}, at: '2026-03-02T08:00:00.000Z' });
    const { conversation } = begun as { conversation: string };
    for (const text of ['你好', '在吗']) await desk.send({ conversation, text });
    expect((await store.inbox(conversation)).map(({ kind }) => kind)).toEqual([
      'event',
      'opened',
      'message',
      'message',
    ]);
  });

  it('to a conversation that is gone or closed says which', async () => {
    const { desk, key, later } = await arrange();
    await expect(desk.send({ conversation: 'conv_none', text: '你好' })).rejects.toMatchObject({
      code: 'conversation_unknown',
    });
    const { id } = await desk.open(key);
    later(DAY_MS);
    await expect(desk.send({ conversation: id, text: '你好' })).rejects.toMatchObject({ code: 'conversation_closed' });
  });
});

describe('waiting until an item is handled', () => {
  it('ends when it is, whoever did it', async () => {
    const { desk, key, greeted, store } = await arrange();
    const { id } = await desk.open(key);
    const [item] = await store.inbox(id);
    const waiting = desk.handled(id, item!.id);
    await greeted(id);
    await waiting;
  });

  it('ends with an error when it takes too long, and nothing is lost', async () => {
    const { desk, key, store } = await arrange();
    const { id } = await desk.open(key);
    const [item] = await store.inbox(id);
    await expect(desk.handled(id, item!.id, 30)).rejects.toMatchObject({ code: 'timed_out' });
    expect(await store.inbox(id)).toHaveLength(1);
  });
});

describe('words of others than the customer', () => {
  async function talking() {
    const { desk, store, key } = await arrange();
    const { id: conversation } = await desk.open(key);
    const items = async () => (await store.inbox(conversation)).slice(1).map(({ kind, data }) => ({ kind, data }));
    return { desk, conversation, items };
  }

  it('an approval is taken in with who gives it, without secrets, and once under its key', async () => {
    const { desk, conversation, items } = await talking();
    const approval = {
      conversation,
      operation: 'op_1',
      verdict: 'approve',
      person: 'desk-7',
      idempotencyKey: 'k',
    } as const;
    const reason = 'token-123456 looked at';
    expect(await desk.approve({ ...approval, reason })).toMatchObject({ status: 'accepted' });
    expect(await desk.approve({ ...approval, reason })).toMatchObject({ status: 'duplicate' });
    const [item, ...more] = await items();
    expect(more).toEqual([]);
    expect(item).toMatchObject({ kind: 'approval', data: { operation: 'op_1', verdict: 'approve', person: 'desk-7' } });
    expect(JSON.stringify(item)).not.toContain('token-123456');
    await expect(desk.approve({ ...approval, person: ' ' })).rejects.toMatchObject({ code: 'person_missing' });
    await expect(desk.approve({ ...approval, conversation: 'conv_none', idempotencyKey: 'l' })).rejects.toMatchObject({
      code: 'conversation_unknown',
    });
    expect(await desk.approvals()).toEqual([]);
  });

  it('a button names one operation, or the several of a list', async () => {
    const { desk, conversation, items } = await talking();
    await desk.press({ conversation, operation: 'op_1', button: 'confirm' });
    await desk.press({ conversation, operation: ['op_2'], button: 'decline' });
    await desk.press({ conversation, operation: ['op_1', 'op_3'], button: 'confirm' });
    expect((await items()).map(({ data }) => data)).toEqual([
      { operation: 'op_1' },
      { operation: 'op_2' },
      { operations: ['op_1', 'op_3'] },
    ]);
    await expect(desk.press({ conversation, operation: [], button: 'confirm' })).rejects.toMatchObject({
      code: 'operation_missing',
    });
  });
});
