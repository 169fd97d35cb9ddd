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

const CANARY = '13900139000';

export function checkpointContract(open: OpenStore): void {
  const { openConversation, openPorts } = arrangeWith(open);
  const said = (text: string) => note(text, { personal: ['text'] });

  describe('a checkpoint', () => {
    it('comes back as it was written, the latest one', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [said('a'), said('b')] });
      expect(await ports.checkpoint(conversation.id)).toBeUndefined();

      const head = { conversation: conversation.id, fence: writer.lease.fence, at: at(), version: 3 };
      expect(await ports.writeCheckpoint({ ...head, sequence: 1, state: { said: ['a'] } })).toBe(true);
      expect(await ports.writeCheckpoint({ ...head, sequence: 2, state: { said: ['a', CANARY, null, 1.5] } })).toBe(
        true,
      );

      expect(await ports.checkpoint(conversation.id)).toEqual({
        sequence: 2,
        version: 3,
        state: { said: ['a', CANARY, null, 1.5] },
      });
    });

    it('is refused without the lease, ahead of the journal, and behind a later one', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [said('a'), said('b')] });
      const head = { conversation: conversation.id, fence: writer.lease.fence, at: at(), version: 1, state: {} };

      expect(await ports.writeCheckpoint({ ...head, sequence: 1, fence: head.fence - 1 })).toBe(false);
      expect(await ports.writeCheckpoint({ ...head, sequence: 1, at: at(2 * HOUR) })).toBe(false);
      expect(await ports.writeCheckpoint({ ...head, sequence: 3 })).toBe(false);
      expect(await ports.checkpoint(conversation.id)).toBeUndefined();
      expect(await ports.writeCheckpoint({ ...head, sequence: 2 })).toBe(true);
      expect(await ports.writeCheckpoint({ ...head, sequence: 1 })).toBe(false);
      expect(
        await ports.writeCheckpoint({ ...head, sequence: 2, cut: { entries: 3, evidence: 0, until: at(HOUR) } }),
      ).toBe(false);
    });

    it('says nothing any more once its contact was deleted', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [said(CANARY)] });
      const head = { conversation: conversation.id, fence: writer.lease.fence, at: at(), version: 1 };
      await ports.writeCheckpoint({ ...head, sequence: 1, state: { said: CANARY } });

      await ports.deleteContact(conversation.contact, at(1));

      expect((await ports.checkpoint(conversation.id))?.state ?? null).toBeNull();
    });
  });

  describe('a cut', () => {
    async function cutOnce() {
      const { store, ports, conversation, writer } = await openConversation({ projections: [noteTally] });
      const other = await newConversation(ports, { externalId: 'customer-2' });
      const message = { kind: 'message', data: { text: CANARY }, at: at() } as const;
      const first = await acceptedItem(ports, { ...message, conversation: conversation.id });
      await writer.commit({
        entries: [said('a')],
        consume: [first.item],
        outbox: [{ kind: 'reply', data: { text: 'a' } }],
      });
      await writer.commit({ entries: [said('b')], outbox: [{ kind: 'reply', data: { text: 'b' }, to: 'channel:x' }] });
      await writer.commit({ entries: [said('c')], outbox: [{ kind: 'reply', data: { text: 'c' } }] });
      await (await writerOf(ports, other.id)).commit({ entries: [said('a')] });
      const cut = { entries: 1, evidence: 2, until: at(1) };
      const head = { conversation: conversation.id, fence: writer.lease.fence, at: at(), version: 1 };
      expect(await ports.writeCheckpoint({ ...head, sequence: 3, state: { at: 3 }, cut })).toBe(true);
      return { store, ports, conversation, other, writer, head, cut };
    }

    it('takes entries, personal values and what was said, up to where it says, and leaves the rest', async () => {
      const { ports, conversation, other, cut } = await cutOnce();

      const left = await ports.entries(conversation.id);
      expect(left.map(({ sequence, data }) => [sequence, data.text])).toEqual([
        [2, { $deleted: true }],
        [3, 'c'],
      ]);
      expect((await ports.storedEntries(conversation.id)).map(({ sequence }) => sequence)).toEqual([2, 3]);
      const read = [1, 2, 3].map((sequence) => ports.readApart(conversation.id, sequence, 'text'));
      expect(await Promise.all(read)).toEqual([undefined, undefined, 'c']);
      expect((await ports.outbox(conversation.id)).map(({ data }) => data)).toEqual([
        { $deleted: true },
        // Somebody still waits for it.
        { text: 'b' },
        { text: 'c' },
      ]);
      expect(await ports.checkpoint(conversation.id)).toEqual({ sequence: 3, version: 1, state: { at: 3 }, cut });
      expect((await ports.entries(other.id)).map(({ data }) => data.text)).toEqual(['a']);
      expect((await ports.conversation(conversation.id))?.sequence).toBe(3);
    });

    it('only grows, and the journal goes on behind it', async () => {
      const { ports, conversation, writer, head } = await cutOnce();
      await writer.commit({ entries: [said('d')] });

      await ports.writeCheckpoint({ ...head, sequence: 4, state: {}, cut: { entries: 0, evidence: 3, until: at(2) } });

      expect((await ports.checkpoint(conversation.id))?.cut).toEqual({ entries: 1, evidence: 3, until: at(2) });
      expect((await ports.entries(conversation.id)).map(({ data }) => data.text)).toEqual([
        { $deleted: true },
        { $deleted: true },
        'd',
      ]);
      expect((await ports.entries(conversation.id, 2)).map(({ sequence }) => sequence)).toEqual([3, 4]);
      expect((await ports.entries(conversation.id, 0, 1)).map(({ sequence }) => sequence)).toEqual([2]);
    });

    it('changes no row, and neither does rebuilding afterwards', async () => {
      const { store, ports } = await cutOnce();
      const tally = () => ports.rows('tally', 'kind:test.note');
      const before = (await tally()).filter(({ key }) => key !== 'a');

      await store.rebuildProjections();

      expect((await tally()).filter(({ key }) => key !== 'a')).toEqual(before);
      expect(before.map(({ key }) => key)).toEqual(['b', 'c']);
    });
  });

  describe('conversations with something old', () => {
    it('are named in order, page by page, until they are cut', async () => {
      const ports = await openPorts();
      const ids: string[] = [];
      for (const externalId of ['x', 'y', 'z']) {
        const { id } = await newConversation(ports, { externalId });
        ids.push(id);
        await (await writerOf(ports, id)).commit({ entries: [said('old')] });
        await (await writerOf(ports, id)).commit({ entries: [said('new')] }, { at: at(HOUR - 1) });
      }
      ids.sort();
      const aged = async (more: Partial<Parameters<typeof ports.agedConversations>[0]>) =>
        (await ports.agedConversations({ limit: 10, ...more })).map(({ conversation }) => conversation);

      expect(await aged({})).toEqual([]);
      expect(await aged({ entriesBefore: at() })).toEqual([]);
      expect(await aged({ entriesBefore: at(1) })).toEqual(ids);
      expect(await aged({ evidenceBefore: at(1), limit: 2 })).toEqual(ids.slice(0, 2));
      expect(await aged({ evidenceBefore: at(1), after: ids[1] })).toEqual(ids.slice(2));

      const [conversation = ''] = ids;
      const { lease } = await writerOf(ports, conversation);
      const head = { conversation, fence: lease.fence, at: at(), version: 1, sequence: 2, state: {} };
      await ports.writeCheckpoint({ ...head, cut: { entries: 0, evidence: 1, until: at(1) } });
      expect(await aged({ evidenceBefore: at(1) })).toEqual(ids.slice(1));
      expect(await aged({ entriesBefore: at(1) })).toEqual(ids);
      await ports.writeCheckpoint({ ...head, cut: { entries: 1, evidence: 1, until: at(1) } });
      expect(await aged({ entriesBefore: at(1) })).toEqual(ids.slice(1));
    });
  });
}
