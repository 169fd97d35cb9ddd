import type { Clock } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitAnswer, CommitDraft, Writing } from './commit.ts';
import { type DriveContext, drive, RoundDropped } from './driver.ts';
import type { EntryDraft } from './entry.ts';
import { APART } from './entry.ts';
import { isoTime } from './epoch.ts';
import type { Lease, StorePorts } from './ports.ts';
import { createMemoryStore } from './testing/memory-store.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T08:00:00.000Z');
const clock: Clock = { now: () => START };
const at = isoTime(START);

const note = (text: string, more: Partial<EntryDraft> = {}): EntryDraft => ({
  kind: 'test.note',
  kindVersion: 1,
  data: { text },
  ...more,
});

const notes = (count: number, text: string) => Array.from({ length: count }, (_, index) => note(`${text}.${index}`));

async function arrange(more: Partial<DriveContext> = {}) {
  const ports = createMemoryStore({ projections: [], engine: 'test@1.0.0' }).for('org-1');
  const { id: contact } = await ports.upsertContact({ externalId: 'e', level: 'verified', at });
  const party = { contact, employee: 'employee-1', channel: 'page' };
  const accepted = await ports.accept({ conversation: party, kind: 'opened', data: {}, at });
  const conversation = accepted.status === 'accepted' ? accepted.conversation : '';
  const lease = (await ports.acquireLease(conversation, 'writer', HOUR, at)) as Lease;
  const context: DriveContext = { store: ports, lease, sequence: 0, engine: 'test@1.0.0', clock, ...more };
  return { ports, conversation, lease, context };
}

/** Another writer takes the lease away, or a write of the same holder gets in between. */
async function interfere(ports: StorePorts, lease: Lease, how: 'fence_lost' | 'sequence_moved', sequence: number) {
  const { conversation } = lease;
  if (how === 'fence_lost') {
    await ports.releaseLease(lease);
    await ports.acquireLease(conversation, 'other', HOUR, at);
    return;
  }
  const entry = { ...note('foreign'), conversation, sequence: sequence + 1, at, engine: 'other@1.0.0' };
  await ports.commit({ conversation, expectedSequence: sequence, fence: lease.fence, at, entries: [entry] });
}

