import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Embedder } from '../embedder.ts';
import { createMemoryStorage } from '../testing/memory-storage-in-memory.ts';
import { clockAt, openMemory, roundOf } from '../testing/remembered.ts';

const day = (date: string, hour = '08') => `2026-${date}T${hour}:00:00Z`;

async function remembered(...rounds: Parameters<typeof roundOf>[]) {
  const memory = openMemory();
  for (const [input, rest] of rounds) await memory.remember(roundOf(input, { round: input, session: input, ...rest }));
  const found = async (query: string, rest: object = {}) =>
    (await memory.search({ query, ...rest })).hits.map(({ summary }) => summary.round);
  return { memory, found };
}

describe('searching the memory', () => {
  it('finds 用户, 库存, gen and 重跑', async () => {
    const { found } = await remembered(
      ['用户反馈登录失败'],
      ['库存对不上'],
      ['genReport.ts 报错'],
      ['昨晚的任务要重跑'],
    );
    expect((await found('用户'))[0]).toBe('用户反馈登录失败');
    expect((await found('库存'))[0]).toBe('库存对不上');
    expect((await found('gen'))[0]).toBe('genReport.ts 报错');
    expect((await found('重跑'))[0]).toBe('昨晚的任务要重跑');
  });

  it('finds a word by its beginning when it stands nowhere itself', async () => {
    const { found } = await remembered(['generate the sitemap'], ['weather']);
    expect(await found('gen')).toEqual(['generate the sitemap']);
  });

  it('finds a word of the same family where neither it nor its beginning stands', async () => {
    const { found } = await remembered(['Ines is allergic to penicillin'], ['allotment rent is due'], ['the weather']);
    expect(await found('allergy')).toEqual(['Ines is allergic to penicillin']);
    expect(await found('allergies')).toEqual(['Ines is allergic to penicillin']);
    expect(await found('algae')).toEqual([]);
  });

  it('goes by what a question is about, and by its little words only where that leaves a doubt', async () => {
    const { found } = await remembered(
      ['I do eat what there is, and I do what I can with what I have'],
      ['Bought a cargo bike and sold the car'],
      ['We are moving to the harbour'],
      ['Rehearsal for the choir'],
    );
    expect((await found('What did I do with the car, and what do I have of it?'))[0]).toContain('sold the car');
    expect((await found('Where are we to move?'))[0]).toContain('moving');
    expect((await found('what do I do'))[0]).toContain('I do eat');
  });

  it('looks only at the time that the question names', async () => {
    const { memory, found } = await remembered(
      ['周报写好了', { at: day('05-29') }],
      ['周报还没写', { at: day('05-22') }],
      ['周报模板', { at: day('04-10') }],
    );
    expect(await found('上周五的周报')).toEqual(['周报还没写']);
    expect(await found('周报', { time: '2026-04' })).toEqual(['周报模板']);
    expect(await found('周报', { time: '2026-05-20/2026-05-29' })).toHaveLength(2);
    expect((await memory.search({ query: '昨天的周报' })).isTimeRelaxed).toBe(true);
    expect(await found('昨天的周报')).toHaveLength(3);
  });

  it('gives what was said that day when the question asks for nothing else', async () => {
    const { found } = await remembered(['买了苹果', { at: day('05-29') }], ['修了水管', { at: day('05-28') }]);
    expect(await found('5月28日我们聊了什么')).toEqual(['修了水管']);
  });

  it('finds what was said about a day on another one, after what was said on it', async () => {
    const { found } = await remembered(
      ['5月20日要去看牙', { at: day('05-10') }],
      ['去看牙了', { at: day('05-20') }],
      ['看牙', {}],
    );
    expect(await found('5月20日看牙')).toContain('5月20日要去看牙');
    expect((await found('5月20日看牙')).at(-1)).toBe('5月20日要去看牙');
  });

  it('counts days where the person is', async () => {
    const memory = openMemory({ timeZone: 'Asia/Shanghai' });
    await memory.remember(roundOf('会议', { round: 'r', at: '2026-05-29T17:30:00Z' }));
    expect((await memory.search({ query: '5月30日的会议' })).isTimeRelaxed).toBeUndefined();
    expect((await memory.search({ query: '5月29日的会议' })).isTimeRelaxed).toBe(true);
  });

  it('refuses a time that is none', async () => {
    const { memory } = await remembered(['x']);
    await expect(memory.search({ query: 'x', time: 'soonish' })).rejects.toMatchObject({ code: 'memory_time_unclear' });
  });

  it('leaves out exactly the rounds in context', async () => {
    const rounds = ['r1', 'r2', 'r3', 'r4'];
    const memory = openMemory();
    for (const round of rounds) await memory.remember(roundOf(`发货 ${round}`, { round }));
    await fc.assert(
      fc.asyncProperty(fc.subarray(rounds), async (exceptRounds) => {
        const { hits } = await memory.search({ query: '发货', exceptRounds, limit: 10 });
        const found = hits.map(({ summary }) => summary.round).sort();
        expect(found).toEqual(rounds.filter((round) => !exceptRounds.includes(round)));
      }),
    );
  });

  it('keeps to a type, a source and a limit', async () => {
    const { found } = await remembered(
      ['我喜欢乌龙茶', { reply: '记下了', summary: { text: '偏好茶' } }],
      ['乌龙茶是什么', { reply: '一种茶', summary: { text: '问饮品' } }],
    );
    expect(await found('乌龙茶', { type: 'preference' })).toEqual(['我喜欢乌龙茶']);
    expect(await found('偏好', { source: 'original' })).toEqual([]);
    expect(await found('偏好', { source: 'summary' })).toEqual(['我喜欢乌龙茶']);
    expect(await found('乌龙', { source: 'summary' })).toEqual([]);
    expect(await found('乌龙茶', { limit: 1 })).toHaveLength(1);
  });

  it('gives the newer of two that fit alike first', async () => {
    const memory = openMemory();
    for (const [round, at] of [
      ['old', day('03-01')],
      ['new', day('05-01')],
      ['middle', day('04-01')],
    ] as const) {
      await memory.remember(roundOf('发票抬头', { round, at, session: round }));
    }
    const { hits } = await memory.search({ query: '发票' });
    expect(hits.map(({ summary }) => summary.round)).toEqual(['new', 'middle', 'old']);
  });

  it('finds an answer by the question before it', async () => {
    const memory = openMemory();
    const asked = { reply: '你喜欢哪种菜系呢？', session: 's', round: 'r1', at: day('05-01', '08') };
    await memory.remember(roundOf('最近在学做饭', asked));
    await memory.remember(roundOf('川菜和粤菜', { session: 's', round: 'r2', at: day('05-01', '09') }));
    await memory.remember(roundOf('川菜和粤菜', { session: 't', round: 'r3', at: day('05-02') }));

    const { hits } = await memory.search({ query: '我喜欢什么菜系' });
    expect(hits[0]?.summary.round).toBe('r2');
  });

  it('answers nothing from an empty memory, and any question is read', async () => {
    const empty = openMemory();
    const { memory } = await remembered(['我喜欢川菜'], ['order W1 shipped'], ['5月1日开会', { at: day('05-01') }]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (query) => {
        expect((await empty.search({ query })).hits).toEqual([]);
        expect((await memory.search({ query })).hits.length).toBeLessThanOrEqual(3);
      }),
    );
  });
});

