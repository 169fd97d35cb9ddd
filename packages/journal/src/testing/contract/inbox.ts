import { describe, expect, it } from 'vitest';
import { SILENCE_MS } from '../../inbox-rules.ts';
import type { InboxDraft, StorePorts } from '../../ports.ts';
import { acceptedItem, arrangeWith, at, HOUR, newConversation, note, type OpenStore, writerOf } from './arrange.ts';

export function inboxContract(open: OpenStore): void {
  const { openPorts } = arrangeWith(open);

  async function fresh() {
    const ports = await openPorts();
    const { id: contact } = await ports.upsertContact({ externalId: 'customer-1', level: 'verified', at: at() });
    const party = { contact, employee: 'employee-1', channel: 'page' };
    return { ports, party, message: messageTo(party) };
  }

  function messageTo(conversation: InboxDraft['conversation']) {
    return (text: string, more: Partial<InboxDraft> = {}): InboxDraft => ({
      conversation,
      kind: 'message',
      data: { text },
      at: at(),
      ...more,
    });
  }

  const textsOf = async (ports: StorePorts, conversation: string) =>
    (await ports.inbox(conversation)).map((item) => item.data.text);

  describe('accept', () => {
    it('opens one conversation for contact, employee and channel and finds it again', async () => {
      const { ports, party, message } = await fresh();
      const first = await acceptedItem(ports, message('a'));
      const second = await acceptedItem(ports, message('b', { at: at(5) }));

      expect(second.conversation).toBe(first.conversation);
      expect([first.position, second.position]).toEqual([1, 2]);
      expect(await ports.conversation(first.conversation)).toEqual({
        ...party,
        id: first.conversation,
        openedAt: at(),
        lastActivityAt: at(5),
        sequence: 0,
      });
      for (const other of [
        { ...party, employee: 'employee-2' },
        { ...party, channel: 'api' },
      ]) {
        expect((await acceptedItem(ports, messageTo(other)('c'))).conversation).not.toBe(first.conversation);
      }
      expect(await ports.conversations()).toHaveLength(3);
    });

    it('opens one conversation for two first messages at once', async () => {
      const { ports, message } = await fresh();
      const [one, two] = await Promise.all([acceptedItem(ports, message('a')), acceptedItem(ports, message('b'))]);

      expect(one.conversation).toBe(two.conversation);
      expect(await textsOf(ports, one.conversation)).toEqual(['a', 'b']);
    });

    it('after a day of silence closes the old conversation and opens a new one', async () => {
      const { ports, message } = await fresh();
      const first = await acceptedItem(ports, message('a'));
      const second = await acceptedItem(ports, message('b', { at: at(SILENCE_MS - 1) }));
      const third = await acceptedItem(ports, message('c', { at: at(2 * SILENCE_MS - 1) }));

      expect(second.conversation).toBe(first.conversation);
      expect(third.conversation).not.toBe(first.conversation);
      expect((await ports.conversation(first.conversation))?.closedAt).toBe(at(2 * SILENCE_MS - 1));
      expect((await ports.conversation(third.conversation))?.closedAt).toBeUndefined();
      expect(await textsOf(ports, first.conversation)).toEqual(['a', 'b']);
    });

    it('takes what the employee sends for activity, and what a timer does not', async () => {
      const { ports, message } = await fresh();
      const { conversation } = await acceptedItem(ports, message('a'));
      const writer = await writerOf(ports, conversation, { ttlMs: 100 * HOUR });
      await writer.commit({ entries: [note('x')], outbox: [{ kind: 'reply', data: {} }] }, { at: at(HOUR) });
      await writer.commit({ entries: [note('y')] }, { at: at(2 * HOUR) });
      await ports.accept({ conversation, kind: 'timer', data: {}, at: at(3 * HOUR) });

      expect((await ports.conversation(conversation))?.lastActivityAt).toBe(at(HOUR));
      expect(await ports.accept(message('b', { at: at(HOUR + SILENCE_MS - 1) }))).toMatchObject({ conversation });
    });

    it('by id takes a closed conversation only for what the runtime owes to itself', async () => {
      const { ports, message } = await fresh();
      const { conversation } = await acceptedItem(ports, message('a'));
      const byId = messageTo(conversation);
      const closed = { status: 'conflict', reason: 'conversation_closed' };

      expect(await ports.accept(byId('b', { at: at(SILENCE_MS - 1) }))).toMatchObject({ status: 'accepted' });
      expect(await ports.accept(byId('c', { at: at(3 * SILENCE_MS) }))).toEqual(closed);
      expect((await ports.conversation(conversation))?.closedAt).toBe(at(3 * SILENCE_MS));
      expect(await ports.accept(byId('d', { kind: 'confirm_button' }))).toEqual(closed);
      expect(await ports.accept(byId('e', { kind: 'timer' }))).toMatchObject({ status: 'accepted', conversation });
      expect(await ports.accept(byId('f', { kind: 'settlement' }))).toMatchObject({ status: 'accepted', position: 4 });
    });

    it('refuses an unknown conversation as a value and an unknown contact as an error', async () => {
      const { ports, party } = await fresh();

      const unknown = { status: 'conflict', reason: 'conversation_unknown' };
      expect(await ports.accept(messageTo('none')('a'))).toEqual(unknown);
      const draft = messageTo({ ...party, contact: 'nobody' })('a');
      await expect(ports.accept(draft)).rejects.toMatchObject({ code: 'contact_unknown' });
    });

    it('keeps what it was given, in order, until it is consumed', async () => {
      const { ports, message } = await fresh();
      const items = [];
      for (const text of ['a', 'b', 'c']) items.push(await acceptedItem(ports, message(text)));
      const conversation = items[0]!.conversation;
      expect(await ports.inbox(conversation, 2)).toEqual([
        { id: items[0]!.item, conversation, position: 1, kind: 'message', data: { text: 'a' }, acceptedAt: at() },
        { id: items[1]!.item, conversation, position: 2, kind: 'message', data: { text: 'b' }, acceptedAt: at() },
      ]);
      const writer = await writerOf(ports, conversation);
      await writer.commit({ entries: [], consume: [items[0]!.item] });

      expect(await textsOf(ports, conversation)).toEqual(['b', 'c']);
      const again = writer.commit({ entries: [], consume: [items[0]!.item] });
      await expect(again).rejects.toMatchObject({ code: 'inbox_item_consumed' });
      expect((await acceptedItem(ports, message('d'))).position).toBe(4);
    });

    it('lets a commit consume only items of its own conversation', async () => {
      const { ports, message } = await fresh();
      const { item } = await acceptedItem(ports, message('a'));
      const other = await newConversation(ports, { externalId: 'customer-2' });
      const writer = await writerOf(ports, other.id);

      const commit = writer.commit({ entries: [], consume: [item] });
      await expect(commit).rejects.toMatchObject({ code: 'inbox_item_unknown' });
    });

    it('names the conversations that wait, longest first', async () => {
      const { ports, party } = await fresh();
      const channels = ['b', 'a', 'c'];
      const conversations = [];
      for (const channel of channels) {
        conversations.push((await acceptedItem(ports, messageTo({ ...party, channel })('x'))).conversation);
      }
      await ports.accept(messageTo({ ...party, channel: 'b' })('y'));

      expect(await ports.waiting()).toEqual(conversations);
      expect(await ports.waiting(2)).toEqual(conversations.slice(0, 2));
      const [item] = await ports.inbox(conversations[1]!);
      await (await writerOf(ports, conversations[1]!)).commit({ entries: [], consume: [item!.id] });
      expect(await ports.waiting()).toEqual([conversations[0], conversations[2]]);
    });
  });

  describe('an idempotency key', () => {
    it('with the same content answers the first ids and adds nothing, also after it was handled', async () => {
      const { ports, message } = await fresh();
      const first = await acceptedItem(ports, message('a', { idempotencyKey: 'k' }));
      const duplicate = { ...first, status: 'duplicate' };
      await acceptedItem(ports, message('b'));

      expect(await ports.accept(message('a', { idempotencyKey: 'k', at: at(HOUR) }))).toEqual(duplicate);
      expect(
        await ports.accept({ ...message('a', { idempotencyKey: 'k' }), conversation: first.conversation }),
      ).toEqual(duplicate);
      const writer = await writerOf(ports, first.conversation);
      await writer.commit({ entries: [], consume: [first.item] });
      expect(await ports.accept(message('a', { idempotencyKey: 'k', at: at(9 * SILENCE_MS) }))).toEqual(duplicate);
      expect(await textsOf(ports, first.conversation)).toEqual(['b']);
      expect(await ports.conversations()).toHaveLength(1);
    });

    it('with other content is a conflict and adds nothing', async () => {
      const { ports, message } = await fresh();
      const { conversation } = await acceptedItem(ports, message('a', { idempotencyKey: 'k' }));
      const conflict = { status: 'conflict', reason: 'other_content' };

      expect(await ports.accept(message('b', { idempotencyKey: 'k' }))).toEqual(conflict);
      expect(await ports.accept(message('a', { idempotencyKey: 'k', kind: 'opened' }))).toEqual(conflict);
      expect(await textsOf(ports, conversation)).toEqual(['a']);
    });

    it('holds for its own contact only', async () => {
      const { ports, party, message } = await fresh();
      const other = await ports.upsertContact({ externalId: 'customer-2', level: 'verified', at: at() });
      await acceptedItem(ports, message('a', { idempotencyKey: 'k' }));

      const draft = messageTo({ ...party, contact: other.id })('b', { idempotencyKey: 'k' });
      expect(await ports.accept(draft)).toMatchObject({ status: 'accepted' });
    });

    it('used twice at once adds one item', async () => {
      const { ports, message } = await fresh();
      const draft = message('a', { idempotencyKey: 'k' });
      const answers = await Promise.all([ports.accept(draft), ports.accept(draft), ports.accept(draft)]);

      expect(answers.map((answer) => answer.status).sort()).toEqual(['accepted', 'duplicate', 'duplicate']);
      expect(new Set(answers.map((answer) => ('item' in answer ? answer.item : 'none'))).size).toBe(1);
    });
  });
}
