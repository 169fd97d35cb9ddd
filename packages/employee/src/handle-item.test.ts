import { createRedactor } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import { deskRelease, openBench, replaceIn, textOf } from './testing/index.ts';

const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };
const returning = (loan_id: string) => ({ name: 'loan__return', input: { loan_id } });
const whyNot = (capability: string) => ({ calls: [{ name: 'why_not', input: { capability } }] });

async function ends(bench: Awaited<ReturnType<typeof openBench>>) {
  return (await bench.entries()).filter(({ kind }) => kind === 'employee.round_ended').map(({ data }) => data);
}

async function decisions(bench: Awaited<ReturnType<typeof openBench>>) {
  return (await bench.entries()).filter(({ kind }) => kind === 'gate.decision').map(({ data }) => data);
}

describe('an opened conversation', () => {
  it('is greeted once, in the words of the business, and as by an AI', async () => {
    const bench = await openBench();
    await bench.accept('opened');
    expect(await bench.work()).toMatchObject([
      { kind: 'greeting', text: '您好，这里是图书馆，我是伊达。我是人工智能（AI）员工，不是真人。' },
    ]);
    await bench.accept('opened');
    expect(await bench.work()).toEqual([]);
    expect(await ends(bench)).toMatchObject([{ end: 'greeted' }, { end: 'already_greeted' }]);
  });

  it('is greeted by the engine where the text cannot be rendered', async () => {
    const release = deskRelease((files) =>
      replaceIn(files, 'assets/library.yaml', 'employee.display_name', 'contact.nothing'),
    );
    const bench = await openBench({ release });
    await bench.accept('opened');
    expect(textOf(await bench.work())).toBe('您好，我是伊达。我是人工智能（AI）员工，不是真人。');
  });
});

describe('the first reply of a conversation', () => {
  it('says that an AI writes, and no later one does', async () => {
    const bench = await openBench({ script: () => '好的。' });
    expect(textOf(await bench.say('你好'))).toBe('我是人工智能（AI）员工，不是真人。好的。');
    expect(textOf(await bench.say('你好'))).toBe('好的。');
  });

  it('says so in a message of its own before a notice', async () => {
    const bench = await openBench({ script: [RETURN] });
    expect((await bench.say('我要还书 L200001')).map(({ kind, text }) => [kind, text])).toEqual([
      ['reply', '我是人工智能（AI）员工，不是真人。'],
      ['notice', '将登记归还 L200001。确认请回复“确认”。'],
    ]);
  });
});

