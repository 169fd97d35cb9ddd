import { describe, expect, it } from 'vitest';
import { arrangeWith, at, HOUR, MINUTE, newConversation, note, type OpenStore, writerOf } from './arrange.ts';

export function ledgerContract(open: OpenStore): void {
  const { openConversation } = arrangeWith(open);

  describe('ledger', () => {
    it('grants a key once in the organisation, across conversations', async () => {
      const { ports, writer } = await openConversation();
      const other = await writerOf(ports, (await newConversation(ports, { externalId: 'customer-2' })).id);
      const reserve = (operation: string, intent = 1) => ({
        entries: [note(operation)],
        reserve: [{ base: 'base-1', intent, operation }],
      });

      expect(await writer.commit(reserve('op-1'))).toMatchObject({ status: 'committed' });
      expect(await other.commit(reserve('op-2'))).toMatchObject({ status: 'key_taken', holder: { operation: 'op-1' } });
      expect(await writer.commit(reserve('op-1'))).toMatchObject({
        status: 'key_taken',
        holder: { operation: 'op-1' },
      });
      expect(await other.commit(reserve('op-2', 2))).toMatchObject({ status: 'committed' });
      expect(await ports.ledger('base-1')).toEqual({ base: 'base-1', intent: 2, operation: 'op-2', at: at() });
      expect(await ports.ledger('base-9')).toBeUndefined();
    });

    it('lets only the named holder be replaced', async () => {
      const { ports, writer } = await openConversation();
      const reserve = (operation: string, replaces?: string) =>
        writer.commit({ entries: [], reserve: [{ base: 'base-1', intent: 1, operation, replaces }] });
      await reserve('op-1');

      expect(await reserve('op-2', 'op-0')).toMatchObject({ status: 'key_taken', holder: { operation: 'op-1' } });
      expect(await reserve('op-2', 'op-1')).toMatchObject({ status: 'committed' });
      expect(await reserve('op-3', 'op-1')).toMatchObject({ status: 'key_taken', holder: { operation: 'op-2' } });
      expect(await ports.ledger('base-1')).toMatchObject({ operation: 'op-2' });
    });

    it('grants a key to an operation that names a predecessor which never held it', async () => {
      const { writer } = await openConversation();

      const reserve = [{ base: 'base-1', intent: 1, operation: 'op-2', replaces: 'op-1' }];
      expect(await writer.commit({ entries: [], reserve })).toMatchObject({ status: 'committed' });
    });

    it('does not grant one key twice in one commit', async () => {
      const { ports, writer } = await openConversation();
      const reserve = ['op-1', 'op-2'].map((operation) => ({ base: 'base-1', intent: 1, operation }));

      expect(await writer.commit({ entries: [], reserve })).toMatchObject({
        status: 'key_taken',
        holder: { operation: 'op-1' },
      });
      expect(await ports.ledger('base-1')).toBeUndefined();
    });

    it('answers the holder with the highest intent as a number', async () => {
      const { ports, writer } = await openConversation();
      for (const intent of [2, 10, 9]) {
        await writer.commit({ entries: [], reserve: [{ base: 'base-1', intent, operation: `op-${intent}` }] });
      }

      expect(await ports.ledger('base-1')).toMatchObject({ intent: 10 });
    });
  });

  describe('counter', () => {
    it('refuses what is over the limit inside the sliding window', async () => {
      const { ports, writer } = await openConversation();
      const raise = (operation: string, afterMs: number) =>
        writer.commit(
          { entries: [], raise: [{ counter: 'c', operation, max: 2, withinMs: 10 * MINUTE }] },
          { at: at(afterMs) },
        );

      expect(await raise('op-1', 0)).toMatchObject({ status: 'committed' });
      expect(await raise('op-2', 6 * MINUTE)).toMatchObject({ status: 'committed' });
      expect(await raise('op-3', 10 * MINUTE - 1)).toEqual({ status: 'limit_reached', counter: 'c' });
      expect(await ports.counted('c', at(-1))).toBe(2);
      expect(await raise('op-3', 10 * MINUTE)).toMatchObject({ status: 'committed' });
      expect(await raise('op-4', 12 * MINUTE)).toEqual({ status: 'limit_reached', counter: 'c' });
      expect(await ports.counted('c', at(2 * MINUTE))).toBe(2);
      expect(await ports.counted('c', at(-1))).toBe(3);
    });

    it('counts an operation once, however often it is raised', async () => {
      const { ports, writer } = await openConversation();
      const raise = { entries: [], raise: [{ counter: 'c', operation: 'op-1', max: 1, withinMs: HOUR }] };

      expect(await writer.commit(raise)).toMatchObject({ status: 'committed' });
      expect(await writer.commit(raise)).toMatchObject({ status: 'committed' });
      expect(await ports.counted('c', at(-1))).toBe(1);
    });

    it('gives back by operation, before it raises', async () => {
      const { ports, writer } = await openConversation();
      const raise = (operation: string) => [{ counter: 'c', operation, max: 1, withinMs: HOUR }];
      await writer.commit({ entries: [], raise: raise('op-1') });

      const giveBack = [
        { counter: 'c', operation: 'op-1' },
        { counter: 'c', operation: 'op-none' },
      ];
      expect(await writer.commit({ entries: [], giveBack, raise: raise('op-2') })).toMatchObject({
        status: 'committed',
      });
      expect(await ports.counted('c', at(-1))).toBe(1);
      expect(await writer.commit({ entries: [], raise: raise('op-1') })).toMatchObject({ status: 'limit_reached' });
    });

    it('counts apart from other counters, and a limit of none refuses all', async () => {
      const { writer } = await openConversation();
      const raise = (counter: string, max: number) => [{ counter, operation: 'op-1', max, withinMs: HOUR }];

      expect(await writer.commit({ entries: [], raise: raise('c', 1) })).toMatchObject({ status: 'committed' });
      expect(await writer.commit({ entries: [], raise: raise('d', 1) })).toMatchObject({ status: 'committed' });
      expect(await writer.commit({ entries: [], raise: raise('e', 0) })).toMatchObject({ status: 'limit_reached' });
    });

    it('sums amounts, and refuses the one that would go over the limit', async () => {
      const { ports, writer } = await openConversation();
      const raise = (operation: string, amount: number, afterMs: number) =>
        writer.commit(
          { entries: [], raise: [{ counter: 'c', operation, amount, max: 10_000, withinMs: HOUR }] },
          { at: at(afterMs) },
        );

      expect(await raise('op-1', 6_000, 0)).toMatchObject({ status: 'committed' });
      expect(await raise('op-2', 4_001, MINUTE)).toEqual({ status: 'limit_reached', counter: 'c' });
      expect(await ports.counted('c', at(-1))).toBe(6_000);
      expect(await raise('op-3', 4_000, MINUTE)).toMatchObject({ status: 'committed' });
      expect(await raise('op-4', 0, MINUTE)).toMatchObject({ status: 'committed' });
      expect(await ports.counted('c', at(-1))).toBe(10_000);

      await writer.commit({ entries: [], giveBack: [{ counter: 'c', operation: 'op-1' }] });
      expect(await ports.counted('c', at(-1))).toBe(4_000);
      expect(await raise('op-5', 6_001, 2 * MINUTE)).toMatchObject({ status: 'limit_reached' });
      expect(await raise('op-5', 6_000, 2 * MINUTE)).toMatchObject({ status: 'committed' });
    });

    it('sums exactly up to the largest whole number', async () => {
      const { ports, writer } = await openConversation();
      const max = Number.MAX_SAFE_INTEGER;
      const raise = (operation: string, amount: number) =>
        writer.commit({ entries: [], raise: [{ counter: 'c', operation, amount, max, withinMs: HOUR }] });

      expect(await raise('op-1', max - 1)).toMatchObject({ status: 'committed' });
      expect(await raise('op-2', 2)).toEqual({ status: 'limit_reached', counter: 'c' });
      expect(await raise('op-2', 1)).toMatchObject({ status: 'committed' });
      expect(await ports.counted('c', at(-1))).toBe(max);
    });

    it.each([-1, 0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('takes no amount of %s', async (amount) => {
      const { ports, writer } = await openConversation();
      const raise = [{ counter: 'c', operation: 'op-1', amount, max: 9, withinMs: HOUR }];
      await expect(writer.commit({ entries: [], raise })).rejects.toMatchObject({ code: 'commit_malformed' });
      expect(await ports.counted('c', at(-1))).toBe(0);
    });

    it('counts two raises of one commit one after the other', async () => {
      const { ports, writer } = await openConversation();
      const raise = ['op-1', 'op-2'].map((operation) => ({ counter: 'c', operation, max: 1, withinMs: HOUR }));

      expect(await writer.commit({ entries: [], raise })).toMatchObject({ status: 'limit_reached' });
      expect(await ports.counted('c', at(-1))).toBe(0);
    });
  });
}
