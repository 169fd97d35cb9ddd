import { describe, expect, it } from 'vitest';
import type { TimerChange } from '../../commit.ts';
import { SILENCE_MS } from '../../inbox-rules.ts';
import { arrangeWith, at, HOUR, MINUTE, newConversation, type OpenStore, writerOf } from './arrange.ts';

export function timerContract(open: OpenStore): void {
  const { openConversation } = arrangeWith(open);
  const set = (id: string, afterMs: number, data = {}): TimerChange => ({ op: 'set', id, dueAt: at(afterMs), data });

  describe('timer', () => {
    it('is due from its time on, the earliest first, until it is cleared', async () => {
      const { ports, conversation, writer } = await openConversation();
      const timers = [set('b', 2 * MINUTE), set('a', MINUTE, { why: 1 }), set('c', HOUR)];
      await writer.commit({ entries: [], timers });

      expect(await ports.dueTimers(at(MINUTE - 1))).toEqual([]);
      const first = { id: 'a', conversation: conversation.id, dueAt: at(MINUTE), data: { why: 1 } };
      expect(await ports.dueTimers(at(MINUTE))).toEqual([first]);
      expect((await ports.dueTimers(at(HOUR))).map((timer) => timer.id)).toEqual(['a', 'b', 'c']);
      expect(await ports.dueTimers(at(HOUR), 1)).toEqual([first]);
      await writer.commit({
        entries: [],
        timers: [
          { op: 'clear', id: 'a' },
          { op: 'clear', id: 'none' },
        ],
      });
      expect((await ports.dueTimers(at(HOUR))).map((timer) => timer.id)).toEqual(['b', 'c']);
    });

    it('set again replaces the first, and the first can no longer be claimed', async () => {
      const { ports, writer } = await openConversation();
      await writer.commit({ entries: [], timers: [set('a', MINUTE)] });
      const [stale] = await ports.dueTimers(at(MINUTE));
      await writer.commit({ entries: [], timers: [set('a', HOUR, { again: true })] });

      expect(await ports.dueTimers(at(HOUR))).toMatchObject([{ dueAt: at(HOUR), data: { again: true } }]);
      expect(await ports.claimTimer(stale!, at(HOUR))).toBeUndefined();
      expect(await ports.dueTimers(at(HOUR))).toHaveLength(1);
    });

    it('belongs to its conversation: another one may use the same id', async () => {
      const { ports, writer } = await openConversation();
      const other = await writerOf(ports, (await newConversation(ports, { externalId: 'customer-2' })).id);
      await writer.commit({ entries: [], timers: [set('a', MINUTE)] });
      await other.commit({ entries: [], timers: [set('a', MINUTE)] });
      await writer.commit({ entries: [], timers: [{ op: 'clear', id: 'a' }] });

      expect(await ports.dueTimers(at(HOUR))).toHaveLength(1);
    });

    it('claimed becomes an inbox item exactly once', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [], timers: [set('a', MINUTE, { why: 'x' })] });
      const [timer] = await ports.dueTimers(at(HOUR));
      const claims = await Promise.all([1, 2, 3].map(() => ports.claimTimer(timer!, at(HOUR))));

      expect(claims.filter(Boolean)).toMatchObject([{ status: 'accepted', conversation: conversation.id }]);
      expect(await ports.inbox(conversation.id)).toMatchObject([
        { kind: 'timer', data: { timer: 'a', dueAt: at(MINUTE), data: { why: 'x' } }, acceptedAt: at(HOUR) },
      ]);
      expect(await ports.dueTimers(at(HOUR))).toEqual([]);
      expect(await ports.claimTimer(timer!, at(HOUR))).toBeUndefined();
    });

    it('is not claimed before its time', async () => {
      const { ports, writer } = await openConversation();
      await writer.commit({ entries: [], timers: [set('a', MINUTE)] });
      const [timer] = await ports.dueTimers(at(HOUR));

      expect(await ports.claimTimer(timer!, at(MINUTE - 1))).toBeUndefined();
      expect(await ports.claimTimer(timer!, at(MINUTE))).toBeDefined();
    });

    it('reaches a conversation that has been closed meanwhile', async () => {
      const { ports, conversation, writer } = await openConversation();
      await writer.commit({ entries: [], timers: [set('a', 3 * SILENCE_MS)] });
      const { contact, employee, channel } = conversation;
      const message = { conversation: { contact, employee, channel }, kind: 'message', data: {} } as const;
      const next = await ports.accept({ ...message, at: at(2 * SILENCE_MS) });
      const [timer] = await ports.dueTimers(at(3 * SILENCE_MS));

      expect(next).not.toMatchObject({ conversation: conversation.id });
      expect(await ports.claimTimer(timer!, at(3 * SILENCE_MS))).toMatchObject({ conversation: conversation.id });
    });
  });
}