it('searches at once see the whole of a long memory, and others are served meanwhile', async () => {
  const memory = openMemory();
  for (let round = 0; round < 300; round++) await memory.remember(roundOf(`第${round}轮 库存`, { round: `r${round}` }));
  let served = 0;
  const serving = setInterval(() => {
    served += 1;
  }, 0);
  const answers = await Promise.all(['库存', '第299轮', '第0轮'].map((query) => memory.search({ query, limit: 50 })));
  clearInterval(serving);

  expect(answers[0]?.hits).toHaveLength(50);
  expect(answers.slice(1).map(({ hits }) => hits[0]?.summary.round)).toEqual(['r299', 'r0']);
  expect(served).toBeGreaterThan(0);
});

describe('searching with an embedder', () => {
  /** Knows that cats and 猫 are near. */
  const embedder: Embedder = {
    id: 'test/1',
    embed: async (texts) => texts.map((text) => (/cat|猫/iu.test(text) ? [1, 0] : [0, 1])),
  };

  it('finds by meaning what has no word in common', async () => {
    const memory = openMemory({ embedder });
    await memory.remember(roundOf('我家的猫叫布玛', { round: 'cat', session: 'a' }));
    await memory.remember(roundOf('天气真好', { round: 'sky', session: 'b' }));
    const { hits, problem } = await memory.search({ query: 'what is my cat called', limit: 1 });
    expect(hits.map(({ summary }) => summary.round)).toEqual(['cat']);
    expect(problem).toBeUndefined();
  });

  it('goes by words and says so while the embedder fails, and catches up after', async () => {
    let isDown = true;
    const shaky: Embedder = {
      id: 'test/1',
      embed: async (texts) => {
        if (isDown) throw new Error('connection refused');
        return embedder.embed(texts);
      },
    };
    const storage = createMemoryStorage();
    const memory = openMemory({ embedder: shaky, storage });
    await memory.remember(roundOf('我家的猫叫布玛', { round: 'cat' }));
    const down = await memory.search({ query: '布玛' });
    expect(down.hits).toHaveLength(1);
    expect(down.problem).toEqual({ code: 'embedder_unavailable', message: 'connection refused' });

    isDown = false;
    const up = await memory.search({ query: 'cat' });
    expect(up.problem).toBeUndefined();
    expect(up.hits.map(({ summary }) => summary.round)).toEqual(['cat']);
  });

  it('does not compare vectors of different embedders', async () => {
    const storage = createMemoryStorage();
    await openMemory({ storage, embedder }).remember(roundOf('我家的猫', { round: 'cat' }));
    const asked: string[][] = [];
    const other: Embedder = {
      id: 'test/2',
      embed: async (texts) => {
        asked.push([...texts]);
        return texts.map(() => [1, 0, 0]);
      },
    };
    await openMemory({ storage, embedder: other }).search({ query: 'cat' });
    expect(asked).toHaveLength(2);
    expect(asked[0]?.[0]).toContain('我家的猫');
  });
});

it('a memory without a scope or with an unknown time zone is refused', () => {
  expect(() => openMemory({ scope: { kind: 'contact', id: '' } })).toThrow('has no id');
  expect(() => openMemory({ timeZone: 'Mars/Base', clock: clockAt(day('05-01')) })).toThrow('no time zone');
});