describe('driving a round', () => {
  it('completes entries with what the round has in common', async () => {
    const { ports, conversation, context } = await arrange({
      round: 'round-1',
      release: 'sha256:1',
      causedBy: 'inbox:1',
    });
    async function* round(): Writing<string> {
      yield { entries: [note('a', { step: 2 }), note('b', { causedBy: 'entry:1' })] };
      return 'done';
    }

    expect(await drive(round(), context)).toEqual({ result: 'done', sequence: 2 });

    const common = {
      conversation,
      at,
      round: 'round-1',
      release: 'sha256:1',
      engine: 'test@1.0.0',
      kind: 'test.note',
      kindVersion: 1,
    };
    expect(await ports.entries(conversation)).toEqual([
      { ...common, sequence: 1, step: 2, causedBy: 'inbox:1', data: { text: 'a' } },
      { ...common, sequence: 2, causedBy: 'entry:1', data: { text: 'b' } },
    ]);
  });

  it('answers a commit with the entries as a later fold reads them', async () => {
    const { ports, conversation, context } = await arrange({ round: 'round-1' });
    const answers: CommitAnswer[] = [];
    async function* round(): Writing<void> {
      answers.push(
        yield {
          entries: [note('a', { personal: ['text'] }), note('b'), note('c', { personal: ['text'], apart: ['text'] })],
        },
      );
    }
    await drive(round(), context);

    const read = await ports.entries(conversation);
    expect(answers).toEqual([
      { status: 'committed', sequence: 3, entries: read.map(({ evidence: _, ...entry }) => entry) },
    ]);
    expect(read[2]?.data.text).toEqual(APART);
    expect(read[0]).toMatchObject({ data: { text: 'a' }, evidence: [{ field: 'text' }] });
  });

  it('numbers on without a gap, whatever is refused in between, and tells the round', async () => {
    const commit = fc.record({
      entries: fc.nat({ max: 4 }),
      asks: fc.constantFrom('nothing', 'a free key', 'a taken key', 'a spent limit'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(commit, { maxLength: 12 }), async (commits) => {
        const { ports, conversation, context } = await arrange();
        async function* occupy(): Writing<void> {
          yield {
            entries: [],
            reserve: [{ base: 'taken', intent: 1, operation: 'op-0' }],
            raise: [{ counter: 'spent', operation: 'op-0', max: 1, withinMs: HOUR }],
          };
        }
        await drive(occupy(), context);
        const answered: string[] = [];
        async function* round(): Writing<number> {
          for (const [index, { entries, asks }] of commits.entries()) {
            const operation = `op-${index + 1}`;
            const base = asks === 'a taken key' ? 'taken' : `free-${index}`;
            const draft: CommitDraft = {
              entries: notes(entries, `${index}`),
              reserve: asks.endsWith('key') ? [{ base, intent: 1, operation }] : [],
              raise: asks === 'a spent limit' ? [{ counter: 'spent', operation, max: 1, withinMs: HOUR }] : [],
            };
            answered.push((yield draft).status);
          }
          return answered.length;
        }

        const driven = await drive(round(), context);

        const expected = commits.map(({ asks }) => {
          if (asks === 'a taken key') return 'key_taken';
          return asks === 'a spent limit' ? 'limit_reached' : 'committed';
        });
        const written = commits.flatMap(({ entries }, index) =>
          expected[index] === 'committed' ? notes(entries, `${index}`).map(({ data }) => data) : [],
        );
        const read = await ports.entries(conversation);
        expect(answered).toEqual(expected);
        expect(read.map((entry) => entry.data)).toEqual(written);
        expect(read.map((entry) => entry.sequence)).toEqual(written.map((_, index) => index + 1));
        expect(driven).toEqual({ result: commits.length, sequence: written.length });
      }),
      { numRuns: 60 },
    );
  });

  it('drops the round at the first commit that meets another writer, and writes nothing of what follows', async () => {
    const disturbance = fc.record({
      commits: fc.integer({ min: 1, max: 6 }),
      at: fc.nat({ max: 5 }),
      how: fc.constantFrom('fence_lost' as const, 'sequence_moved' as const),
      yieldsInFinally: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(disturbance, async ({ commits, at: drawn, how, yieldsInFinally }) => {
        const disturbed = drawn % commits;
        const { ports, conversation, lease, context } = await arrange();
        const ended: string[] = [];
        async function* step(index: number): Writing<void> {
          try {
            if (index === disturbed) await interfere(ports, lease, how, index);
            yield { entries: [note(`${index}`)] };
          } finally {
            if (index === disturbed) {
              ended.push('step');
              if (yieldsInFinally) yield { entries: [note('in finally')] };
            }
          }
        }
        async function* round(): Writing<void> {
          try {
            for (let index = 0; index < commits; index++) yield* step(index);
          } finally {
            ended.push('round');
            if (yieldsInFinally) yield { entries: [note('in finally')] };
          }
        }

        const driving = drive(round(), context);

        await expect(driving).rejects.toBeInstanceOf(RoundDropped);
        await expect(driving).rejects.toMatchObject({ code: how });
        const own = Array.from({ length: disturbed }, (_, index) => `${index}`);
        const expected = how === 'sequence_moved' ? [...own, 'foreign'] : own;
        expect((await ports.entries(conversation)).map((entry) => entry.data.text)).toEqual(expected);
        expect(ended).toEqual(['step', 'round']);
      }),
      { numRuns: 60 },
    );
  });

  it('lets a round that was refused a key take another one', async () => {
    const { ports, context } = await arrange();
    async function* round(): Writing<string> {
      const reserve = (intent: number, operation: string) => ({
        entries: [note(operation)],
        reserve: [{ base: 'b', intent, operation }],
      });
      yield reserve(1, 'op-1');
      const answer = yield reserve(1, 'op-2');
      if (answer.status !== 'key_taken') throw new Error('the key was granted twice');
      yield reserve(2, 'op-2');
      return answer.holder.operation;
    }

    expect(await drive(round(), context)).toEqual({ result: 'op-1', sequence: 2 });
    expect(await ports.ledger('b')).toMatchObject({ intent: 2, operation: 'op-2' });
  });

  it('ends with the error of the round, and keeps what was committed before', async () => {
    const { ports, conversation, context } = await arrange();
    async function* round(): Writing<void> {
      yield { entries: [note('a')] };
      throw new Error('the round failed');
    }

    await expect(drive(round(), context)).rejects.toThrow('the round failed');
    expect(await ports.entries(conversation)).toHaveLength(1);
  });

  it('ends with the error of the store, after the round has cleaned up', async () => {
    const ended: string[] = [];
    const store = { commit: () => Promise.reject(new Error('the disk is full')) };
    const { context } = await arrange({ store });
    async function* round(): Writing<void> {
      try {
        yield { entries: [note('a')] };
      } catch {
        ended.push('a round cannot swallow it');
      } finally {
        ended.push('finally');
      }
    }

    await expect(drive(round(), context)).rejects.toThrow('the disk is full');
    expect(ended).toEqual(['finally']);
  });

  it('ends with the reason also when cleaning up fails', async () => {
    const { ports, lease, context } = await arrange();
    async function* round(): Writing<void> {
      try {
        await interfere(ports, lease, 'fence_lost', 0);
        yield { entries: [note('a')] };
      } finally {
        // biome-ignore lint/correctness/noUnsafeFinally: it is what the test is about
        throw new Error('cleaning up failed');
      }
    }

    await expect(drive(round(), context)).rejects.toMatchObject({
      code: 'fence_lost',
      cause: { message: 'cleaning up failed' },
    });
  });
});
