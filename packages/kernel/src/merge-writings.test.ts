import type { CommitAnswer, CommitDraft, Writing } from '@rolecall/journal';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeWritings } from './merge-writings.ts';
import { runWriting } from './testing/run-writing.ts';

function commit(name: string, count: number): CommitDraft {
  return { entries: [{ kind: 'test.written', kindVersion: 1, data: { name, count } }] };
}

/** Writes `times` commits, waiting before each as long as told, and answers the sequences it was told. */
async function* writer(name: string, delays: readonly number[]): Writing<number[]> {
  const answers: number[] = [];
  for (const [index, ticks] of delays.entries()) {
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    const answer: CommitAnswer = yield commit(name, index + 1);
    if (answer.status !== 'committed') throw new Error('not committed');
    const data = answer.entries[0]?.data;
    if (data?.name !== name || data.count !== index + 1)
      throw new Error(`${name} got the answer of ${String(data?.name)}`);
    answers.push(answer.sequence);
  }
  return answers;
}

describe('mergeWritings', () => {
  it('gives each writing the answers to its own commits, in order, whatever the timing', async () => {
    const delays = fc.array(fc.array(fc.nat(6), { maxLength: 5 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(delays, async (writings) => {
        const names = writings.map((_, index) => `w${index}`);
        const merged = mergeWritings(writings.map((ticks, index) => writer(names[index]!, ticks)));
        const { result, entries } = await runWriting(merged);
        expect(entries).toHaveLength(writings.flat().length);
        result.forEach((sequences, index) => {
          const own = entries.filter(({ data }) => data.name === names[index]);
          expect(own.map(({ sequence }) => sequence)).toEqual(sequences);
          expect(own.map(({ data }) => data.count)).toEqual(sequences.map((_, place) => place + 1));
        });
      }),
    );
  });

  it('does not let a slow writing hold up a quick one', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    async function* slow(): Writing<string> {
      await gate;
      yield commit('slow', 1);
      return 'slow';
    }
    async function* quick(): Writing<string> {
      yield commit('quick', 1);
      yield commit('quick', 2);
      release();
      return 'quick';
    }
    const { result, entries } = await runWriting(mergeWritings<string>([slow(), quick()]));
    expect(result).toEqual(['slow', 'quick']);
    expect(entries.map(({ data }) => data.name)).toEqual(['quick', 'quick', 'slow']);
  });

  it('tells all writings to return when it is dropped', async () => {
    const closed: string[] = [];
    async function* closing(name: string): Writing<void> {
      try {
        yield commit(name, 1);
        yield commit(name, 2);
      } finally {
        closed.push(name);
      }
    }
    const merged = mergeWritings([closing('a'), closing('b'), closing('c')]);
    await merged.next();
    await merged.return([]);
    expect(closed.sort()).toEqual(['a', 'b', 'c']);
  });

  it('passes on what one throws after the others were told to return', async () => {
    const closed: string[] = [];
    async function* failing(): Writing<string> {
      yield commit('failing', 1);
      throw new Error('broken');
    }
    async function* other(): Writing<string> {
      try {
        yield commit('other', 1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        yield commit('other', 2);
        return 'done';
      } finally {
        closed.push('other');
      }
    }
    await expect(runWriting(mergeWritings<string>([failing(), other()]))).rejects.toThrow('broken');
    expect(closed).toEqual(['other']);
  });
});
