import { describe, expect, it } from 'vitest';
import { type ChangingFacts, changingText, stableText } from './prompt.ts';
import { deskRelease, openBench, VOICE } from './testing/index.ts';

const { release, space } = deskRelease();
const FACTS: ChangingFacts = {
  now: '2026-03-02T08:00:59.000Z',
  timeZone: 'Asia/Shanghai',
  contactLevel: 'verified',
  answerIn: 'en',
  instances: [],
  tasks: release.tasks,
  openConfirmation: undefined,
  closed: [],
};

describe('the stable part', () => {
  it('holds persona and rules byte for byte', () => {
    for (const language of ['zh', 'en'] as const) {
      const text = stableText(release, space, VOICE, language);
      expect(text).toContain(VOICE.persona);
      expect(text).toContain(VOICE.rules);
    }
  });

  it('says who speaks and that it is an AI, what the tasks are, and what is held back', () => {
    const text = stableText(release, space, VOICE, 'zh');
    expect(text).toMatch(/^你是「伊达」，一名 AI 员工/);
    for (const part of [
      '照看读者的借阅',
      '不承诺新书到馆的日期',
      '简短',
      'shelf-marks: 怎样读索书号',
      'card:check: 查询借书证 [installed]',
      'room:free: 查询自习室 [connected]',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('loan:return');
  });

  it('leaves out what there is not', () => {
    const text = stableText(release, { ...space, entries: {} }, { persona: '', rules: '', skills: [] }, 'en');
    expect(text).not.toMatch(/## (Persona|Rules|Skills|What you cannot do)/);
  });
});

describe('the changing part', () => {
  it('says time, customer, language, open tasks, what waits and what is closed', () => {
    const instance = {
      instance: 'task_1',
      task: 'loan_desk',
      subject: 'L200001',
      stage: 'open',
      terminal: false,
      since: '2026-03-02T07:00:00.000Z',
      facts: { loan_id: { value: 'L200001', from: 'op_1' } },
    };
    const over = { ...instance, instance: 'task_2', terminal: true, facts: {} };
    const facts = { ...FACTS, instances: [instance, over], openConfirmation: '登记还书', closed: ['查询借阅'] };
    expect(changingText(facts, 'zh').split('\n')).toEqual([
      '现在：2026-03-02 16:00（Asia/Shanghai）',
      '客户身份：已核实',
      '用英文回答',
      '进行中的任务: loan_desk 对象 "L200001" [open] 自 2026-03-02 15:00 {"loan_id":"L200001"} 还缺: loan_state',
      '等待客户确认：登记还书（还没有执行）',
      '目前阶段不可用：查询借阅',
    ]);
    expect(changingText(facts, 'en')).toContain('Waiting for the customer');
  });

  it('is told in UTC where nobody knows the time zone', () => {
    expect(changingText({ ...FACTS, timeZone: 'Nowhere/City' }, 'en')).toContain('2026-03-02 08:00 UTC');
  });
});

describe('the requests of a conversation', () => {
  it('begin alike from round to round, and end with what changes and the input', async () => {
    const bench = await openBench({ script: () => '好的。' });
    for (const text of ['你好', 'What can you do for me?', '那好吧']) {
      await bench.say(text);
      bench.clock.advance(120_000);
    }
    const requests = bench.model.calls;
    expect(new Set(requests.map(({ tools }) => JSON.stringify(tools))).size).toBe(1);
    for (const [index, { prompt }] of requests.entries()) {
      const next = requests[index + 1]?.prompt;
      if (next) expect(next.slice(0, prompt.length - 1)).toEqual(prompt.slice(0, -1));
      expect(prompt.at(-1)).toMatchObject({
        role: 'user',
        content: [{ text: expect.stringMatching(/^现在：/) }, { text: expect.any(String) }],
      });
    }
    expect(requests[0]?.prompt[0]).toEqual({ role: 'system', content: stableText(release, space, VOICE, 'zh') });
    expect(requests[1]?.prompt.at(-1)).toMatchObject({
      content: [{ text: expect.stringContaining('用英文回答') }, { text: 'What can you do for me?' }],
    });
  });
});
