import { describe, expect, it } from 'vitest';
import type { Projection } from '../../entry.ts';
import { arrangeWith, newConversation, note, noteTally, type OpenStore, writerOf } from './arrange.ts';

export function projectionContract(open: OpenStore): void {
  const { openConversation, openStore } = arrangeWith(open);
  const reset = (text: string) => note(text, { kind: 'test.reset' });

  describe('projection', () => {
    it('reads the rows that earlier entries of the same commit have changed', async () => {
      const { ports, conversation, writer } = await openConversation({ projections: [noteTally] });
      await writer.commit({ entries: [note('a'), note('b'), note('a'), note('a')] });

      expect(await ports.row('tally', 'a')).toEqual({ count: 3, last: `${conversation.id}#4` });
      await writer.commit({ entries: [reset('a'), note('a')] });
      expect(await ports.row('tally', 'a')).toEqual({ count: 1, last: `${conversation.id}#6` });
    });

    it('puts, moves between scopes and deletes rows', async () => {
      const byScope: Projection = {
        name: 'test.scopes',
        kinds: ['test.scope'],
        apply: ({ data }) => [
          { op: 'put', table: 'scoped', key: String(data.key), scope: data.scope as string, value: data.key! },
        ],
      };
      const { ports, writer } = await openConversation({ projections: [byScope, noteTally] });
      const scoped = (key: string, scope?: string) => ({ kind: 'test.scope', kindVersion: 1, data: { key, scope } });
      await writer.commit({ entries: [scoped('b', 's'), scoped('a', 's'), scoped('c')] });

      expect(await ports.rows('scoped', 's')).toEqual([
        { table: 'scoped', key: 'a', scope: 's', value: 'a' },
        { table: 'scoped', key: 'b', scope: 's', value: 'b' },
      ]);
      expect(await ports.row('scoped', 'c')).toBe('c');
      await writer.commit({ entries: [scoped('a', 'other'), note('n')] });
      expect((await ports.rows('scoped', 's')).map((row) => row.key)).toEqual(['b']);
      await writer.commit({ entries: [reset('n')] });
      expect(await ports.row('tally', 'n')).toBeUndefined();
      expect(await ports.rows('tally', 'kind:test.note')).toEqual([]);
    });

    it('is rebuilt to the same rows, over the conversations in the order in which they were written', async () => {
      const store = await openStore({ projections: [noteTally] });
      const organisations = ['org-1', 'org-2'].map((organisation) => store.for(organisation));
      for (const [index, ports] of organisations.entries()) {
        const first = await writerOf(ports, (await newConversation(ports)).id);
        const second = await writerOf(ports, (await newConversation(ports, { externalId: 'customer-2' })).id);
        await first.commit({ entries: [note('a'), note('b', { personal: ['text'] })] });
        await second.commit({ entries: [note('a'), note('c'), reset('c')] });
        if (index === 0) await first.commit({ entries: [note('a'), note('d')] });
      }
      const rows = () => Promise.all(organisations.map((ports) => ports.rows('tally', 'kind:test.note')));
      const before = await rows();
      expect(before.map((list) => list.map((row) => row.key))).toEqual([
        ['a', 'b', 'd'],
        ['a', 'b'],
      ]);

      await store.rebuildProjections();

      expect(await rows()).toEqual(before);
    });

    it('sees an entry in the form in which it is read, personal values in place', async () => {
      const seen: unknown[] = [];
      const watching: Projection = {
        name: 'test.watching',
        kinds: ['test.note'],
        apply: (entry) => {
          seen.push(entry);
          return [];
        },
      };
      const { store, ports, conversation, writer } = await openConversation({ projections: [watching] });
      await writer.commit({ entries: [note('a', { personal: ['text'], data: { text: 'a', gone: undefined } })] });
      await store.rebuildProjections();

      const [entry] = await ports.entries(conversation.id);
      expect(seen).toStrictEqual([entry, entry]);
    });

    it('cannot share its name with another one', async () => {
      const opened = openStore({ projections: [noteTally, noteTally] });

      await expect(opened).rejects.toMatchObject({ code: 'projection_name_taken' });
    });
  });
}
