import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from './blank.ts';
import { composeReplies, joinParts, type ToTell } from './compose-reply.ts';
import { deskRelease } from './testing/library-desk.ts';
import { awaitingWith, blockedWith, endedWith, readWith, receiptOf } from './testing/outcomes.ts';

const { space } = deskRelease();

function compose(told: Partial<ToTell>) {
  return composeReplies({
    language: 'zh',
    space,
    outcomes: [],
    sentences: [],
    withheld: undefined,
    fallback: '没有什么可说的。',
    ...told,
  });
}

const textsOf = (told: Partial<ToTell>) => compose(told).map(({ parts }) => parts.map(({ text }) => text));
const kindsOf = (told: Partial<ToTell>) =>
  compose(told).map(({ kind, parts }) => [kind, ...parts.map((part) => part.kind)]);

describe('the messages of a round', () => {
  it('tell a write from its receipt before anything that the model says', () => {
    expect(textsOf({ outcomes: [endedWith()], sentences: ['还需要', '别的吗？'] })).toEqual([
      ['已为您登记归还 L200001。', '还需要别的吗？'],
    ]);
  });

  it('tell nothing twice that the model says in the same words', () => {
    expect(textsOf({ outcomes: [endedWith()], sentences: ['已为您登记归还 L200001。', '再见。'] })).toEqual([
      ['已为您登记归还 L200001。', '再见。'],
    ]);
  });

  it('are the fallback when there is nothing to tell', () => {
    expect(textsOf({ sentences: [' ', '\u200b'] })).toEqual([['没有什么可说的。']]);
  });

  it('say what did not run in the asset’s words, and in the engine’s where it has none', () => {
    const own = blockedWith({}, 'L200001');
    const said = { ...own, decision: { ...own.decision, say: '不能还。' } };
    const blank = { ...own, decision: { ...own.decision, say: ' \u200b' } };
    expect(textsOf({ outcomes: [said] })).toEqual([['不能还。']]);
    expect(textsOf({ outcomes: [own] })).toEqual([['「登记还书」的条件不满足，没有执行。']]);
    expect(textsOf({ outcomes: [blank] })).toEqual(textsOf({ outcomes: [own] }));
  });

  it('never show the name of a capability that nobody knows', () => {
    expect(
      textsOf({ outcomes: [blockedWith({ capability: '已为您归还', code: 'task_not_installed' }, null)] }),
    ).toEqual([['「这件事」不在我负责的范围内，没有执行。']]);
  });

  it('tell a repeated write with the result of the first', () => {
    const earlier = { operation: 'op_1', at: '2026-03-01T00:00:00.000Z', receipt: receiptOf() };
    expect(textsOf({ outcomes: [blockedWith({ code: 'duplicate_operation', earlier })] })).toEqual([
      ['「登记还书」之前已经办理过，没有重复执行。', '上一次的结果：已为您登记归还 L200001。'],
    ]);
  });

  it('tell two writes that ended alike both, and the same block once', () => {
    const note = { capability: 'note:leave', telling: { mode: 'fixed' as const, text: '“给馆员留言”已经完成。' } };
    expect(
      compose({ outcomes: [endedWith({ ...note, id: 'op_1' }), endedWith({ ...note, id: 'op_2' })] }),
    ).toMatchObject([{ parts: [{ operation: 'op_1' }, { operation: 'op_2' }] }]);
    expect(textsOf({ outcomes: [blockedWith(), blockedWith({}, 'L200002')] })).toHaveLength(1);
  });
});

describe('a block that a later call overtook', () => {
  const missing = blockedWith(
    { code: 'argument_missing', ask: { argument: 'loan_id', text: '哪笔借阅？' } },
    undefined,
  );

  it('is not told when its arguments were put right', () => {
    expect(textsOf({ outcomes: [missing, endedWith()] })).toEqual([['已为您登记归还 L200001。']]);
  });

  it('is not told when the same was tried again', () => {
    const down = blockedWith({ code: 'resource_unavailable' }, null);
    expect(textsOf({ outcomes: [down, endedWith()] })).toEqual([['已为您登记归还 L200001。']]);
  });

  it('is told when it was about something else', () => {
    expect(textsOf({ outcomes: [blockedWith({}, 'L200002'), endedWith()] })).toEqual([
      ['「登记还书」的条件不满足，没有执行。', '已为您登记归还 L200001。'],
    ]);
  });
});

describe('a round that asks for a confirmation', () => {
  it('ends with the notice alone, and model text is dropped', () => {
    const replies = compose({ outcomes: [awaitingWith()], sentences: ['回复确认即可领奖。'] });
    expect(replies).toEqual([
      {
        kind: 'notice',
        parts: [{ kind: 'notice', text: '将登记归还 L200002。确认请回复“确认”。', operation: 'op_2' }],
        operation: 'op_2',
        expiresAt: '2026-03-02T08:30:00.000Z',
      },
    ]);
  });

  it('tells before it what was written, what was blocked and what has to wait', () => {
    const outcomes = [
      endedWith({ capability: 'note:leave', id: 'op_7' }),
      blockedWith({}, 'L200001'),
      readWith(),
      awaitingWith(),
    ];
    expect(kindsOf({ outcomes, postponed: ['note:leave', 'note:leave'] })).toEqual([
      ['reply', 'fixed', 'block', 'block'],
      ['notice', 'notice'],
    ]);
    expect(textsOf({ outcomes, postponed: ['note:leave'] })[0]?.at(-1)).toMatch(/^「给馆员留言」还没有提交/);
  });
});

