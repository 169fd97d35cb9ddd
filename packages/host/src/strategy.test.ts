import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { type EmployeeBench, textOf } from '@rolecall/employee/testing';
import { type Script, scriptedModel, summaryOf, textsOf, toolNamesOf } from '@rolecall/kernel/testing';
import { describe, expect, it } from 'vitest';
import { employeeUnder } from './testing/arrange-employee.ts';

const look = { name: 'loan__get', input: { loan_id: 'L200001' } };
const find = (words: string) => ({ name: 'book__find', input: { words } });
const ASK = '借阅 L200001 怎么样了';

/** One message to an employee whose pack has this strategy. */
async function under(strategy: object, script: Script, text = ASK) {
  const bench = await employeeUnder(strategy, script);
  return { bench, sent: textOf(await bench.say(text)).replace('我是人工智能（AI）员工，不是真人。', '') };
}

const first = ({ model }: EmployeeBench): LanguageModelV4CallOptions | undefined => model.calls[0];

async function endOf(bench: EmployeeBench) {
  return (await bench.entries()).findLast(({ kind }) => kind === 'employee.round_ended')?.data;
}

describe('a strategy key makes its difference to an AI employee', () => {
  it('toolMode: block offers no tool, and the prompt promises none', async () => {
    const { bench } = await under({ act: { toolMode: 'block' } }, ['好']);
    expect(first(bench)?.tools).toBeUndefined();
    expect(textsOf(first(bench))[0]).toContain('客户要求时直接说明');
    const allowed = (await under({}, ['好'])).bench;
    expect(toolNamesOf(first(allowed))).toEqual(
      expect.arrayContaining(['loan__get', 'compress_context', 'read_result']),
    );
  });

  it('toolReadonly leaves no write', async () => {
    const { bench } = await under({ act: { toolReadonly: 'readonly' } }, ['好']);
    expect(toolNamesOf(first(bench))).toContain('loan__get');
    expect(toolNamesOf(first(bench))).not.toContain('loan__return');
    expect(toolNamesOf(first((await under({}, ['好'])).bench))).toContain('loan__return');
  });

  it('temperature and outputLimit go to the model', async () => {
    const { bench } = await under({ act: { temperature: 0.3, outputLimit: 700 } }, ['好']);
    expect(first(bench)).toMatchObject({ temperature: 0.3, maxOutputTokens: 700 });
    const plain = first((await under({}, ['好'])).bench);
    expect([plain?.temperature, plain?.maxOutputTokens]).toEqual([undefined, undefined]);
  });

  it('streaming: non-streaming asks for the answer whole', async () => {
    for (const streaming of ['streaming', 'non-streaming']) {
      const asked: string[] = [];
      const scripted = scriptedModel(() => '好');
      const bench = await employeeUnder({ act: { streaming } }, []);
      bench.use({
        ...scripted,
        doStream: async (request) => {
          asked.push('streaming');
          return scripted.doStream(request);
        },
        doGenerate: async (request) => {
          asked.push('non-streaming');
          return scripted.doGenerate(request);
        },
      });
      await bench.say('你好');
      expect(asked).toEqual([streaming]);
    }
  });

  it('toolStepLimit ends the round with a last message', async () => {
    const { bench, sent } = await under({ act: { toolStepLimit: 2 } }, (request, number) =>
      request.tools ? { calls: [find(`书${number}`)] } : '找到一半。',
    );
    expect(sent).toContain('找到一半。');
    expect(await endOf(bench)).toMatchObject({ end: 'step_limit' });
    expect(bench.model.calls).toHaveLength(3);
  });

  it('multiStepReasoning: manual ends after each step with calls and goes on when the customer says so', async () => {
    const script: Script = [{ calls: [find('甲')] }, '找到了。'];
    const { bench, sent } = await under({ act: { multiStepReasoning: 'manual' } }, script, '找书甲');
    expect(sent).toBe('这一步先做到这里。请回复“继续”，我接着处理。');
    expect(textOf(await bench.say('继续'))).toBe('找到了。');
    expect((await under({}, script, '找书甲')).sent).toBe('找到了。');
  });

  it('summaryFocus is what a compression looks at, too', async () => {
    const instructions: string[] = [];
    const script: Script = ({ tools, prompt }, number) => {
      if (!tools) {
        instructions.push(textsOf({ prompt })[0] ?? '');
        return summaryOf('谈过了');
      }
      return number === 3 ? { calls: [{ name: 'compress_context', input: {} }] } : '好。'.repeat(60);
    };
    const bench = await employeeUnder({ prepare: { summaryFocus: '只看借阅号。' } }, script);
    for (const text of ['你好', '再问', '总结']) await bench.say(text);
    expect(instructions).toHaveLength(1);
    expect(instructions[0]).toContain('只看借阅号。');
    expect(instructions[0]).not.toContain('对方的目标与要求');
  });

  it('selfReview looks over the answer once, if a tool ran', async () => {
    const script: Script = [{ calls: [look] }, '草稿。', '定稿。'];
    expect((await under({ reflect: { selfReview: 1 } }, script)).sent).toMatch(/^定稿。/);
    expect((await under({}, script)).sent).toMatch(/^草稿。/);
    const { bench, sent } = await under({ reflect: { selfReview: 1 } }, ['直接答。']);
    expect([sent, bench.model.calls.length]).toEqual(['直接答。', 1]);
  });

  it('userFollowup, askOn and askLimit: the model asks for these reasons, and so often for one task', async () => {
    const ask = (reason: string) => ({ calls: [{ name: 'ask_user', input: { question: '哪一天来取？', reason } }] });
    const strategy = { reflect: { userFollowup: 'ask' }, global: { askOn: ['missing_info'], askLimit: 2 } };
    const script = [
      ask('missing_info'),
      ask('decision'),
      ask('missing_info'),
      ask('missing_info'),
      '按明天办。',
      '嗯。',
    ];
    const { bench, sent } = await under(strategy, script, '我要预约');
    expect(sent).toBe('哪一天来取？');
    expect(textOf(await bench.say('不知道'))).toBe('哪一天来取？');
    expect(textsOf(bench.model.calls[2]).join()).toContain('reason_not_allowed');
    expect(textOf(await bench.say('随便'))).toBe('按明天办。');
    expect(textsOf(bench.model.calls[4]).join()).toContain('ask_limit_reached');
    expect((await bench.state()).dialogue).toMatchObject({ asked: 0, question: undefined });
    expect(toolNamesOf(first((await under({}, ['好'])).bench))).not.toContain('ask_user');
  });

  it('userFollowup: silent takes away no question of the gate', async () => {
    const script: Script = [{ calls: [{ name: 'loan__get', input: {} }] }, ''];
    const { bench, sent } = await under({ reflect: { userFollowup: 'silent' } }, script, '我的借阅');
    expect(sent).toBe('请问是哪笔借阅？');
    expect(toolNamesOf(first(bench))).not.toContain('ask_user');
  });

  it('errorHandling: retry asks again, degrade answers without tools, stop says that it failed', async () => {
    const broken = { error: { status: 503 } };
    const retried = await under({ global: { errorHandling: 'retry' } }, [broken, '好。'], '你好');
    expect(retried.sent).toBe('好。');
    const degraded = await under({ global: { errorHandling: 'degrade' } }, [broken, '先这样。'], '你好');
    expect([degraded.sent, degraded.bench.model.calls[1]?.tools]).toEqual(['先这样。', undefined]);
    const stopped = await under({ global: { errorHandling: 'stop' } }, [broken, '好。'], '你好');
    expect(stopped.sent).toContain('没能回答您');
    expect(stopped.bench.model.calls).toHaveLength(1);
  });

  it('tokenBudget and stepBudget end the round with a wrap-up', async () => {
    const usage = { inputTokens: 600, outputTokens: 10 };
    const tokens = await under({ global: { tokenBudget: 1_000 } }, (request, number) =>
      request.tools ? { calls: [find(`书${number}`)], usage } : '收尾。',
    );
    expect([tokens.sent, (await endOf(tokens.bench))?.problem]).toEqual([
      '收尾。',
      expect.stringMatching('token_limit'),
    ]);
    expect(tokens.bench.model.calls).toHaveLength(3);
    const calls = await under({ global: { stepBudget: 2 } }, (request, number) =>
      request.tools ? { calls: [find(`书${number}`), find(`刊${number}`)] } : '收尾。',
    );
    expect([calls.sent, (await endOf(calls.bench))?.problem]).toEqual(['收尾。', expect.stringMatching('call_limit')]);
  });

  it('contextLimit lowers the window', async () => {
    const long = '很长的一段话。'.repeat(900);
    const { bench } = await under({ global: { contextLimit: 4_000 } }, ['好。'], long);
    expect(await endOf(bench)).toMatchObject({ end: 'refused' });
    expect(bench.model.calls).toHaveLength(0);
    expect(await endOf((await under({}, ['好。'], long)).bench)).toMatchObject({ end: 'natural' });
  });
});
