import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { createMemory } from '../create-memory.ts';
import type { MemoryScope } from '../memory-port.ts';
import type { MemoryStorage } from '../memory-storage.ts';
import { clockAt, roundOf } from './remembered.ts';

/** Storages of several organisations in one place. */
export interface MemoryStorages {
  for(organisation: string): MemoryStorage;
  close(): Promise<void>;
}

const PROJECT: MemoryScope = { kind: 'project', id: 'one' };

/** What every adapter of the memory's storage promises, as tests. `open` opens empty ones; the suite closes them. */
export function memoryStorageContract(name: string, open: () => Promise<MemoryStorages>): void {
  const opened: MemoryStorages[] = [];
  afterEach(async () => {
    for (const storages of opened.splice(0)) await storages.close();
  });

  async function arrange() {
    const storages = await open();
    opened.push(storages);
    const clock = clockAt('2026-05-31T12:00:00Z');
    const memoryOf = (scope: MemoryScope = PROJECT, organisation = 'org-1') =>
      createMemory({ storage: storages.for(organisation), scope, clock, timeZone: 'UTC' });
    return { storages, clock, memoryOf, memory: memoryOf() };
  }

  describe(`${name} keeps the contract of the memory's storage`, () => {
    it('finds what was remembered, with round, session, time and type', async () => {
      const { memory } = await arrange();
      const draft = roundOf('我喜欢靠窗的座位', { session: 's7', round: 'r7', at: '2026-05-20T08:00:00Z' });
      await memory.remember(draft);

      const { hits } = await memory.search({ query: '座位' });

      expect(hits.map(({ summary }) => summary)).toEqual([
        {
          ...draft.summary,
          id: expect.any(String),
          session: 's7',
          round: 'r7',
          at: '2026-05-20T08:00:00.000Z',
          type: 'preference',
          supersedes: [],
        },
      ]);
    });

    it('keeps one summary for a round, also of two that are written at once', async () => {
      const { memory } = await arrange();
      const [first, second] = await Promise.all([
        memory.remember(roundOf('第一次', { round: 'r1' })),
        memory.remember(roundOf('第二次', { round: 'r1' })),
      ]);
      const third = await memory.remember(roundOf('第三次', { round: 'r1' }));

      expect([first.status, second.status, third.status].sort()).toEqual(['kept', 'known', 'known']);
      expect(new Set([first.summary.id, second.summary.id, third.summary.id]).size).toBe(1);
      expect(await memory.list()).toHaveLength(1);
    });

    it('gives the summaries of the rounds that are asked for', async () => {
      const { memory } = await arrange();
      for (const round of ['r1', 'r2', 'r3']) await memory.remember(roundOf(`内容 ${round}`, { round }));

      const found = await memory.summariesOf(['r3', 'r1', 'r9']);

      expect([...found.keys()].sort()).toEqual(['r1', 'r3']);
      expect(found.get('r3')?.round).toBe('r3');
      expect(await memory.summariesOf([])).toEqual(new Map());
    });

    it('lets a newer statement supersede the older one on its subject, and keeps both', async () => {
      const { memory } = await arrange();
      const old = await memory.remember(roundOf('我的收货地址是东街一号', { round: 'r1', at: '2026-05-01T00:00:00Z' }));
      const other = await memory.remember(roundOf('我的生日是五月', { round: 'r2', at: '2026-05-02T00:00:00Z' }));
      const next = await memory.remember(
        roundOf('我的收货地址改成西街二号', { round: 'r3', at: '2026-05-03T00:00:00Z' }),
      );

      expect(next.summary.supersedes).toEqual([old.summary.id]);
      expect((await memory.trace(old.summary.id))?.summary.supersededBy).toBe(next.summary.id);
      expect((await memory.trace(other.summary.id))?.summary.supersededBy).toBeUndefined();
      const { hits } = await memory.search({ query: '收货地址' });
      expect(hits.slice(0, 2).map(({ summary }) => summary.round)).toEqual(['r3', 'r1']);
    });

    it('lets a statement that comes late be superseded by the one that was there', async () => {
      const { memory } = await arrange();
      const newer = await memory.remember(roundOf('我的电话是 555-0101', { round: 'r2', at: '2026-05-02T00:00:00Z' }));
      const late = await memory.remember(roundOf('我的电话是 555-0100', { round: 'r1', at: '2026-05-01T00:00:00Z' }));

      expect(late.summary).toMatchObject({ supersededBy: newer.summary.id, supersedes: [] });
      expect((await memory.trace(newer.summary.id))?.summary.supersededBy).toBeUndefined();
    });

    it('takes a deleted one out of everything and puts it back when it is restored', async () => {
      const { memory } = await arrange();
      const { summary } = await memory.remember(roundOf('库存不足', { round: 'r1' }));
      const seen = async () => ({
        hits: (await memory.search({ query: '库存' })).hits.length,
        summaries: (await memory.summariesOf(['r1'])).size,
        traced: (await memory.trace(summary.id)) !== undefined,
        listed: (await memory.list()).length,
        sessions: (await memory.sessions()).length,
      });
      const all = { hits: 1, summaries: 1, traced: true, listed: 1, sessions: 1 };
      expect(await seen()).toEqual(all);

      expect(await memory.remove([summary.id, 'nobody'])).toBe(1);
      expect(await memory.remove([summary.id])).toBe(0);
      expect(await seen()).toEqual({ hits: 0, summaries: 0, traced: false, listed: 0, sessions: 0 });
      expect((await memory.list({ withDeleted: true }))[0]?.summary.deletedAt).toBe('2026-05-31T12:00:00.000Z');
      expect((await memory.export()).memories).toHaveLength(1);

      expect(await memory.restore([summary.id])).toBe(1);
      expect(await memory.restore([summary.id])).toBe(0);
      expect(await seen()).toEqual(all);
    });

    it('destroys what is purged, also for a memory that is open elsewhere', async () => {
      const { memory, memoryOf } = await arrange();
      const ids: string[] = [];
      for (const round of ['r1', 'r2', 'r3', 'r4']) {
        ids.push((await memory.remember(roundOf(`用户问题 ${round}`, { round }))).summary.id);
      }
      const elsewhere = memoryOf();
      expect((await elsewhere.search({ query: '用户' })).hits).toHaveLength(4);

      expect(await memory.purge([ids[0]!, 'nobody'])).toBe(1);
      await memory.remove([ids[1]!]);
      expect(await memory.purge('deleted')).toBe(1);
      const left = (await elsewhere.search({ query: '用户' })).hits.map(({ summary }) => summary.round);
      expect(left.sort()).toEqual(['r3', 'r4']);

      expect(await memory.purge('all')).toBe(2);
      expect((await elsewhere.search({ query: '用户' })).hits).toEqual([]);
      expect((await memory.export()).memories).toEqual([]);
      expect((await memory.remember(roundOf('又来', { round: 'r1' }))).status).toBe('kept');
    });

    it('counts as current again what only a purged one had superseded', async () => {
      const { memory } = await arrange();
      const old = await memory.remember(roundOf('我的地址是东街', { round: 'r1', at: '2026-05-01T00:00:00Z' }));
      const next = await memory.remember(roundOf('我的地址是西街', { round: 'r2', at: '2026-05-02T00:00:00Z' }));
      await memory.purge([next.summary.id]);

      expect((await memory.trace(old.summary.id))?.summary.supersededBy).toBeUndefined();
    });

    it('keeps scopes and organisations apart, whatever ids are given', async () => {
      const { memory, memoryOf } = await arrange();
      const { summary } = await memory.remember(roundOf('机密 alpha', { round: 'r1' }));
      const strangers = [
        memoryOf({ kind: 'project', id: 'two' }),
        memoryOf({ kind: 'contact', id: 'one' }),
        memoryOf({ kind: 'project', id: 'one:' }),
        memoryOf(PROJECT, 'org-2'),
      ];
      for (const stranger of strangers) {
        expect((await stranger.search({ query: '机密 alpha' })).hits).toEqual([]);
        expect(await stranger.trace(summary.id)).toBeUndefined();
        expect(await stranger.summariesOf(['r1'])).toEqual(new Map());
        expect(await stranger.sessions()).toEqual([]);
        expect(await stranger.list({ withDeleted: true })).toEqual([]);
        expect(await stranger.remove([summary.id])).toBe(0);
        expect(await stranger.purge([summary.id])).toBe(0);
        expect(await stranger.purge('all')).toBe(0);
        expect((await stranger.remember(roundOf('自己的', { round: 'r1' }))).status).toBe('kept');
      }
      expect((await memory.list()).map(({ original }) => original.input)).toEqual(['机密 alpha']);
    });

    it('shows a memory that is open elsewhere what was added and deleted meanwhile', async () => {
      const { memory, memoryOf } = await arrange();
      const elsewhere = memoryOf();
      expect((await elsewhere.search({ query: '重跑' })).hits).toEqual([]);
      const { summary } = await memory.remember(roundOf('任务要重跑', { round: 'r1' }));
      expect((await elsewhere.search({ query: '重跑' })).hits).toHaveLength(1);
      await memory.remove([summary.id]);
      expect((await elsewhere.search({ query: '重跑' })).hits).toEqual([]);
    });

    it('notes when a search has answered with a memory', async () => {
      const { memory, clock } = await arrange();
      await memory.remember(roundOf('发票抬头', { round: 'r1' }));
      await memory.remember(roundOf('天气', { round: 'r2', session: 's2' }));
      clock.set('2026-06-01T09:00:00Z');
      await memory.search({ query: '发票' });

      const accessed = (await memory.list()).map(({ summary }) => [summary.round, summary.accessedAt]);
      expect(Object.fromEntries(accessed)).toEqual({ r1: '2026-06-01T09:00:00.000Z', r2: undefined });
    });

    it('lists the sessions, newest first', async () => {
      const { memory } = await arrange();
      await memory.remember(roundOf('甲', { round: 'r1', session: 'old', at: '2026-05-01T00:00:00Z' }));
      await memory.remember(roundOf('乙', { round: 'r2', session: 'new', at: '2026-05-03T00:00:00Z' }));
      await memory.remember(roundOf('丙', { round: 'r3', session: 'old', at: '2026-05-02T00:00:00Z' }));

      expect(await memory.sessions()).toEqual([
        { session: 'new', rounds: 1, from: '2026-05-03T00:00:00.000Z', to: '2026-05-03T00:00:00.000Z' },
        { session: 'old', rounds: 2, from: '2026-05-01T00:00:00.000Z', to: '2026-05-02T00:00:00.000Z' },
      ]);
      expect(await memory.sessions(1)).toHaveLength(1);
    });

    it('keeps vectors with their embedder', async () => {
      const { storages, memory } = await arrange();
      const storage = storages.for('org-1');
      const { summary } = await memory.remember(roundOf('向量', { round: 'r1' }));
      await storage.putVector(PROJECT, summary.id, { embedder: 'e1', values: [0.25, -1, 3e-9] });

      const [kept] = await storage.byIds(PROJECT, [summary.id]);
      expect(kept?.vector).toEqual({ embedder: 'e1', values: [0.25, -1, 3e-9] });
    });

    it('answers changes in the order of writing, and all of them after a purge', async () => {
      const { storages, memory } = await arrange();
      const storage = storages.for('org-1');
      const rounds = async (since?: Parameters<MemoryStorage['changes']>[1]) => {
        const { memories, ...rest } = await storage.changes(PROJECT, since);
        return { ...rest, rounds: memories.map(({ summary }) => summary.round) };
      };
      const first = await memory.remember(roundOf('甲', { round: 'r1' }));
      const start = await rounds();
      expect(start).toMatchObject({ isWhole: true, rounds: ['r1'] });
      await memory.remember(roundOf('乙', { round: 'r2' }));
      await memory.remove([first.summary.id]);
      const next = await rounds(start.revision);
      expect(next).toMatchObject({ isWhole: false, rounds: ['r2', 'r1'] });
      expect(await rounds(next.revision)).toMatchObject({ isWhole: false, rounds: [] });
      await memory.purge('deleted');
      expect(await rounds(next.revision)).toMatchObject({ isWhole: true, rounds: ['r2'] });
    });

    it('gives back any text as it was', async () => {
      const { memoryOf } = await arrange();
      const text = fc.string({ unit: 'grapheme', maxLength: 40 });
      let count = 0;
      await fc.assert(
        fc.asyncProperty(text, text, fc.array(text, { maxLength: 3 }), async (input, reply, verbatim) => {
          const memory = memoryOf({ kind: 'contact', id: `c${++count}` });
          const draft = roundOf(input, { reply, round: 'r', summary: { verbatim, text: reply } });
          const { summary } = await memory.remember(draft);
          const kept = await memory.trace(summary.id);
          expect(kept?.original).toEqual({ input, reply });
          expect(kept?.summary).toMatchObject({ verbatim, text: reply });
        }),
        { numRuns: 30 },
      );
    });
  });
}