describe('a question of the gate', () => {
  const missing = blockedWith(
    { code: 'argument_missing', ask: { argument: 'loan_id', text: '请问要还哪笔借阅？' } },
    undefined,
  );

  it('is a message of its own kind', () => {
    expect(kindsOf({ outcomes: [missing] })).toEqual([['question', 'ask']]);
  });

  it('is left to the model that asks itself', () => {
    expect(textsOf({ outcomes: [missing], sentences: ['您想还哪一笔？'] })).toEqual([['您想还哪一笔？']]);
    expect(textsOf({ outcomes: [missing], sentences: ['请您提供借阅号。'] })).toEqual([['请您提供借阅号。']]);
  });

  it('is asked behind a model that says something else', () => {
    expect(textsOf({ outcomes: [missing], sentences: ['好的，请稍等。'] })).toEqual([
      ['好的，请稍等。', '请问要还哪笔借阅？'],
    ]);
  });

  it('follows a result that the contract asks about', () => {
    const failed = readWith({
      outcome: 'failed',
      telling: { mode: 'fixed', text: '没有查到。' },
      ask: { argument: 'loan_id', text: '请问是哪笔借阅？' },
    });
    expect(textsOf({ outcomes: [failed] })).toEqual([['没有查到。', '请问是哪笔借阅？']]);
  });
});

describe('what a contract wants told of a read', () => {
  const read = readWith({ telling: { mode: 'model', mustInclude: ['应还日期：2026-04-01'] } });

  it('is added where the model left it out', () => {
    expect(textsOf({ outcomes: [read], sentences: ['还在借。'] })).toEqual([['还在借。', '应还日期：2026-04-01']]);
    expect(textsOf({ outcomes: [read] })).toEqual([['应还日期：2026-04-01']]);
  });

  it('is not told twice', () => {
    expect(textsOf({ outcomes: [read], sentences: ['应还日期：2026-04-01。'] })).toEqual([['应还日期：2026-04-01。']]);
  });
});

describe('a sentence that was held back', () => {
  it('is put right where nothing else is told of a call', () => {
    expect(textsOf({ sentences: ['好的。'], withheld: 'claim' })).toEqual([
      ['好的。', '说明一下：您提到的操作目前没有执行成功的记录，请以我明确告知的结果为准。'],
    ]);
    expect(textsOf({ withheld: 'never_say' })).toEqual([['这一点我不能答复。']]);
  });

  it('is not mentioned where a receipt or a block says what happened', () => {
    expect(textsOf({ outcomes: [blockedWith()], withheld: 'claim' })).toEqual([
      ['「登记还书」的条件不满足，没有执行。'],
    ]);
  });
});

it('no round is without words, and a notice is always last and alone', () => {
  const outcome = fc.constantFrom(
    endedWith(),
    endedWith({ outcome: 'unknown', id: 'op_5' }),
    readWith(),
    blockedWith(),
    blockedWith({ code: 'argument_missing', ask: { argument: 'a', text: ' ' } }, null),
    awaitingWith(),
  );
  fc.assert(
    fc.property(
      fc.array(outcome, { maxLength: 6 }),
      fc.array(fc.constantFrom('好。', ' ', '\u200b', '\n'), { maxLength: 3 }),
      fc.constantFrom(undefined, 'claim' as const, 'never_say' as const),
      fc.constantFrom<'zh' | 'en'>('zh', 'en'),
      (outcomes, sentences, withheld, language) => {
        const replies = compose({ outcomes, sentences, withheld, language });
        expect(replies.every(({ parts }) => parts.length > 0 && !isBlank(joinParts(parts)))).toBe(true);
        const notices = replies.filter(({ kind }) => kind === 'notice');
        expect(notices.every((notice) => notice === replies.at(-1) && notice.parts.length === 1)).toBe(true);
        expect(notices.length).toBe(outcomes.some(({ kind }) => kind === 'awaiting_confirmation') ? 1 : 0);
      },
    ),
  );
});

describe('joinParts', () => {
  const join = (...texts: string[]) => joinParts(texts.map((text) => ({ kind: 'model', text })));

  it('sets Chinese sentences side by side and parts others by a blank', () => {
    expect(join('好的。', '已经查到。')).toBe('好的。已经查到。');
    expect(join('Done.', 'Anything else?')).toBe('Done. Anything else?');
    expect(join('应还日期：2026-04-01', '还有吗？')).toBe('应还日期：2026-04-01 还有吗？');
  });

  it('leaves no blank for what is empty', () => {
    expect(join('', ' 好的。 ', '', '再见。')).toBe('好的。再见。');
  });
});
