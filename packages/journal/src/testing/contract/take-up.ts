import { describe, expect, it } from 'vitest';
import { acceptedItem, arrangeWith, at, HOUR, MINUTE, newConversation, type OpenStore } from './arrange.ts';

export function takeUpContract(open: OpenStore): void {
  const { openPorts } = arrangeWith(open);

  async function waiting(...texts: readonly string[]) {
    const ports = await openPorts();
    const conversation = (await newConversation(ports)).id;
    const items: string[] = [];
    for (const text of texts)
      items.push((await acceptedItem(ports, { conversation, kind: 'message', data: { text }, at: at() })).item);
    let asked = 0;
    /** A process that comes once the lease of the one before has expired. */
    const nextProcess = async () => {
      asked++;
      const lease = await ports.acquireLease(conversation, `process-${asked}`, MINUTE, at(asked * HOUR));
      if (!lease) throw new Error('the lease was not granted');
      return lease;
    };
    return { ports, conversation, items, nextProcess };
  }

  describe('item that is taken up', () => {
    it('is the first one that waits, with what it says', async () => {
      const { ports, conversation, items, nextProcess } = await waiting('one', 'two');
      const lease = await nextProcess();
      const [first, second] = await ports.inbox(conversation);

      expect(await ports.takeUp(lease)).toEqual({ item: first, interruptions: 0, isBegun: true });
      await ports.commit({
        conversation,
        fence: lease.fence,
        expectedSequence: 0,
        at: at(HOUR),
        entries: [],
        consume: [items[0]!],
      });
      expect(await ports.takeUp(lease)).toEqual({ item: second, interruptions: 0, isBegun: true });
      expect(await ports.takeUp(lease)).toMatchObject({ interruptions: 0, isBegun: true });
    });

    it('counts as interrupted each time that whoever began it is gone without a word', async () => {
      const { ports, nextProcess } = await waiting('one');
      for (const interruptions of [0, 1, 2, 3])
        expect(await ports.takeUp(await nextProcess())).toMatchObject({ interruptions, isBegun: true });
    });

    it('does not count once the lease was given back, nor while it was not begun', async () => {
      const { ports, nextProcess } = await waiting('one');
      for (const _ of [1, 2, 3]) {
        const lease = await nextProcess();
        expect(await ports.takeUp(lease)).toMatchObject({ interruptions: 0 });
        await ports.releaseLease(lease);
        await nextProcess();
      }
      expect(await ports.takeUp(await nextProcess())).toMatchObject({ interruptions: 0 });
    });

    it('is only looked at where it was interrupted more often than was said, and that is no beginning', async () => {
      const { ports, nextProcess } = await waiting('one');
      await ports.takeUp(await nextProcess());
      await ports.takeUp(await nextProcess(), 1);

      expect(await ports.takeUp(await nextProcess(), 1)).toMatchObject({ interruptions: 2, isBegun: false });
      const lease = await nextProcess();
      expect(await ports.takeUp(lease, 1)).toMatchObject({ interruptions: 2, isBegun: false });
      expect(await ports.takeUp(lease)).toMatchObject({ interruptions: 2, isBegun: true });
      expect(await ports.takeUp(await nextProcess())).toMatchObject({ interruptions: 3 });
    });

    it('is nothing for who has lost the lease, or where nothing waits', async () => {
      const { ports, conversation, items, nextProcess } = await waiting('one');
      const lost = await nextProcess();
      const held = await nextProcess();
      expect(await ports.takeUp(lost)).toBeUndefined();
      expect(await ports.takeUp(held)).toMatchObject({ interruptions: 0 });
      await ports.setAside(items[0]!, 'broke', at());
      expect(await ports.takeUp(held)).toBeUndefined();
      await ports.releaseLease(held);
      await acceptedItem(ports, { conversation, kind: 'message', data: { text: 'two' }, at: at() });
      expect(await ports.takeUp(held)).toBeUndefined();
    });

    it('shows its interruptions once it was set aside, and begins anew when a person says so', async () => {
      const { ports, conversation, items, nextProcess } = await waiting('one');
      await ports.takeUp(await nextProcess());
      const lease = await nextProcess();
      await ports.takeUp(lease);
      const draft = { entries: [], setAside: [{ item: items[0]!, error: 'died' }] };
      await ports.commit({ ...draft, conversation, fence: lease.fence, expectedSequence: 0, at: at(2 * HOUR) });

      expect(await ports.setAsideItems()).toMatchObject([{ item: items[0], attempts: 1, lastError: 'died' }]);
      await ports.decideItem(items[0]!, 'retry', at());
      expect(await ports.takeUp(await nextProcess())).toMatchObject({ interruptions: 0, isBegun: true });
    });

    it('of another conversation is not touched', async () => {
      const { ports, nextProcess } = await waiting('one');
      const other = (await newConversation(ports, { externalId: 'customer-2' })).id;
      await acceptedItem(ports, { conversation: other, kind: 'message', data: { text: 'other' }, at: at() });
      const lease = await ports.acquireLease(other, 'beside', 100 * HOUR, at());
      await ports.takeUp(lease!);
      const own = await nextProcess();
      await ports.takeUp(own);
      await ports.releaseLease(own);

      const later = await ports.acquireLease(other, 'later', HOUR, at(200 * HOUR));
      expect(await ports.takeUp(later!)).toMatchObject({ item: { conversation: other }, interruptions: 1 });
    });
  });
}
