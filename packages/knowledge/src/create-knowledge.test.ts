import type { Embedder } from '@rolecall/kernel';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKnowledge } from './create-knowledge.ts';
import type { FaqEntry, KnowledgeMaterial } from './material.ts';

const entry = (id: string, questions: FaqEntry['questions'], answer: FaqEntry['answer']): FaqEntry => ({
  id,
  questions,
  answer,
});

const FAQ: KnowledgeMaterial = {
  base: 'faq',
  entries: [
    entry(
      'renew',
      { zh: ['怎么续借', '书到期了能再借吗'], en: ['How do I renew a book?'] },
      { zh: '到期前可以续借一次，延长三十天。', en: 'You can renew once before the due date.' },
    ),
    entry('hours', ['几点开门', 'What are your opening hours?'], {
      zh: '周二至周日九点开门。',
      en: 'We open at nine, Tuesday to Sunday.',
    }),
    entry('card', ['怎么办借书证'], '带身份证到前台办理。'),
  ],
  documents: [
    {
      file: 'knowledge/rooms.md',
      title: '研讨室',
      text: '# 预约\n研讨室提前一天预约，每次两小时。\n# 取消\n迟到十五分钟视为放弃。',
    },
  ],
};

const search = async (question: string, language: 'zh' | 'en' = 'zh', material = [FAQ]) =>
  (await createKnowledge().open(material).search({ question, language })).passages;

describe('searching the material', () => {
  it.each([
    ['书快到期了，可以续借吗', 'faq/renew'],
    ['你们几点开门', 'faq/hours'],
    ['how can I renew my book', 'faq/renew'],
    ['when do you open', 'faq/hours'],
    ['研讨室怎么预约', 'faq/knowledge/rooms.md#预约'],
    ['迟到了会怎么样', 'faq/knowledge/rooms.md#取消'],
  ])('%s', async (question, source) => {
    expect((await search(question))[0]?.source).toBe(source);
  });

  it('tells an entry in the wanted language, and in the only one where there is no other', async () => {
    expect((await search('怎么续借', 'en'))[0]?.text).toBe('You can renew once before the due date.');
    expect((await search('怎么续借', 'en'))[0]?.title).toBe('How do I renew a book?');
    expect((await search('怎么办借书证', 'en'))[0]?.text).toBe('带身份证到前台办理。');
  });

  it('names a part of a document by its headings', async () => {
    expect((await search('研讨室预约'))[0]?.title).toBe('研讨室 › 预约');
  });

  it('is sure of what is asked in its own words, and has nothing to say on something else', async () => {
    expect((await search('怎么续借'))[0]?.confidence).toBeGreaterThan(0.9);
    expect(await search('火星离地球多远')).toEqual([]);
    expect(await search('')).toEqual([]);
    expect(await search('？！')).toEqual([]);
    expect(await search('怎么续借', 'zh', [])).toEqual([]);
  });

  it('gives as many as are wanted', async () => {
    const port = createKnowledge().open([FAQ]);
    const { passages } = await port.search({ question: '续借 开门 借书证 预约', language: 'zh', limit: 2 });
    expect(passages).toHaveLength(2);
  });

  it('searches several bases as one, and tells them apart', async () => {
    const other = { base: 'other', entries: [entry('renew', ['怎么续借'], '另一处说法。')], documents: [] };
    const found = await search('怎么续借', 'zh', [FAQ, other]);
    expect(
      found
        .map(({ source }) => source)
        .slice(0, 2)
        .sort(),
    ).toEqual(['faq/renew', 'other/renew']);
  });

  it('an earlier state of the material stays as it was', async () => {
    const knowledge = createKnowledge();
    const before = knowledge.open([FAQ]);
    const changed = { ...FAQ, entries: [entry('renew', ['怎么续借'], '不能续借。')] };
    const after = knowledge.open([changed]);
    const question = { question: '怎么续借', language: 'zh' } as const;
    expect((await after.search(question)).passages[0]?.text).toBe('不能续借。');
    expect((await before.search(question)).passages[0]?.text).toContain('延长三十天');
  });

  it('answers any question in order, with confidences between nought and one', async () => {
    const port = createKnowledge().open([FAQ]);
    const words = fc.array(fc.constantFrom('续借', '开门', '证', 'book', 'open', '?', '的', 'the', '一二三'), {
      maxLength: 12,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          words.map((all) => all.join(' ')),
          fc.string({ unit: 'grapheme' }),
        ),
        async (question) => {
          const { passages } = await port.search({ question, language: 'zh', limit: 20 });
          const scores = passages.map(({ score }) => score);
          expect(scores).toEqual([...scores].sort((left, right) => right - left));
          for (const { confidence } of passages) expect(confidence).toBeGreaterThanOrEqual(0.15);
          for (const { confidence } of passages) expect(confidence).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  it('finds one of ten thousand, whatever the order in which they stand', async () => {
    const entries = Array.from({ length: 10_000 }, (_, number) =>
      entry(`e${number}`, [`编号 item${number} 的说明在哪里`], `说明 ${number} 放在第 ${number % 97} 排。`),
    );
    const ask = async (of: readonly FaqEntry[]) =>
      (await search('item7310 的说明', 'zh', [{ base: 'big', entries: of, documents: [] }])).map(
        ({ source }) => source,
      );
    const found = await ask(entries);
    expect(found[0]).toBe('big/e7310');
    expect(await ask([...entries].reverse())).toEqual(found);
  });
});

describe('with an embedder', () => {
  /** Knows that parking and 停车 are near. */
  const embedder: Embedder = {
    id: 'test/1',
    embed: async (texts) => texts.map((text) => (/park|停车/iu.test(text) ? [1, 0.1] : [0.1, 1])),
  };
  const parking = {
    base: 'faq',
    entries: [...FAQ.entries, entry('park', ['停车要钱吗'], '前两小时免费。')],
    documents: [],
  };
  const question = { question: 'parking fee', language: 'zh', limit: 1 } as const;

  async function settled(): Promise<void> {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  }

  it('finds by meaning what has no word in common, once every passage has its vector', async () => {
    const port = createKnowledge({ embedder: () => embedder }).open([parking]);
    await port.prepare();
    await settled();
    expect((await port.search(question)).passages.map(({ source }) => source)).toEqual(['faq/park']);
    expect((await search('parking fee', 'zh', [parking])).map(({ source }) => source)).not.toContain('faq/park');
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
    const port = createKnowledge({ embedder: () => shaky }).open([parking]);
    await port.prepare();
    await settled();
    const down = await port.search({ question: '停车要钱吗', language: 'zh' });
    expect(down.passages[0]?.source).toBe('faq/park');
    expect(down.problem).toEqual({ code: 'embedder_unavailable', message: 'connection refused' });
    isDown = false;
    await port.search(question);
    await settled();
    const up = await port.search(question);
    expect(up.passages[0]?.source).toBe('faq/park');
    expect(up.problem).toBeUndefined();
  });

  it('an unchanged passage is embedded once, whoever opens it', async () => {
    const asked: string[] = [];
    const counting: Embedder = {
      id: 'test/1',
      embed: async (texts) => {
        asked.push(...texts);
        return embedder.embed(texts);
      },
    };
    const knowledge = createKnowledge({ embedder: () => counting });
    await knowledge.open([parking]).prepare();
    await knowledge
      .open([{ ...parking, entries: [...parking.entries, entry('new', ['新书'], '每月一次。')] }])
      .prepare();
    await settled();
    expect(asked).toHaveLength(parking.entries.length + 1);
  });
});
