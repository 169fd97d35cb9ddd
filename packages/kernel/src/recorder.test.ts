import { inAnyLanguage } from '@rolecall/base';
import type { CommitDraft, Writing } from '@rolecall/journal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NotRecorded, type Recorder, recordWriting, writingOf } from './recorder.ts';
import { runWriting } from './testing/run-writing.ts';

function draft(name: string, count: number): CommitDraft {
  return { entries: [{ kind: 'test.written', kindVersion: 1, data: { name, count } }] };
}

/** Writes a draft for each delay, after as many turns, and answers the sequences it was told. */
async function* writer(name: string, delays: readonly number[]): Writing<number[]> {
  const answers: number[] = [];
  for (const [index, ticks] of delays.entries()) {
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    const answer = yield draft(name, index + 1);
    if (answer.status !== 'committed') throw new Error('not committed');
    const data = answer.entries[0]?.data;
    if (data?.name !== name || data.count !== index + 1)
      throw new Error(`${name} got the answer of ${String(data?.name)}`);
    answers.push(answer.sequence);
  }
  return answers;
}

const together = <Result>(writings: readonly Writing<Result>[]) =>
  writingOf((record) => Promise.all(writings.map((writing) => recordWriting(writing, record))));

describe('writingOf', () => {
  it('gives each that records the answers to its own drafts, in order, whatever the timing', async () => {
    const delays = fc.array(fc.array(fc.nat(6), { maxLength: 5 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(delays, async (writings) => {
        const names = writings.map((_, index) => `w${index}`);
        const { result, entries } = await runWriting(
          together(writings.map((ticks, index) => writer(names[index]!, ticks))),
        );
        expect(entries).toHaveLength(writings.flat().length);
        result.forEach((sequences, index) => {
          const own = entries.filter(({ data }) => data.name === names[index]);
          expect(own.map(({ sequence }) => sequence)).toEqual(sequences);
          expect(own.map(({ data }) => data.count)).toEqual(sequences.map((_, place) => place + 1));
        });
      }),
    );
  });

  it('does not let a slow one hold up a quick one', async () => {
    const gate = Promise.withResolvers<void>();
    async function* slow(): Writing<string> {
      await gate.promise;
      yield draft('slow', 1);
      return 'slow';
    }
    async function* quick(): Writing<string> {
      yield draft('quick', 1);
      yield draft('quick', 2);
      gate.resolve();
      return 'quick';
    }
    const { result, entries } = await runWriting(together<string>([slow(), quick()]));
    expect(result).toEqual(['slow', 'quick']);
    expect(entries.map(({ data }) => data.name)).toEqual(['quick', 'quick', 'slow']);
  });

  it('passes on what is thrown, and keeps what was recorded before', async () => {
    const written: CommitDraft[] = [];
    const writing = writingOf(async (record) => {
      await record(draft('a', 1));
      throw new Error('broken');
    });
    await expect(runWriting(writing, (commit) => written.push(commit))).rejects.toThrow('broken');
    expect(written).toHaveLength(1);
  });

  it('dropped, records nothing more, runs every finally block and waits for them', async () => {
    const closed: string[] = [];
    const failed: unknown[] = [];
    async function* closing(name: string): Writing<void> {
      try {
        yield draft(name, 1);
        yield draft(name, 2);
      } finally {
        closed.push(name);
      }
    }
    const plain = async (record: Recorder) => {
      await record(draft('plain', 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      await record(draft('plain', 2));
    };
    const writing = writingOf(async (record) => {
      const ran = await Promise.allSettled([
        ...['a', 'b'].map((name) => recordWriting(closing(name), record)),
        plain(record),
      ]);
      failed.push(...ran.map((one) => one.status === 'rejected' && one.reason));
    });
    await writing.next();
    await writing.return(undefined);
    expect(closed.sort()).toEqual(['a', 'b']);
    expect(failed).toHaveLength(3);
    for (const reason of failed) expect(reason).toBeInstanceOf(NotRecorded);
  });
});

describe('recordWriting', () => {
  it('ends a writing whose draft is not recorded, after it has cleaned up', async () => {
    const steps: string[] = [];
    async function* round(): Writing<string> {
      try {
        yield draft('a', 1);
        steps.push('went on');
      } catch {
        steps.push('swallowed');
      } finally {
        steps.push('finally');
      }
      return 'done';
    }
    const refused = new NotRecorded({ code: 'test_refused', message: inAnyLanguage('The disk is full.') });
    await expect(recordWriting(round(), () => Promise.reject(refused))).rejects.toBe(refused);
    expect(steps).toEqual(['finally']);
  });
});
