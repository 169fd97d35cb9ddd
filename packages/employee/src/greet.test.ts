import { describe, expect, it } from 'vitest';
import { openBench } from './testing/index.ts';

describe('the first sight of a contact on a channel', () => {
  it('is greeted once, also by an opening that does not know yet of the other one', async () => {
    const bench = await openBench();
    const blind = { context: { store: { ...bench.store, row: async () => undefined } } };
    await bench.accept('opened');
    expect((await bench.work(blind)).map(({ kind }) => kind)).toEqual(['greeting']);
    await bench.accept('opened');
    expect(await bench.work(blind)).toEqual([]);

    const entries = await bench.entries();
    expect(entries.filter(({ data }) => data.event === 'sys_first_seen_contact')).toHaveLength(1);
    expect(entries.at(-1)?.data).toMatchObject({ end: 'already_done' });
  });
});
