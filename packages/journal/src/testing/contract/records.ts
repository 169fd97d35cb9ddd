import { describe, expect, it } from 'vitest';
import {
  acceptedItem,
  arrangeWith,
  at,
  HOUR,
  newConversation,
  note,
  noteTally,
  type OpenStore,
  writerOf,
} from './arrange.ts';

/** Contacts, conversations, documents, facts, and what keeps organisations apart. */
export function recordContract(open: OpenStore): void {
  const { openPorts, openStore } = arrangeWith(open);

  describe('contact', () => {
    it('is created once for its external id and found by both ids', async () => {
      const ports = await openPorts();
      const created = await ports.upsertContact({ externalId: 'e', level: 'anonymous', displayName: 'D', at: at() });

      expect(created).toEqual({
        id: created.id,
        externalId: 'e',
        level: 'anonymous',
        displayName: 'D',
        createdAt: at(),
      });
      expect(await ports.contact(created.id)).toEqual(created);
      expect(await ports.contactByExternalId('e')).toEqual(created);
      expect(await ports.contact('e')).toBeUndefined();
      expect(await ports.contactByExternalId(created.id)).toBeUndefined();
    });

    it('given again takes level and name as given and keeps the rest', async () => {
      const ports = await openPorts();
      const { id } = await ports.upsertContact({ externalId: 'e', level: 'verified', displayName: 'D', at: at() });
      const lowered = await ports.upsertContact({ externalId: 'e', level: 'anonymous', at: at(HOUR) });
      const renamed = await ports.upsertContact({ externalId: 'e', level: 'verified', displayName: 'N', at: at(HOUR) });

      expect(lowered).toEqual({ id, externalId: 'e', level: 'anonymous', displayName: 'D', createdAt: at() });
      expect(renamed).toEqual({ id, externalId: 'e', level: 'verified', displayName: 'N', createdAt: at() });
    });

    it('given twice at once is one', async () => {
      const ports = await openPorts();
      const contact = { externalId: 'e', level: 'verified', at: at() } as const;
      const [one, two] = await Promise.all([ports.upsertContact(contact), ports.upsertContact(contact)]);

      expect(one?.id).toBe(two?.id);
    });
  });

  describe('conversations', () => {
    it('are listed newest first, by contact and employee', async () => {
      const ports = await openPorts();
      const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at: at() });
      const opened: string[] = [];
      for (const [index, employee] of ['a', 'b', 'a', 'a'].entries()) {
        const conversation = { contact, employee, channel: `channel-${index}` };
        const when = at(Math.min(index, 2) * HOUR);
        opened.unshift((await acceptedItem(ports, { conversation, kind: 'opened', data: {}, at: when })).conversation);
      }
      const ids = async (filter?: Parameters<typeof ports.conversations>[0]) =>
        (await ports.conversations(filter)).map((conversation) => conversation.id);

      expect(await ids()).toEqual(opened);
      expect(await ids({ limit: 2 })).toEqual(opened.slice(0, 2));
      expect(await ids({ contact, employee: 'a' })).toEqual([opened[0], opened[1], opened[3]]);
      expect(await ids({ contact: 'none' })).toEqual([]);
      expect(await ports.conversation('none')).toBeUndefined();
    });
  });

  describe('document', () => {
    it('is kept under its hash, the first time', async () => {
      const ports = await openPorts();
      await ports.putDocument('sha256:1', { b: [1, '二'], a: null });
      await ports.putDocument('sha256:1', { b: [1, '二'], a: null });

      expect(await ports.document('sha256:1')).toEqual({ b: [1, '二'], a: null });
      expect(await ports.document('sha256:2')).toBeUndefined();
    });
  });

  describe('facts', () => {
    it('stand in the order in which they were recorded', async () => {
      const ports = await openPorts();
      await ports.recordFact('release', { hash: '1' }, at());
      await ports.recordFact('pin', { tool: 't' }, at(1));
      await ports.recordFact('release', { hash: '2' }, at(2));

      expect(await ports.facts()).toEqual([
        { kind: 'release', at: at(), data: { hash: '1' } },
        { kind: 'pin', at: at(1), data: { tool: 't' } },
        { kind: 'release', at: at(2), data: { hash: '2' } },
      ]);
      expect((await ports.facts('release')).map((fact) => fact.data.hash)).toEqual(['1', '2']);
    });
  });

  describe('an organisation', () => {
    it('has ports of its own, the same at every call', async () => {
      const store = await openStore();

      expect(store.for('org-1')).toBe(store.for('org-1'));
      expect(store.for('org-1')).not.toBe(store.for('org-2'));
    });

    it('sees nothing of another one and takes nothing from it', async () => {
      const store = await openStore({ projections: [noteTally] });
      const [mine, theirs] = [store.for('org-1'), store.for('org-2')];
      const conversation = await newConversation(mine);
      const { item } = await acceptedItem(mine, { conversation: conversation.id, kind: 'message', data: {}, at: at() });
      const writer = await writerOf(mine, conversation.id);
      const draft = {
        entries: [note('a')],
        reserve: [{ base: 'b', intent: 1, operation: 'op' }],
        raise: [{ counter: 'c', operation: 'op', max: 1, withinMs: HOUR }],
        outbox: [{ kind: 'reply', data: {} }],
        timers: [{ op: 'set', id: 't', dueAt: at(), data: {} }],
      } as const;
      await writer.commit(draft);
      await mine.putDocument('sha256:1', 'mine');
      await mine.recordFact('k', {}, at());
      const id = conversation.id;

      const nothing = [
        await theirs.contact(conversation.contact),
        await theirs.contactByExternalId('customer-1'),
        await theirs.conversation(id),
        await theirs.row('tally', 'a'),
        await theirs.ledger('b'),
        await theirs.document('sha256:1'),
      ];
      expect(nothing).toEqual(nothing.map(() => undefined));
      const empty = [
        await theirs.conversations(),
        await theirs.entries(id),
        await theirs.storedEntries(id),
        await theirs.inbox(id),
        await theirs.waiting(),
        await theirs.outbox(id),
        await theirs.dueTimers(at(HOUR)),
        await theirs.rows('tally', 'kind:test.note'),
        await theirs.facts(),
      ];
      expect(empty).toEqual(empty.map(() => []));
      expect(await theirs.counted('c', at(-HOUR))).toBe(0);
      await expect(theirs.acquireLease(id, 'x', HOUR, at())).rejects.toMatchObject({ code: 'conversation_unknown' });
      expect(await theirs.accept({ conversation: id, kind: 'message', data: {}, at: at() })).toMatchObject({
        reason: 'conversation_unknown',
      });
      expect(await theirs.renewLease(writer.lease, HOUR, at())).toBe(false);
      await theirs.releaseLease(writer.lease);
      expect(await theirs.claimTimer((await mine.dueTimers(at()))[0]!, at())).toBeUndefined();

      const other = await writerOf(theirs, (await newConversation(theirs)).id);
      expect(await other.commit(draft)).toMatchObject({ status: 'committed' });
      await expect(other.commit({ entries: [], consume: [item] })).rejects.toMatchObject({
        code: 'inbox_item_unknown',
      });
      expect(await writer.commit({ entries: [note('b')], consume: [item] })).toMatchObject({ status: 'committed' });
      expect((await mine.row('tally', 'a')) as object).toMatchObject({ count: 1 });
    });
  });

  describe('redaction', () => {
    it('takes known secrets out of everything that is written', async () => {
      const secret = 'canary-credential';
      const redact = <Value>(value: Value): Value =>
        JSON.parse(JSON.stringify(value).replaceAll(secret, '[redacted:canary]')) as Value;
      const ports = await openPorts({ projections: [noteTally], redact });
      const contact = await ports.upsertContact({ externalId: 'e', level: 'verified', displayName: secret, at: at() });
      const conversation = { contact: contact.id, employee: 'employee-1', channel: 'page' };
      const item = await acceptedItem(ports, { conversation, kind: 'message', data: { text: secret }, at: at() });
      const writer = await writerOf(ports, item.conversation);
      const inbox = await ports.inbox(item.conversation);
      await writer.commit({
        entries: [note(secret), note(`say ${secret}`, { personal: ['text'] })],
        outbox: [{ kind: 'reply', data: { text: secret } }],
        timers: [{ op: 'set', id: 't', dueAt: at(), data: { text: secret } }],
      });
      await ports.putDocument('sha256:1', [secret]);
      await ports.recordFact('k', { [secret]: secret }, at());

      const everything = JSON.stringify([
        contact,
        inbox,
        await ports.entries(item.conversation),
        await ports.storedEntries(item.conversation),
        await ports.outbox(item.conversation),
        await ports.dueTimers(at()),
        await ports.rows('tally', 'kind:test.note'),
        await ports.document('sha256:1'),
        await ports.facts(),
      ]);
      expect(everything).not.toContain(secret);
      expect(everything.match(/\[redacted:canary\]/g)?.length).toBeGreaterThanOrEqual(10);
    });
  });

  describe('a closed store', () => {
    it('answers nothing any more', async () => {
      const store = await openStore();
      const ports = store.for('org-1');
      await store.close();
      await store.close();

      await expect(ports.waiting()).rejects.toMatchObject({ code: 'store_closed' });
      await expect(ports.recordFact('k', {}, at())).rejects.toMatchObject({ code: 'store_closed' });
      await expect(store.rebuildProjections()).rejects.toMatchObject({ code: 'store_closed' });
    });
  });
}
