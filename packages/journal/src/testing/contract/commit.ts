import type { JsonValue } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import type { CommitDraft } from '../../commit.ts';
import type { Projection } from '../../entry.ts';
import {
  acceptedItem,
  arrangeWith,
  at,
  everythingIn,
  HOUR,
  note,
  noteTally,
  type OpenStore,
  writerOf,
} from './arrange.ts';

export function commitContract(open: OpenStore): void {
  const { openConversation } = arrangeWith(open);

  /** A commit that touches everything there is. */
  function everything(item: string): CommitDraft {
    return {
      entries: [note('a'), note('b')],
      reserve: [{ base: 'base-2', intent: 1, operation: 'op-9' }],
      raise: [{ counter: 'counter-2', operation: 'op-9', max: 9, withinMs: HOUR }],
      giveBack: [{ counter: 'counter-1', operation: 'op-1' }],
      consume: [item],
      outbox: [{ kind: 'reply', data: { text: 'a' } }],
      timers: [{ op: 'set', id: 'timer-1', dueAt: at(HOUR), data: {} }],
      durability: 'power',
    };
  }

  /** A conversation in which something is there to be spoilt, and a commit that would touch all of it. */
  async function busyConversation() {
    const arranged = await openConversation({ projections: [noteTally] });
    const { ports, conversation, writer } = arranged;
    const { item } = await acceptedItem(ports, { conversation: conversation.id, kind: 'message', data: {}, at: at() });
    await writer.commit({
      entries: [note('a')],
      reserve: [{ base: 'base-1', intent: 1, operation: 'op-1' }],
      raise: [{ counter: 'counter-1', operation: 'op-1', max: 1, withinMs: HOUR }],
    });
    return { ...arranged, draft: everything(item), before: await everythingIn(ports, conversation.id) };
  }

  describe('commit', () => {
    it('writes everything it holds and answers the new sequence', async () => {
      const { ports, conversation, writer, draft } = await busyConversation();

      expect(await writer.commit(draft)).toEqual({ status: 'committed', sequence: 3 });

      const after = await everythingIn(ports, conversation.id);
      expect(after.record?.sequence).toBe(3);
      expect(after.entries.map((entry) => entry.data.text)).toEqual(['a', 'a', 'b']);
      expect(after.inbox).toEqual([]);
      expect(after.outbox).toMatchObject([{ sequence: 3, index: 0, kind: 'reply', data: { text: 'a' } }]);
      expect(after.timers).toMatchObject([{ id: 'timer-1', dueAt: at(HOUR) }]);
      expect(after.rows.map((row) => row.key)).toEqual(['a', 'b']);
      expect(after.ledger[1]).toMatchObject({ base: 'base-2', operation: 'op-9' });
      expect(after.counted).toEqual([0, 1]);
    });

    it('numbers entries without a gap and reads them back as they were', async () => {
      const { ports, conversation, writer } = await openConversation();
      const data = { z: 1, a: ['x', { deep: null }], text: '订单 "1"\u0000', flag: false };
      await writer.commit({
        entries: [note('first', { step: 2, causedBy: 'inbox:1' }), { kind: 'k', kindVersion: 3, data }],
      });
      await writer.commit({ entries: [note('third')] });

      const entries = await ports.entries(conversation.id);

      expect(entries.map((entry) => entry.sequence)).toEqual([1, 2, 3]);
      expect(entries[0]).toMatchObject({ step: 2, causedBy: 'inbox:1', at: at(), engine: 'contract@1.0.0' });
      expect(entries[1]).toMatchObject({ kind: 'k', kindVersion: 3, data });
      expect(Object.keys(entries[1]?.data ?? {})).toEqual(['z', 'a', 'text', 'flag']);
      expect(entries[1]).not.toHaveProperty('evidence');
      expect(await ports.entries(conversation.id, 1, 1)).toEqual([entries[1]]);
      expect(await ports.entries(conversation.id, 3)).toEqual([]);
    });

    it('under a sequence that has moved writes nothing and answers where it stands', async () => {
      const { ports, conversation, writer, draft, before } = await busyConversation();

      expect(await writer.commit(draft, { expectedSequence: 0 })).toEqual({ status: 'sequence_moved', sequence: 1 });
      expect(await writer.commit(draft, { expectedSequence: 2 })).toEqual({ status: 'sequence_moved', sequence: 1 });

      expect(await everythingIn(ports, conversation.id)).toEqual(before);
    });

    it('under a fence that was lost writes nothing', async () => {
      const { ports, conversation, writer, draft, before } = await busyConversation();
      await ports.releaseLease(writer.lease);
      expect(await writer.commit(draft)).toEqual({ status: 'fence_lost' });

      await writerOf(ports, conversation.id, { holder: 'writer-2' });
      expect(await writer.commit(draft)).toEqual({ status: 'fence_lost' });

      expect(await everythingIn(ports, conversation.id)).toEqual(before);
    });

    it('under a lease that has expired writes nothing', async () => {
      const { ports, conversation, writer, draft, before } = await busyConversation();

      expect(await writer.commit(draft, { at: at(HOUR) })).toEqual({ status: 'fence_lost' });

      expect(await everythingIn(ports, conversation.id)).toEqual(before);
      expect(await writer.commit(draft, { at: at(HOUR - 1) })).toMatchObject({ status: 'committed' });
    });

    it('with a key that is taken writes nothing and answers who holds it', async () => {
      const { ports, conversation, writer, draft, before } = await busyConversation();
      const reserve = [...(draft.reserve ?? []), { base: 'base-1', intent: 1, operation: 'op-9' }];

      expect(await writer.commit({ ...draft, reserve })).toEqual({
        status: 'key_taken',
        base: 'base-1',
        holder: { base: 'base-1', intent: 1, operation: 'op-1', at: at() },
      });

      expect(await everythingIn(ports, conversation.id)).toEqual(before);
    });

    it('with a limit that is reached writes nothing and answers which', async () => {
      const { ports, conversation, writer, draft, before } = await busyConversation();
      const raise = [...(draft.raise ?? []), { counter: 'counter-1', operation: 'op-9', max: 1, withinMs: HOUR }];

      const refused = await writer.commit({ ...draft, giveBack: [], raise });

      expect(refused).toEqual({ status: 'limit_reached', counter: 'counter-1' });
      expect(await everythingIn(ports, conversation.id)).toEqual(before);
    });

    it.each<[string, string, Partial<CommitDraft>]>([
      ['an unknown inbox item', 'inbox_item_unknown', { consume: ['in_none'] }],
      ['an item consumed twice', 'inbox_item_consumed', { consume: ['same', 'same'] }],
      [
        'a value that JSON cannot carry',
        'not_json',
        { entries: [note('a', { data: { at: new Date(0) as unknown as JsonValue } })] },
      ],
      ['an outbox item without an entry', 'commit_malformed', { entries: [] }],
      ['a timer without a time', 'time_malformed', { timers: [{ op: 'set', id: 't', dueAt: 'soon', data: {} }] }],
    ])('with %s throws and writes nothing', async (_, code, fault) => {
      const { ports, conversation, writer, draft, before } = await busyConversation();
      const consume = fault.consume?.map((id) => (id === 'same' ? (draft.consume?.[0] ?? '') : id));

      await expect(writer.commit({ ...draft, ...fault, ...(consume ? { consume } : {}) })).rejects.toMatchObject({
        code,
      });

      expect(await everythingIn(ports, conversation.id)).toEqual(before);
    });

    it('whose entries are not numbered on throws', async () => {
      const { ports, conversation, writer, draft } = await busyConversation();
      const entry = { ...note('a'), conversation: conversation.id, at: at(), engine: 'e' };
      const commit = {
        ...draft,
        conversation: conversation.id,
        expectedSequence: 1,
        fence: writer.lease.fence,
        at: at(),
      };

      const gap = ports.commit({ ...commit, entries: [{ ...entry, sequence: 3 }] });
      await expect(gap).rejects.toMatchObject({ code: 'commit_malformed' });
      const foreign = ports.commit({ ...commit, entries: [{ ...entry, conversation: 'other', sequence: 2 }] });
      await expect(foreign).rejects.toMatchObject({ code: 'commit_malformed' });
      const unknown = ports.commit({ ...commit, conversation: 'none', entries: [], outbox: [] });
      await expect(unknown).rejects.toMatchObject({ code: 'conversation_unknown' });
    });

    it('whose projection fails throws and writes nothing', async () => {
      const failing: Projection = {
        name: 'test.failing',
        kinds: ['test.bad'],
        apply: () => {
          throw new TypeError('not a note');
        },
      };
      const { ports, conversation, writer } = await openConversation({ projections: [noteTally, failing] });
      const before = await everythingIn(ports, conversation.id);

      const commit = writer.commit({ entries: [note('a'), { kind: 'test.bad', kindVersion: 1, data: {} }] });

      await expect(commit).rejects.toMatchObject({ code: 'projection_failed' });
      expect(await everythingIn(ports, conversation.id)).toEqual(before);
    });

    it('of two writers that saw the same sequence writes one', async () => {
      const { ports, conversation, writer } = await openConversation();
      const commits = ['a', 'b', 'c'].map((text) => writer.commit({ entries: [note(text)] }, { expectedSequence: 0 }));

      const results = await Promise.all(commits);

      expect(results.filter((result) => result.status === 'committed')).toHaveLength(1);
      expect(await ports.entries(conversation.id)).toHaveLength(1);
    });

    it('keeps what it was given, whatever the caller does to it later', async () => {
      const { ports, conversation, writer } = await openConversation();
      const data = { list: ['a'] };
      await writer.commit({ entries: [note('a', { data })], outbox: [{ kind: 'reply', data }] });
      data.list.push('b');
      const [read] = await ports.entries(conversation.id);
      (read!.data.list as string[]).push('c');

      expect((await ports.entries(conversation.id))[0]?.data).toEqual({ list: ['a'] });
      expect((await ports.outbox(conversation.id))[0]?.data).toEqual({ list: ['a'] });
    });
  });

  describe('outbox', () => {
    it('is ordered by sequence and index and resumes after a sequence', async () => {
      const { ports, conversation, writer } = await openConversation();
      const send = (text: string) => ({ kind: 'reply', data: { text } });
      await writer.commit({ entries: [note('1')], outbox: [send('a'), send('b')] });
      await writer.commit({ entries: [note('2'), note('3')], outbox: [send('c')] }, { at: at(5) });

      const sent = await ports.outbox(conversation.id);

      expect(sent.map((item) => [item.sequence, item.index, item.data.text])).toEqual([
        [1, 0, 'a'],
        [1, 1, 'b'],
        [3, 0, 'c'],
      ]);
      expect(sent[2]).toEqual({
        conversation: conversation.id,
        sequence: 3,
        index: 0,
        kind: 'reply',
        data: { text: 'c' },
        at: at(5),
      });
      expect(await ports.outbox(conversation.id, 1)).toEqual([sent[2]]);
      expect(await ports.outbox('none')).toEqual([]);
    });
  });
}
