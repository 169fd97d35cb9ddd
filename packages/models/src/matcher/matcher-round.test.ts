import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { describe, expect, test } from 'vitest';
import { libraryDesk } from '../testing/library-desk.ts';
import { called, react, replied, said, toolsOf } from '../testing/prompt.ts';
import { createMatcher } from './matcher.ts';
import { matcherProviderOptions } from './matcher-options.ts';

const matcher = createMatcher();
const desk = libraryDesk();

function missing(argument: string) {
  return { status: 'blocked', code: 'argument_missing', argument, ask: '请问？' };
}

describe('the answer to a question', () => {
  const askedBooking = [
    said('我要取消预约'),
    ...called('1', 'room__cancel', {}, missing('booking')),
    replied('请问预约号是多少？'),
  ];
  const askedReason = [
    said('取消预约 RB-1024'),
    ...called('1', 'room__cancel', { booking: 'RB-1024' }, missing('reason')),
    replied('请问取消原因是？'),
  ];

  test.each(['RB-1024', 'rb1024', '是 RB-1024', '1024', 'ＲＢ－１０２４。'])('%s completes the call', async (words) => {
    expect(await react(matcher, desk, [...askedBooking, said(words)])).toMatchObject({
      tool: 'room__cancel',
      input: { booking: 'RB-1024' },
      because: 'answer_to_question',
    });
  });

  test.each([
    ['不需要了', 'no longer needed'],
    ['因为用不上了吧', 'no longer needed'],
    ['我不想再去了', 'no longer needed'],
    ['日期我订错了', 'wrong date'],
    ['wrong date', 'wrong date'],
  ])('%s is understood as %s, beside what was given before', async (words, reason) => {
    expect(await react(matcher, desk, [...askedReason, said(words)])).toMatchObject({
      tool: 'room__cancel',
      input: { booking: 'RB-1024', reason },
    });
  });

  test('an answer may give more than was asked', async () => {
    const reaction = await react(matcher, desk, [...askedBooking, said('RB-1024，日期订错了')]);
    expect(reaction.input).toEqual({ booking: 'RB-1024', reason: 'wrong date' });
  });

  test.each([
    ['改成后天吧，四个人', { day: '2025-03-14', people: 4 }],
    ['四个人', { day: '2025-03-13', people: 4 }],
  ])('%s: a date said with the answer takes the place of the earlier one', async (words, expected) => {
    const asked = [said('明天订自习室'), ...called('1', 'room__book', { day: '2025-03-13' }, missing('people'))];
    expect((await react(matcher, desk, [...asked, said(words)])).input).toMatchObject(expected);
  });

  test('a free text is taken whole', async () => {
    const asked = [said('我要给馆员留言'), ...called('1', 'note__leave', {}, missing('message'))];
    const reaction = await react(matcher, desk, [...asked, said('三楼的灯坏了，请修一下！')]);
    expect(reaction).toMatchObject({ tool: 'note__leave', input: { message: '三楼的灯坏了，请修一下！' } });
  });

  test('a number answers a question for a number', async () => {
    const asked = [said('明天订自习室'), ...called('1', 'room__book', { day: '2025-03-13' }, missing('people'))];
    expect((await react(matcher, desk, [...asked, said('六个')])).input).toEqual({ day: '2025-03-13', people: 6 });
  });

  test('words that clearly ask for something else are followed', async () => {
    const reaction = await react(matcher, desk, [...askedBooking, said('先帮我看看我借了哪些书')]);
    expect(reaction).toMatchObject({ tool: 'loan__list', input: {} });
  });

  test('a value inside another wish goes to that wish', async () => {
    const reaction = await react(matcher, desk, [...askedBooking, said('先查一下预约 RB-1024 成功了吗')]);
    expect(reaction).toMatchObject({ tool: 'room__status', input: { booking: 'RB-1024' } });
  });

  test('knowledge may be asked in between, and the value still answers afterwards', async () => {
    const between = [...askedBooking, said('你们几点开门')];
    expect((await react(matcher, desk, between)).because).toBe('knowledge');
    const reaction = await react(matcher, desk, [...between, replied('资料里是这样写的：…'), said('RB-1024')]);
    expect(reaction).toMatchObject({
      tool: 'room__cancel',
      input: { booking: 'RB-1024' },
      because: 'answer_to_question',
    });
  });

  test('a question that was answered since is closed: a bare value means what it says', async () => {
    const answered = [
      ...askedBooking,
      said('RB-1024'),
      ...called('2', 'room__cancel', { booking: 'RB-1024' }, { status: 'succeeded', told: true }),
    ];
    expect((await react(matcher, desk, [...answered, said('RB-2048')])).tool).toBe('room__status');
  });

  test('words that say nothing about it lead to the same call, so that the gate asks again', async () => {
    const reaction = await react(matcher, desk, [...askedReason, said('呃这个嘛')]);
    expect(reaction).toMatchObject({ tool: 'room__cancel', input: { booking: 'RB-1024' }, because: 'question_again' });
  });

  test('a withdrawal ends it', async () => {
    expect(await react(matcher, desk, [...askedBooking, said('算了')])).toMatchObject({ because: 'withdrawal' });
    const askedNote = [said('我要给馆员留言'), ...called('1', 'note__leave', {}, missing('message'))];
    expect(await react(matcher, desk, [...askedNote, said('算了')])).toMatchObject({ because: 'withdrawal' });
  });

  test('a value that was refused is asked for again and replaced', async () => {
    const refused = called(
      '1',
      'room__cancel',
      { booking: 'RB-1', reason: 'wrong date' },
      {
        status: 'blocked',
        code: 'argument_invalid',
        argument: 'booking',
      },
    );
    const reaction = await react(matcher, desk, [said('取消 RB-1'), ...refused, said('RB-1025')]);
    expect(reaction.input).toEqual({ booking: 'RB-1025', reason: 'wrong date' });
  });

  test('a user message of the host right before the words changes nothing', async () => {
    const reaction = await react(matcher, desk, [
      ...askedBooking,
      said('Now: 2025-03-12. Open: RB-2000'),
      said('RB-1024'),
    ]);
    expect(reaction).toMatchObject({ input: { booking: 'RB-1024' }, because: 'answer_to_question' });
  });

  test('a question for a tool that is not offered any more is not answered', async () => {
    expect((await react(matcher, desk, [...askedBooking, said('RB-1024')], ['why_not'])).tool).toBeUndefined();
  });
});

