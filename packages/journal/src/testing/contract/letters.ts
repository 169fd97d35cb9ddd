import { describe, expect, it } from 'vitest';
import type { Delivery } from '../../delivery.ts';
import type { StorePorts } from '../../ports.ts';
import {
  acceptedItem,
  arrangeWith,
  at,
  HOUR,
  MINUTE,
  newConversation,
  note,
  type OpenStore,
  writerOf,
} from './arrange.ts';

export function letterContract(open: OpenStore): void {
  const { openConversation } = arrangeWith(open);
  const saying = (text: string, to = 'channel:shop') => ({ kind: 'reply', data: { text }, to });
  const take = (ports: StorePorts, when = at(), limit = 10) =>
    ports.claimDeliveries({ at: when, until: at(10 * HOUR), limit });
  const textsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ data }) => data.text);

  describe('delivery', () => {
    it('is put down for what names a target, and for nothing else', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [note('a')], outbox: [saying('one'), { kind: 'reply', data: { text: 'two' } }] });

      expect(await ports.deliveries()).toEqual([
        {
          conversation: conversation.id,
          sequence: 1,
          index: 0,
          target: 'channel:shop',
          state: 'waiting',
          attempts: 0,
          at: at(),
        },
      ]);
      expect(await ports.outbox(conversation.id)).toHaveLength(2);
    });

    it('is taken in order: nothing behind one that waits, also while somebody tries it', async () => {
      const { ports, writer } = await openConversation();
      await writer.commit({ entries: [note('a')], outbox: [saying('one'), saying('two')] });
      await writer.commit({ entries: [note('b')], outbox: [saying('three')] });

      const [first] = await take(ports);
      expect(first).toMatchObject({
        sequence: 1,
        index: 0,
        kind: 'reply',
        data: { text: 'one' },
        attempt: 1,
        claim: 1,
      });
      expect(await take(ports)).toEqual([]);
      expect(await ports.settleDelivery(first!, { state: 'delivered' }, at())).toBe(true);
      const [second] = await take(ports);
      expect(second?.data.text).toBe('two');
      await ports.settleDelivery(second!, { state: 'waiting', dueAt: at(MINUTE), error: 'answered 500' }, at());
      expect(await take(ports)).toEqual([]);
      expect(textsOf(await take(ports, at(MINUTE)))).toEqual(['two']);
    });

    it('of other targets and conversations does not wait', async () => {
      const { ports, writer } = await openConversation();
      const other = await writerOf(ports, (await newConversation(ports, { externalId: 'customer-2' })).id);
      await writer.commit({ entries: [note('a')], outbox: [saying('one'), saying('event', 'events:crm')] });
      await other.commit({ entries: [note('b')], outbox: [saying('other')] });

      expect(textsOf(await take(ports, at(), 2))).toHaveLength(2);
      expect(textsOf(await take(ports))).toHaveLength(1);
    });

    it('comes again when whoever took it is gone, who can then no longer settle it', async () => {
      const { ports, writer } = await openConversation();
      await writer.commit({ entries: [note('a')], outbox: [saying('one')] });
      const [lost] = await ports.claimDeliveries({ at: at(), until: at(MINUTE), limit: 1 });
      expect(await take(ports, at(MINUTE - 1))).toEqual([]);
      const [again] = await take(ports, at(MINUTE));

      expect(again).toMatchObject({ attempt: 2, claim: 2 });
      expect(await ports.settleDelivery(lost!, { state: 'dead', error: 'late' }, at(MINUTE))).toBe(false);
      expect(await ports.settleDelivery(again!, { state: 'delivered' }, at(MINUTE))).toBe(true);
      expect(await ports.settleDelivery(again!, { state: 'delivered' }, at(MINUTE))).toBe(false);
    });

    it('is taken by one of many who ask at the same moment', async () => {
      const { ports, writer } = await openConversation();
      await writer.commit({ entries: [note('a')], outbox: [saying('one'), saying('two')] });
      const taken = await Promise.all([1, 2, 3, 4].map(() => take(ports)));

      expect(textsOf(taken.flat())).toEqual(['one']);
    });

    it('that is dead lets the others go on, can be seen, and is tried anew or given up by a person', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [note('a')], outbox: [saying('one'), saying('two')] });
      const [first] = await take(ports);
      await ports.settleDelivery(first!, { state: 'dead', error: 'answered 410' }, at(MINUTE));

      expect(await ports.deliveries({ states: ['dead'] })).toMatchObject([
        { conversation: conversation.id, index: 0, attempts: 1, lastError: 'answered 410', at: at(MINUTE) },
      ]);
      expect(textsOf(await take(ports, at(MINUTE)))).toEqual(['two']);
      expect(await ports.decideDelivery(first!, 'retry', at(HOUR))).toBe(true);
      const [again] = await take(ports, at(HOUR));
      expect(again).toMatchObject({ data: { text: 'one' }, attempt: 1 });
      expect(await ports.decideDelivery(first!, 'drop', at(HOUR))).toBe(true);
      expect(await ports.settleDelivery(again!, { state: 'delivered' }, at(HOUR))).toBe(false);
      expect(await ports.decideDelivery(first!, 'retry', at(HOUR))).toBe(false);
      expect(await ports.deliveries({ states: ['waiting', 'dropped'], conversation: conversation.id })).toHaveLength(2);
    });

    it('and its message are gone with the contact', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [note('a')], outbox: [saying('one')] });
      await ports.deleteContact(conversation.contact, at(MINUTE));

      expect(await ports.deliveries()).toEqual([]);
      expect(await take(ports, at(HOUR))).toEqual([]);
    });

    it('of an event for others is no activity of the conversation', async () => {
      const { ports, conversation, writer } = await openConversation();
      const event = { kind: 'event', data: {}, to: 'events:crm' };
      await writer.commit({ entries: [note('a')], outbox: [event] }, { at: at(MINUTE) });
      expect((await ports.conversation(conversation.id))?.lastActivityAt).toBe(conversation.lastActivityAt);
      await writer.commit({ entries: [note('b')], outbox: [event, saying('one')] }, { at: at(2 * MINUTE) });
      expect((await ports.conversation(conversation.id))?.lastActivityAt).toBe(at(2 * MINUTE));
    });
  });

  describe('inbox item that fails', () => {
    const message = (conversation: string, text: string) =>
      ({ conversation, kind: 'message', data: { text }, at: at() }) as const;

    it('is counted, and counts for nothing once it is handled', async () => {
      const { ports, conversation, writer } = await openConversation();
      const { item } = await acceptedItem(ports, message(conversation.id, 'hello'));
      expect(await ports.countFailure(item, 'broke', at())).toBe(1);
      expect(await ports.countFailure(item, 'broke again', at())).toBe(2);
      await writer.commit({ entries: [], consume: [item] });

      expect(await ports.countFailure(item, 'late', at())).toBe(0);
      expect(await ports.setAside(item, 'late', at())).toBe(false);
      expect(await ports.setAsideItems()).toEqual([]);
    });

    it('is set aside with a commit or without one; those behind it go on', async () => {
      const { ports, conversation, writer } = await openConversation();
      const items = ['one', 'two', 'three'].map((text) => acceptedItem(ports, message(conversation.id, text)));
      const [one, two, three] = (await Promise.all(items)).sort((left, right) => left.position - right.position);
      await ports.countFailure(one!.item, 'broke', at());
      await writer.commit({ entries: [note('gave up')], setAside: [{ item: one!.item, error: 'broke' }] });
      await ports.setAside(two!.item, 'broke too', at(MINUTE));

      expect((await ports.inbox(conversation.id)).map(({ id }) => id)).toEqual([three!.item]);
      expect(await ports.setAsideItems()).toEqual([
        {
          item: one!.item,
          conversation: conversation.id,
          position: one!.position,
          kind: 'message',
          data: { text: expect.any(String) },
          attempts: 1,
          lastError: 'broke',
          at: at(),
        },
        expect.objectContaining({ item: two!.item, attempts: 0, lastError: 'broke too', at: at(MINUTE) }),
      ]);
      expect(await ports.setAsideItems(1)).toHaveLength(1);
    });

    it('goes back to its place when a person has it tried anew, or is given up', async () => {
      const { ports, conversation } = await openConversation();
      const { item } = await acceptedItem(ports, message(conversation.id, 'one'));
      const { item: other } = await acceptedItem(ports, message(conversation.id, 'two'));
      for (const id of [item, other]) await ports.setAside(id, 'broke', at());
      expect(await ports.waiting()).toEqual([]);

      expect(await ports.decideItem(item, 'retry', at())).toBe(true);
      expect(await ports.decideItem(item, 'retry', at())).toBe(false);
      expect(await ports.decideItem(other, 'drop', at())).toBe(true);
      expect(await ports.inbox(conversation.id)).toMatchObject([{ id: item, data: { text: 'one' } }]);
      expect(await ports.countFailure(item, 'broke', at())).toBe(1);
      expect(await ports.setAsideItems()).toEqual([]);
    });

    it('cannot be set aside twice, nor by another conversation', async () => {
      const { ports, conversation, writer } = await openConversation();
      const { item } = await acceptedItem(ports, message(conversation.id, 'one'));
      const other = await writerOf(ports, (await newConversation(ports, { externalId: 'customer-2' })).id);
      const giveUp = { entries: [note('x')], setAside: [{ item, error: 'broke' }] };

      await expect(other.commit(giveUp)).rejects.toMatchObject({ code: 'inbox_item_unknown' });
      await writer.commit(giveUp);
      await expect(writer.commit(giveUp)).rejects.toMatchObject({ code: 'inbox_item_consumed' });
    });

    it('is an event too, and reaches a conversation that is closed', async () => {
      const { ports, conversation } = await openConversation();
      const { contact, employee, channel } = conversation;
      const later = at(48 * HOUR);
      const draft = { kind: 'event', data: { event: 'parcel.delivered' }, at: later } as const;
      const opened = await acceptedItem(ports, { ...draft, conversation: { contact, employee, channel } });
      const named = await acceptedItem(ports, { ...draft, conversation: conversation.id });

      expect(opened.conversation).not.toBe(conversation.id);
      expect(named.conversation).toBe(conversation.id);
    });
  });
}
