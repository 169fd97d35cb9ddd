import { describe, expect, it } from 'vitest';
import { arrangeWith, at, HOUR, MINUTE, newConversation, note, type OpenStore, writerOf } from './arrange.ts';

export function leaseContract(open: OpenStore): void {
  const { openPorts } = arrangeWith(open);

  async function fresh() {
    const ports = await openPorts();
    return { ports, conversation: (await newConversation(ports)).id };
  }

  describe('lease', () => {
    it('is held by one at a time', async () => {
      const { ports, conversation } = await fresh();
      const first = await ports.acquireLease(conversation, 'one', MINUTE, at());

      expect(first).toMatchObject({ conversation, holder: 'one', expiresAt: at(MINUTE) });
      expect(await ports.acquireLease(conversation, 'two', MINUTE, at(MINUTE - 1))).toBeUndefined();
    });

    it('goes to the next one after expiry, under a higher fence', async () => {
      const { ports, conversation } = await fresh();
      const first = await ports.acquireLease(conversation, 'one', MINUTE, at());
      const second = await ports.acquireLease(conversation, 'two', MINUTE, at(MINUTE));

      expect(second?.holder).toBe('two');
      expect(second?.fence).toBeGreaterThan(first?.fence ?? Number.NaN);
      expect(await ports.renewLease(first!, MINUTE, at(MINUTE))).toBe(false);
      await ports.releaseLease(first!);
      expect(await ports.acquireLease(conversation, 'three', MINUTE, at(MINUTE + 1))).toBeUndefined();
    });

    it('is renewed by its holder under the same fence', async () => {
      const { ports, conversation } = await fresh();
      const first = await ports.acquireLease(conversation, 'one', MINUTE, at());

      const again = await ports.acquireLease(conversation, 'one', MINUTE, at(30_000));
      expect(again).toEqual({ ...first, expiresAt: at(MINUTE + 30_000) });
      expect(await ports.renewLease(first!, MINUTE, at(MINUTE))).toBe(true);
      expect(await ports.acquireLease(conversation, 'two', MINUTE, at(2 * MINUTE - 1))).toBeUndefined();
      expect(await ports.acquireLease(conversation, 'two', MINUTE, at(2 * MINUTE))).toBeDefined();
    });

    it('gets a higher fence also when its former holder takes it again', async () => {
      const { ports, conversation } = await fresh();
      const fences: number[] = [];
      for (const when of [at(), at(MINUTE), at(3 * MINUTE)]) {
        const lease = await ports.acquireLease(conversation, 'one', MINUTE, when);
        fences.push(lease!.fence);
        if (when === at(MINUTE)) await ports.releaseLease(lease!);
      }

      expect(fences).toEqual([...new Set(fences)].sort((a, b) => a - b));
    });

    it('given back is free at once, and its fence writes no more', async () => {
      const { ports, conversation } = await fresh();
      const writer = await writerOf(ports, conversation, { holder: 'one' });
      await ports.releaseLease(writer.lease);

      const next = await writerOf(ports, conversation, { holder: 'two' });
      expect(await writer.commit({ entries: [note('late')] })).toEqual({ status: 'fence_lost' });
      expect(await next.commit({ entries: [note('now')] })).toMatchObject({ status: 'committed' });
      expect(await ports.renewLease(writer.lease, HOUR, at())).toBe(false);
    });

    it('renewed in time lets a long round commit', async () => {
      const { ports, conversation } = await fresh();
      const writer = await writerOf(ports, conversation, { ttlMs: MINUTE });
      expect(await ports.renewLease(writer.lease, MINUTE, at(50_000))).toBe(true);

      expect(await writer.commit({ entries: [note('a')] }, { at: at(100_000) })).toMatchObject({ status: 'committed' });
      expect(await writer.commit({ entries: [note('b')] }, { at: at(110_000) })).toEqual({ status: 'fence_lost' });
    });

    it('of two that ask at once goes to one', async () => {
      const { ports, conversation } = await fresh();
      const asked = ['one', 'two', 'three'].map((holder) => ports.acquireLease(conversation, holder, MINUTE, at()));

      expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(1);
    });

    it('of an unknown conversation is an error', async () => {
      const { ports } = await fresh();

      await expect(ports.acquireLease('none', 'one', MINUTE, at())).rejects.toMatchObject({
        code: 'conversation_unknown',
      });
    });
  });
}