describe('what earlier rounds offer', () => {
  const choices = [{ capability: 'loan:list', path: 'loans', values: ['L204981', 'L204982', 'L204983'] }];

  test.each([
    ['续借第二本', 'L204982'],
    ['续借最后一本', 'L204983'],
    ['renew the first one', 'L204981'],
  ])('%s chooses from the earlier read', async (words, loan_id) => {
    expect((await react(matcher, libraryDesk({ choices }), [said(words)])).input).toEqual({ loan_id });
  });

  test('several candidates and no word for one of them leave the argument out', async () => {
    expect((await react(matcher, libraryDesk({ choices }), [said('我要续借')])).input).toEqual({});
  });

  test('the only candidate is the one that is meant', async () => {
    const one = [{ ...choices[0]!, values: [{ loan_id: 'L204981', title: '三体' }] }];
    expect((await react(matcher, libraryDesk({ choices: one }), [said('我要续借')])).input).toEqual({
      loan_id: 'L204981',
    });
  });

  test('a word that points back means the value of the latest call', async () => {
    const before = [
      said('查一下预约 RB-1024'),
      ...called('1', 'room__status', { booking: 'RB-1024' }, { status: 'succeeded', told: true }),
    ];
    expect((await react(matcher, desk, [...before, said('取消这个预约')])).input).toEqual({ booking: 'RB-1024' });
    expect((await react(matcher, desk, [...before, said('我要取消预约')])).input).toEqual({});
  });
});

describe('after the calls of the round', () => {
  test.each([
    ['told by the runtime', { status: 'succeeded', told: true, result: { state: 'ok' } }],
    ['waiting for a confirmation', { status: 'awaiting_confirmation' }],
    ['blocked with a text', { status: 'blocked', code: 'guard_failed', say: '办不了。' }],
    ['blocked without one', { status: 'blocked', code: 'limit_reached' }],
    ['blocked with a question', missing('booking')],
  ])('what is %s needs no words of its own', async (_, output) => {
    const reaction = await react(matcher, desk, [
      said('查一下预约 RB-1024'),
      ...called('1', 'room__status', {}, output),
    ]);
    expect(reaction).toMatchObject({ text: '', because: 'told_by_runtime' });
    expect(reaction.tool).toBeUndefined();
  });

  test('an untold result becomes neutral lines, in the language of the message', async () => {
    const output = { status: 'succeeded', result: { booking: 'RB-1024', confirmed: true, seats: [1, 2], empty: null } };
    const zh = await react(matcher, desk, [said('查一下预约 RB-1024'), ...called('1', 'room__status', {}, output)]);
    expect(zh.text).toBe('「查询预约」的结果如下。\n预约号：RB-1024\nconfirmed：是\nseats：\n- 1\n- 2');
    const en = await react(matcher, desk, [said('check booking RB-1024'), ...called('1', 'room__status', {}, output)]);
    expect(en.text).toBe('Result of "Check a booking":\nBooking: RB-1024\nconfirmed: yes\nseats: \n- 1\n- 2');
  });

  test.each([
    [{ status: 'not_proposed', reason: 'another one waits' }, '「查询预约」这次没有办成。'],
    [
      { status: 'failed', code: 'not_found', result: { booking: 'RB-1024' } },
      '「查询预约」这次没有办成。\n预约号：RB-1024',
    ],
    [{ status: 'failed', code: 'not_found' }, '「查询预约」这次没有办成。'],
    [{ status: 'unknown' }, '「查询预约」的结果还不清楚，尚待核实。'],
    [{ status: 'succeeded', result: {} }, '「查询预约」没有返回可以告知的内容。'],
    [null, '「查询预约」这次没有办成。'],
  ])('%j is told without pretending', async (output, text) => {
    expect(await react(matcher, desk, [said('查一下预约'), ...called('1', 'room__status', {}, output)])).toMatchObject({
      text,
    });
  });

  test('no call is made after a result, so none is made twice', async () => {
    const prompt = [
      said('查一下预约 RB-1024'),
      ...called('1', 'room__status', { booking: 'RB-1024' }, { status: 'succeeded', result: { a: 1 } }),
    ];
    expect((await react(matcher, desk, prompt)).tool).toBeUndefined();
  });

  test('after a notice, a word that says nothing is pointed to the notice', async () => {
    const open = [
      said('取消 RB-1024'),
      ...called('1', 'room__cancel', {}, { status: 'awaiting_confirmation' }),
      replied('确认请回复“确认”。'),
    ];
    expect(await react(matcher, desk, [...open, said('好的')])).toMatchObject({ because: 'after_notice' });
  });
});