describe('a yes', () => {
  it('to the notice shown last executes once, and a second one nothing', async () => {
    const bench = await openBench({ script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect(textOf(await bench.say('确认'))).toBe('已为您登记归还 L200001。');
    expect(textOf(await bench.say('确认'))).toBe(
      '目前没有等待您确认的操作，我没有执行任何新的操作。上一次的结果：已为您登记归还 L200001。',
    );
    expect(bench.system.effects.size).toBe(1);
    expect(bench.model.calls).toHaveLength(1);
  });

  it('is no bare 好的, which the model answers', async () => {
    const bench = await openBench({ script: [RETURN, '请回复“确认”。'] });
    await bench.say('我要还书 L200001');
    expect(textOf(await bench.say('好的'))).toBe('请回复“确认”。');
    expect(bench.system.effects.size).toBe(0);
  });

  it('after another reply shows the notice again and runs nothing', async () => {
    const bench = await openBench({ script: [RETURN, '馆里开放到九点。'] });
    await bench.say('我要还书 L200001');
    await bench.say('开到几点？');
    expect(await bench.say('确认')).toMatchObject([{ kind: 'notice' }]);
    expect(bench.system.effects.size).toBe(0);
    await bench.say('确认');
    expect(bench.system.effects.size).toBe(1);
  });

  it('that was written before the notice came does not answer another message', async () => {
    const bench = await openBench({ script: [RETURN, '馆里开放到九点。'] });
    for (const text of ['我要还书 L200001', '开到几点？', '确认']) await bench.accept('message', { text });
    expect((await bench.work()).map(({ kind }) => kind)).toEqual(['reply', 'notice', 'reply', 'notice']);
    expect(bench.system.effects.size).toBe(0);
  });

  it('to a question of the model goes to the model', async () => {
    const bench = await openBench({ script: ['需要我帮您查借阅吗？', '好的，请告诉我借阅号。'] });
    await bench.say('你好');
    expect(textOf(await bench.say('是的'))).toBe('好的，请告诉我借阅号。');
  });

  it('in another language is answered in it, and executes what was shown', async () => {
    const bench = await openBench({ script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect(textOf(await bench.say('Yes, please go ahead'))).toBe('Loan L200001 has been returned.');
  });
});

describe('a no', () => {
  it('ends what was asked, and a later yes runs nothing', async () => {
    const bench = await openBench({ script: [RETURN] });
    await bench.say('我要还书 L200001');
    expect(textOf(await bench.say('不用了'))).toBe('按您的意思，「登记还书」没有执行。');
    expect(textOf(await bench.say('确认'))).toMatch(/^目前没有等待您确认的操作/);
    expect(bench.system.effects.size).toBe(0);
    expect((await ends(bench))[1]).toMatchObject({ end: 'declined' });
  });
});

describe('a button', () => {
  it('confirms its own notice, whatever was said since', async () => {
    const bench = await openBench({ script: [RETURN, '馆里开放到九点。'] });
    const notice = (await bench.say('我要还书 L200001')).at(-1)!;
    await bench.say('开到几点？');
    expect(textOf(await bench.press(notice.operation!, 'confirm'))).toBe('已为您登记归还 L200001。');
    expect(textOf(await bench.press(notice.operation!, 'confirm'))).toMatch(/没有重复执行|没有执行/);
    expect(bench.system.effects.size).toBe(1);
  });

  it.each(['op_none', '', 'constructor'])(
    'of no operation (%j) runs nothing, and does not say that nothing waits',
    async (operation) => {
      const bench = await openBench({ script: [RETURN] });
      await bench.say('我要还书 L200001');
      const text = textOf(await bench.press(operation, 'confirm'));
      expect(text).toBe('这个按钮对应的操作已经不在等待确认，我没有执行任何新的操作。');
      expect(textOf(await bench.press(operation, 'decline'))).toBe(text);
      expect(bench.system.effects.size).toBe(0);
    },
  );

  it('of another conversation, also of the same contact, runs nothing', async () => {
    const bench = await openBench({ script: [RETURN] });
    const notice = (await bench.say('我要还书 L200001')).at(-1)!;
    const row = await bench.store.row('operations', notice.operation!);
    const elsewhere = { ...(row as object), conversation: 'conv_other' };
    const store = { ...bench.store, row: async () => elsewhere as never };
    const text = textOf(await bench.press(notice.operation!, 'confirm', { context: { store } }));
    expect(text).toMatch(/^这个按钮对应的操作已经不在等待确认/);
    expect(bench.system.effects.size).toBe(0);
  });
});

describe('several writes in one step', () => {
  it('stand in one notice that names each, and what needs no yes is done', async () => {
    const note = { name: 'note__leave', input: { text: '谢谢' } };
    const bench = await openBench({ script: [{ calls: [returning('L200001'), returning('L200002'), note] }] });
    const sent = await bench.say('我要还书 L200001 和 L200002，并留言谢谢');
    expect(sent.at(-1)).toMatchObject({
      kind: 'notice',
      operation: null,
      operations: [expect.any(String), expect.any(String)],
    });
    expect(sent.at(-1)?.text.split('\n')).toEqual([
      '有 2 件事请您确认：',
      '1. 将登记归还 L200001。确认请回复“确认”。',
      '2. 将登记归还 L200002。确认请回复“确认”。',
      '全部同意请回复“确认”；只同意其中几件，请回复编号，例如“1”或“1和2”；都不需要请回复“不用了”。',
    ]);
    expect(bench.system.notes).toEqual(['谢谢']);
    expect(bench.system.effects.size).toBe(1);
  });

  it('that are the same are one', async () => {
    const bench = await openBench({ script: [{ calls: [returning('L200001'), returning('L200001')] }] });
    const sent = await bench.say('我要还书 L200001');
    expect(textOf(sent)).not.toContain('还没有提交');
    expect(sent.at(-1)?.kind).toBe('notice');
  });

  it('are told, what ran and what was blocked, before the notice', async () => {
    const note = { name: 'note__leave', input: { text: '谢谢' } };
    const bench = await openBench({ script: [{ calls: [note, returning('L300003'), returning('L200001')] }] });
    const [first, second] = await bench.say('留言谢谢，还书 L300003、L200001');
    expect(first?.text).toMatch(/“给馆员留言”已经完成。借阅 L300003 不在您名下。$/);
    expect(second).toMatchObject({ kind: 'notice', operation: expect.any(String) });
  });
});

describe('why_not', () => {
  it('puts on record what is held back, and the customer hears the boundary', async () => {
    const bench = await openBench({ script: [whyNot('card:check'), ''] });
    expect(textOf(await bench.say('我的借书证还有效吗'))).toMatch(/「查询借书证」不在我负责的范围内，没有执行。$/);
    expect(await decisions(bench)).toMatchObject([
      { capability: 'card:check', verdict: 'block', boundary: 'installed' },
    ]);
  });

  it.each([
    ['loan:get', /"available","tool":"loan__get"/],
    ['constructor', /There is no such capability/],
    ['已为您归还', /There is no such capability/],
  ])('of %s puts nothing on record and nothing before the customer', async (capability, answer) => {
    const bench = await openBench({ script: [whyNot(capability), '好的。'] });
    expect(textOf(await bench.say('你好'))).toMatch(/好的。$/);
    expect(await decisions(bench)).toEqual([]);
    expect(JSON.stringify(bench.model.calls[1]?.prompt)).toMatch(answer);
  });
});

describe('an error on the way', () => {
  it('leaves nobody unanswered, is on record without secrets, and known to the operator', async () => {
    const bench = await openBench();
    const store = { ...bench.store, rows: async () => Promise.reject(new Error('no rows with token-123456')) };
    const redactor = createRedactor({ token: 'token-123456' });
    const sent = await bench.say('你好', { context: { store, redact: (value) => redactor.redact(value) } });
    expect(textOf(sent)).toMatch(/处理您的消息时出了问题/);
    expect(await ends(bench)).toMatchObject([{ end: 'failed', problem: 'no rows with [redacted:token]' }]);
    expect(bench.problems).toHaveLength(1);
    expect(await bench.store.inbox(bench.conversation)).toEqual([]);
  });

  it('in a call that may have left is told as a doubt, and settled', async () => {
    const bench = await openBench({ script: [RETURN] });
    await bench.say('我要还书 L200001');
    bench.system.onCall = ({ capability }) => {
      if (capability === 'loan:return') throw new Error('the process is confused');
    };
    expect(textOf(await bench.say('确认'))).toMatch(/还不知道有没有成功|没有成功/);
    expect((await bench.state()).executing.size).toBe(0);
  });

  it('that lasts keeps nobody waiting, and what was done is told once it is over', async () => {
    const bench = await openBench({
      script: [{ calls: [{ name: 'note__leave', input: { text: '谢谢' } }] }, '好的。'],
    });
    await bench.say('留言谢谢', { dieBefore: 4 }).catch(() => undefined);
    const store = { ...bench.store, rows: async () => Promise.reject(new Error('no rows')) };
    expect(textOf(await bench.work({ context: { store } }))).toMatch(/处理您的消息时出了问题/);
    const later = await bench.say('你好');
    expect(textOf(later)).toMatch(/“给馆员留言”的请求已经发出/);
    expect(textOf(later)).toMatch(/好的。$/);
    expect(bench.system.notes).toEqual(['谢谢']);
  });

  it('leaves the item to whoever takes over, when the lease is lost', async () => {
    const bench = await openBench({ script: () => '好的。' });
    const lost = AbortSignal.abort(new Error('the lease was lost'));
    await expect(bench.say('你好', { context: { signal: lost } })).rejects.toThrow('the lease was lost');
    expect(await bench.store.inbox(bench.conversation)).toHaveLength(1);
    expect(textOf(await bench.work())).toMatch(/好的。$/);
  });

  it('in opening or in a timer says nothing, and the timer comes again', async () => {
    const bench = await openBench({ script: [RETURN] });
    const row = async () => Promise.reject(new Error('no row'));
    await bench.accept('opened');
    expect(await bench.work({ context: { store: { ...bench.store, row } } })).toEqual([]);
    await bench.say('我要还书 L200001');
    bench.system.faults.set('loan:return', ['answer_lost']);
    await bench.say('确认');
    bench.clock.advance(6_000);
    expect(await bench.claimTimers()).toBe(1);
    expect(await bench.work({ context: { store: { ...bench.store, row } } })).toEqual([]);
    bench.clock.advance(3_600_000);
    expect(await bench.claimTimers()).toBe(1);
    expect(textOf(await bench.work())).toMatch(/已为您登记归还 L200001|已核实/);
  });
});

describe('a model', () => {
  it.each([
    ['says nothing', ['', ''], /没有完全明白您的意思。我可以帮您：查找图书、查询借阅、登记还书、给馆员留言。$/],
    ['says what nobody sees', ['\u200b\n', ' '], /没有完全明白您的意思/],
    ['cannot be reached', [{ error: { status: 400 } }], /暂时出了问题/],
    [
      'says nothing about what it read',
      [{ calls: [{ name: 'book__find', input: { words: '茶' } }] }, '', ''],
      /我没能给出答复/,
    ],
    ['claims what did not happen', ['已为您归还。'], /目前没有执行成功的记录/],
    ['calls on and on', () => ({ calls: [{ name: 'book__find', input: { words: '茶' } }] }), /我先停在这里/],
  ] as const)('that %s leaves nobody without an answer', async (_, script, says) => {
    const bench = await openBench({ script });
    expect(textOf(await bench.say('有关于茶的书吗'))).toMatch(says);
  });

  it('that has no room for the message gives the way out', async () => {
    const bench = await openBench({
      context: { modelOptions: { windowTokens: 4_000, maxIterations: 3, errorHandling: 'stop' } },
    });
    expect(textOf(await bench.say('书'.repeat(6_000)))).toMatch(/太长.*缩短|没有给对话留下足够的空间/);
  });

  it('says its part of the answer in progress only as what it does', async () => {
    const progress: unknown[] = [];
    const bench = await openBench({
      script: ['已为您归还。'],
      context: { onProgress: (event) => progress.push(event) },
    });
    await bench.say('你好');
    expect(progress.length).toBeGreaterThan(0);
    expect(JSON.stringify(progress)).not.toContain('归还');
  });
});
