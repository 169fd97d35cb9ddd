import { describe, expect, it } from 'vitest';
import type { PastRound } from './round.ts';
import { runRound } from './run-round.ts';
import { textsOf } from './testing/arrange-agent.ts';
import { arrangeRound, dataOf, summaryOf, tool } from './testing/builders.ts';
import { runWriting } from './testing/run-writing.ts';

const past = (count: number, length = 40): PastRound[] =>
  Array.from({ length: count }, (_, index) => ({
    round: `r${index}`,
    messages: [
      { role: 'user', text: `问题${index}${'，细节'.repeat(length)}` },
      { role: 'assistant', text: `答复${index}`, calls: [] },
    ],
  }));
const summariesOf = (rounds: readonly PastRound[], length = 20) =>
  new Map(rounds.map(({ round }) => [round, { id: `m_${round}`, text: `${round}的摘要${'，要点'.repeat(length)}` }]));
const big = tool('big', 'read', ({ input }) => ({ output: `${input.n}${'很大的结果'.repeat(400)}` }));

describe('the room of a round', () => {
  it('comes to its end with a wrap-up when only summaries are left and they fill their share', async () => {
    const history = past(200);
    const { input, model } = arrangeRound(
      ({ tools }, number) => (tools ? { calls: [{ name: 'big', input: { n: number } }] } : '收尾：已完成一部分'),
      { history, summaries: summariesOf(history), tools: [big] },
      { windowTokens: 8_000, replace: { keepRounds: 0, stepRounds: 1 }, language: 'zh' },
    );
    // The first round stands as it is; it gives way to its summary only where it does not fit.
    const [first, ...rest] = history;
    const huge: PastRound = { round: first?.round ?? '', messages: [{ role: 'user', text: '很长'.repeat(9_000) }] };
    const { result } = await runWriting(runRound({ ...input, history: [huge, ...rest] }));
    expect(result).toMatchObject({ end: 'step_limit', text: '收尾：已完成一部分', problem: { code: 'context_full' } });
    expect(model.calls.length).toBeLessThan(6);
    expect(textsOf(model.calls[0])[1]).toContain('r0的摘要');
  });

  it('goes on while there is something to give way', async () => {
    const { input } = arrangeRound(
      [...Array.from({ length: 8 }, (_, n) => ({ calls: [{ name: 'big', input: { n } }] })), '完成'],
      { history: past(30), tools: [big] },
      { windowTokens: 8_000 },
    );
    expect((await runWriting(runRound(input))).result).toMatchObject({ end: 'natural', text: '完成' });
  });

  it('keeps the prefix of the request from round to round while rounds give way to summaries', async () => {
    const prompts: string[] = [];
    for (let count = 11; count < 15; count++) {
      const history = past(count);
      const { input, model } = arrangeRound(['好'], { history, summaries: summariesOf(history), changingText: '' });
      await runWriting(runRound(input));
      prompts.push(JSON.stringify(model.calls[0]?.prompt.slice(0, -1)).slice(0, -1));
    }
    for (const [index, prompt] of prompts.entries()) {
      if (index > 0) expect(prompt.startsWith(prompts[index - 1] ?? 'x')).toBe(true);
    }
  });

  it('a result over its cap is stored whole; one below it is not touched', async () => {
    const kept: string[] = [];
    const { input, model } = arrangeRound(
      [
        {
          calls: [
            { name: 'big', input: { n: 1 } },
            { name: 'small', input: {} },
          ],
        },
        '好',
      ],
      {
        tools: [big, tool('small', 'read', () => ({ output: { fine: true } }))],
        ports: { keepResult: (text) => `ref_${kept.push(text)}` },
      },
      { resultCapTokens: 300 },
    );
    const { entries } = await runWriting(runRound(input));
    expect(kept).toEqual([`1${'很大的结果'.repeat(400)}`]);
    const texts = textsOf(model.calls[1]);
    expect(texts.join()).toContain('ref_1');
    expect(texts).toContain('{"fine":true}');
    expect(dataOf(entries, 'kernel.large_result')).toEqual([{ reference: 'ref_1', text: kept[0] }]);
  });

  it('compress hands the model what stands before the input, and nothing else', async () => {
    const asked: string[] = [];
    const { input, model } = arrangeRound(
      ({ tools, prompt }, number) => {
        if (!tools) {
          asked.push(textsOf({ prompt }).join('\n'));
          return summaryOf('旧事摘要');
        }
        return number === 1 ? { calls: [{ name: 'compress_context' }] } : '好';
      },
      { history: past(4), input: '现在的问题' },
      { offersCompress: true, language: 'zh' },
    );
    const { result, entries } = await runWriting(runRound(input));
    expect(result.text).toBe('好');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain('问题3');
    expect(asked[0]).not.toContain('现在的问题');
    expect(dataOf(entries, 'kernel.compressed')).toHaveLength(1);
    expect(textsOf(model.calls[2]).join()).toContain('旧事摘要');
  });

  it('compress looks at what the pack has in focus, and takes the words where the model does not keep the form', async () => {
    const instructions: string[] = [];
    const { input, model } = arrangeRound(
      ({ tools, prompt }, number) => {
        if (!tools) {
          instructions.push(prompt[0]?.role === 'system' ? prompt[0].content : '');
          return '不是 JSON';
        }
        return number === 1 ? { calls: [{ name: 'compress_context' }] } : '好';
      },
      { history: past(4, 200) },
      { offersCompress: true, language: 'zh', summaryFocus: '只看价格。' },
    );
    await runWriting(runRound(input));
    expect(instructions).toHaveLength(1);
    expect(instructions[0]).toContain('只看价格。');
    expect(instructions[0]).not.toContain('对方的目标与要求');
    const texts = textsOf(model.calls[2]);
    const compressed = texts.find((text) => text.startsWith('［以上对话的压缩摘要］')) ?? '';
    for (const round of past(4)) expect(compressed).toContain(`用户说：问题${round.round.slice(1)}`);
    expect(compressed).not.toContain('不是 JSON');
  });

  it('a compression that fails changes nothing', async () => {
    const { input, model } = arrangeRound(
      ({ tools }, number) => {
        if (!tools) return { error: { status: 500 } };
        return number === 1 ? { calls: [{ name: 'compress_context' }] } : '好';
      },
      { history: past(4) },
      { offersCompress: true, language: 'zh' },
    );
    await runWriting(runRound(input));
    expect(textsOf(model.calls[2]).join()).toContain('问题3');
    expect(textsOf(model.calls[2]).join()).toContain('compress_failed');
  });
});

describe('steering', () => {
  it('joins the running round before its next step, and is in its history', async () => {
    const steering = [['别查了，直接说'], []];
    const { input, model } = arrangeRound([{ calls: [{ name: 'echo', input: {} }] }, '好'], {
      ports: { takeSteering: () => (model.calls.length === 1 ? (steering.shift() ?? []) : []) },
    });
    const { result } = await runWriting(runRound(input));
    expect(textsOf(model.calls[1]).at(-1)).toBe('别查了，直接说');
    expect(result.messages.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user', 'assistant']);
  });

  it('that comes while the model says its last words keeps the round open', async () => {
    const steering = ['还有一件事'];
    const { input, model } = arrangeRound(['第一件好了', '第二件也好了'], {
      ports: { takeSteering: () => (model.calls.length === 1 ? steering.splice(0) : []) },
    });
    const { result } = await runWriting(runRound(input));
    expect(result.text).toBe('第二件也好了');
    expect(textsOf(model.calls[1]).slice(-2)).toEqual(['第一件好了', '还有一件事']);
  });
});
