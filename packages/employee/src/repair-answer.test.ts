import { describe, expect, it } from 'vitest';
import { openBench, textOf } from './testing/index.ts';

const inTurn =
  (...texts: readonly string[]) =>
  (_request: unknown, number: number) =>
    texts[number - 1] ?? '说得太多了。';
const AI = '我是人工智能（AI）员工，不是真人。';

async function withheld(bench: Awaited<ReturnType<typeof openBench>>) {
  return (await bench.entries()).filter(({ kind }) => kind === 'employee.sentence_withheld').map(({ data }) => data);
}

describe('an answer of which something was held back', () => {
  it('is said once more, and what may leave of both is sent', async () => {
    const bench = await openBench({ script: inTurn('新书正在采购。保证下周到馆。', '到馆时间还不能确定。') });
    expect(textOf(await bench.say('新书什么时候到？'))).toBe(`${AI}新书正在采购。到馆时间还不能确定。`);
    expect(await withheld(bench)).toMatchObject([{ text: '保证下周到馆。', check: 'never_say' }]);
    expect(bench.model.calls).toHaveLength(2);
    expect(bench.model.calls[1]?.tools).toBeUndefined();
    const asked = JSON.stringify(bench.model.calls[1]?.prompt.at(-1));
    expect(asked).toContain('保证下周到馆。');
    expect(asked).toContain('新书正在采购。');
    expect(asked).toContain('业务规定不能这样说');
  });

  it('is answered in fixed text when it is said again', async () => {
    const bench = await openBench({ script: inTurn('保证下周到馆。', '我保证三天到馆。', '再说一次。') });
    expect(textOf(await bench.say('新书什么时候到？'))).toBe(`${AI}这一点我不能答复。`);
    expect(await withheld(bench)).toHaveLength(2);
    expect(bench.model.calls).toHaveLength(2);
  });

  it('is answered in fixed text when the model has nothing else to say', async () => {
    const bench = await openBench({ script: (_request, number) => (number === 1 ? '保证下周到馆。' : '') });
    expect(textOf(await bench.say('新书什么时候到？'))).toBe(`${AI}这一点我不能答复。`);
  });

  it('says what is not done when a claim stays', async () => {
    const bench = await openBench({ script: () => '已为您归还。' });
    expect(textOf(await bench.say('还了吗'))).toContain('没有执行成功的记录');
  });

  it.each([
    ['its steps', { maxIterations: 1 }],
    ['its tokens', { tokenBudget: 1 }],
  ])('is not said again when %s are used up', async (_, limits) => {
    const modelOptions = { windowTokens: 64_000, maxIterations: 6, errorHandling: 'stop' as const, ...limits };
    const bench = await openBench({ script: inTurn('保证下周到馆。', '还不能确定。'), context: { modelOptions } });
    expect(textOf(await bench.say('新书什么时候到？'))).toBe(`${AI}这一点我不能答复。`);
    expect(bench.model.calls).toHaveLength(1);
  });

  it('is not said again where the runtime has told what happened', async () => {
    const look = { calls: [{ name: 'loan__get', input: { loan_id: 'L299999' } }] };
    const bench = await openBench({ script: [look, '已为您归还。'] });
    expect(textOf(await bench.say('L299999 还了吗'))).toBe(`${AI}没有查到借阅 L299999。请问是哪笔借阅？`);
    expect(bench.model.calls).toHaveLength(2);
  });

  it('is reviewed first where the pack wants a review', async () => {
    const modelOptions = { windowTokens: 64_000, maxIterations: 8, errorHandling: 'stop' as const, selfReview: true };
    const look = { calls: [{ name: 'book__find', input: { words: '围城' } }] };
    const bench = await openBench({
      script: [look, '保证下周到馆。', '保证明天到馆。', '还不能确定。'],
      context: { modelOptions },
    });
    expect(textOf(await bench.say('找《围城》'))).toBe(`${AI}还不能确定。`);
    expect(await withheld(bench)).toMatchObject([{ text: '保证明天到馆。' }]);
  });
});
