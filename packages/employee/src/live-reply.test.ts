import type { JsonObject } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BenchOptions, deskRelease, openBench, replaceIn, textOf } from './testing/index.ts';

/** A desk whose employee may only look things up. */
const READS = deskRelease((files) =>
  replaceIn(
    files,
    'assets/library.yaml',
    '[{ id: loan_system }]',
    '[{ id: loan_system, capabilities: [book:find, loan:get] }]',
  ),
);
const SENTENCES = [
  '您好。',
  '馆里有这本书。',
  '保证明天到馆。',
  'It is on the shelf. ',
  '第 3.5 架！',
  '已为您归还。',
  '\n',
  '还要别的吗？',
];

interface Watched {
  readonly shown: readonly string[];
  readonly reply: string;
}

async function watch(script: BenchOptions['script'], release = READS): Promise<Watched> {
  const shown: string[] = [];
  const onProgress = (progress: JsonObject): void => {
    if (progress.type === 'reply_so_far') shown.push(String(progress.text));
  };
  const bench = await openBench({ release, script: script ?? [], context: { onProgress } });
  const sent = await bench.say('馆里有《围城》吗');
  return { shown, reply: textOf(sent) };
}

/** Nothing that was shown is taken back, and the reply begins with it. */
function expectKept({ shown, reply }: Watched): void {
  for (const [index, text] of shown.entries())
    expect([...shown.slice(index + 1), reply].every((later) => later.startsWith(text))).toBe(true);
}

describe('where no write is open', () => {
  it('sentences are shown as they complete', async () => {
    const watched = await watch(() => ({ text: '您好。馆里有。在三楼。', deltaCharacters: 1 }));
    expect(watched.shown).toEqual([
      '我是人工智能（AI）员工，不是真人。您好。',
      '我是人工智能（AI）员工，不是真人。您好。馆里有。',
    ]);
    expectKept(watched);
  });

  it('what may not be said is not shown, and what is said in its place follows', async () => {
    const watched = await watch((_request: unknown, number: number) =>
      number === 1 ? { text: '您好。保证明天到馆。好的。', deltaCharacters: 2 } : '到馆时间不能确定。',
    );
    expect(watched.reply).toBe('我是人工智能（AI）员工，不是真人。您好。好的。到馆时间不能确定。');
    expect(watched.shown.join()).not.toContain('保证');
    expectKept(watched);
  });

  it('what was said before a call stays', async () => {
    const look = {
      text: '我查一下。请稍等。',
      deltaCharacters: 3,
      calls: [{ name: 'book__find', input: { words: '围城' } }],
    };
    const watched = await watch((_request: unknown, number: number) => (number === 1 ? look : '馆里有。'));
    expect(watched.shown[0]).toContain('我查一下。');
    expect(watched.reply).toContain('馆里有。');
    expectKept(watched);
  });

  it('a stream that breaks off is not told twice', async () => {
    const modelOptions = { windowTokens: 64_000, maxIterations: 6, errorHandling: 'retry' as const };
    const shown: string[] = [];
    const bench = await openBench({
      release: READS,
      script: (_request, number) => ({
        text: '您好。馆里有。在三楼。',
        deltaCharacters: 1,
        ...(number === 1 ? { cut: true } : {}),
      }),
      context: {
        modelOptions,
        onProgress: (progress) => void (progress.type === 'reply_so_far' && shown.push(String(progress.text))),
      },
    });
    const reply = textOf(await bench.say('你好'));
    expect(reply).toBe('我是人工智能（AI）员工，不是真人。您好。馆里有。在三楼。');
    expectKept({ shown, reply });
  });

  it('the reply begins with everything that was shown, whatever is said and however it comes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 1, max: 7 }),
        fc.boolean(),
        async (sentences, deltaCharacters, calls) => {
          const text = sentences.join('');
          const first = {
            text,
            deltaCharacters,
            ...(calls ? { calls: [{ name: 'book__find', input: { words: '围城' } }] } : {}),
          };
          const watched = await watch((_request: unknown, number: number) =>
            number === 1 ? first : { text: '就这些。', deltaCharacters },
          );
          expectKept(watched);
          expect(watched.reply).not.toMatch(/保证|已为您归还/);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('where a write is open', () => {
  it('nothing is shown while the model speaks', async () => {
    const { shown, reply } = await watch(() => ({ text: '您好。馆里有。', deltaCharacters: 1 }), deskRelease());
    expect(shown).toEqual([]);
    expect(reply).toContain('馆里有。');
  });

  it('what may leave is shown while the rest is said once more', async () => {
    const watched = await watch(
      (_request: unknown, number: number) => (number === 1 ? '您好。保证明天到馆。' : '时间不能确定。'),
      deskRelease(),
    );
    expect(watched.shown).toEqual(['我是人工智能（AI）员工，不是真人。您好。']);
    expectKept(watched);
  });
});