describe('the model interface', () => {
  const call = {
    prompt: [said('查一下预约 RB-1024')],
    tools: toolsOf(desk),
    providerOptions: matcherProviderOptions(desk),
  };

  async function streamed(
    options: Parameters<typeof matcher.doStream>[0],
  ): Promise<readonly LanguageModelV4StreamPart[]> {
    const parts: LanguageModelV4StreamPart[] = [];
    for await (const part of (await matcher.doStream(options)).stream) parts.push(part);
    return parts;
  }

  test('a call is streamed with its input and finishes with tool-calls and no tokens', async () => {
    const input = '{"booking":"RB-1024"}';
    expect(await streamed(call)).toEqual([
      { type: 'stream-start', warnings: [] },
      { type: 'tool-input-start', id: 'matcher_1', toolName: 'room__status' },
      { type: 'tool-input-delta', id: 'matcher_1', delta: input },
      { type: 'tool-input-end', id: 'matcher_1' },
      { type: 'tool-call', toolCallId: 'matcher_1', toolName: 'room__status', input },
      {
        type: 'finish',
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage: {
          inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
          outputTokens: { total: 0, text: 0, reasoning: 0 },
        },
        providerMetadata: { rolecall: expect.objectContaining({ planner: 'builtin/matcher', because: 'best_match' }) },
      },
    ]);
  });

  test('a text is streamed and finishes with stop; an empty one has no part', async () => {
    const talk = await streamed({ ...call, prompt: [said('谢谢')] });
    expect(talk.map(({ type }) => type)).toEqual(['stream-start', 'text-start', 'text-delta', 'text-end', 'finish']);
    const told = await streamed({ ...call, prompt: [said('查'), ...called('1', 'room__status', {}, { told: true })] });
    expect(told.map(({ type }) => type)).toEqual(['stream-start', 'finish']);
    expect(told.at(-1)).toMatchObject({ finishReason: { unified: 'stop' } });
  });

  test('a call id is one that the prompt does not have yet', async () => {
    const prompt = [said('取消预约'), ...called('matcher_2', 'room__cancel', {}, missing('booking')), said('RB-1024')];
    const result = await matcher.doGenerate({ ...call, prompt });
    expect(result.content).toMatchObject([{ toolCallId: 'matcher_3' }]);
  });

  test.each([
    ['toolChoice none', { toolChoice: { type: 'none' as const } }],
    ['toolChoice for another tool', { toolChoice: { type: 'tool' as const, toolName: 'loan__list' } }],
    ['no tools', { tools: [] }],
  ])('with %s it only speaks', async (_, limits) => {
    const result = await matcher.doGenerate({ ...call, ...limits });
    expect(result.content.map(({ type }) => type)).toEqual(['text']);
  });

  test('missing options are a warning, malformed ones an error with their place', async () => {
    expect((await matcher.doGenerate({ prompt: call.prompt })).warnings).toHaveLength(1);
    const malformed = { rolecall: { language: 'zh', capabilities: [{ tool: 'x' }], closed: [] } };
    await expect(matcher.doGenerate({ prompt: call.prompt, providerOptions: malformed })).rejects.toMatchObject({
      code: 'matcher_options_invalid',
      at: { path: 'rolecall.capabilities[0].capability' },
    });
  });

  test('an aborted call is not answered', async () => {
    await expect(matcher.doGenerate({ ...call, abortSignal: AbortSignal.abort() })).rejects.toThrow();
  });
});
