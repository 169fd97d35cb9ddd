import { describe, expect, it } from 'vitest';
import {
  type BenchOptions,
  Died,
  deskRelease,
  type EmployeeBench,
  openBench,
  replaceIn,
  textOf,
  withPeople,
} from '../testing/index.ts';
import { DESK, DESK_OPEN } from './desk-projection.ts';

const MINUTE_MS = 60_000;
const WISH = { calls: [{ name: 'human__hand-over', input: { summary: '要退押金' } }] };
const NOTE = { calls: [{ name: 'note__leave', input: { text: '谢谢' } }] };
const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };
const MEANWHILE = '您可以继续留言，人工都看得到；在人工答复之前，我不会自动回复，也不会办理新的操作。';

async function open(
  script: BenchOptions['script'],
  edit: (files: Record<string, string>) => void = () => undefined,
): Promise<EmployeeBench> {
  const release = deskRelease((files) => {
    withPeople(files);
    edit(files);
  });
  return openBench({ release, ...(script ? { script } : {}) });
}

async function handedOver(script: BenchOptions['script'] = [WISH]): Promise<EmployeeBench> {
  const bench = await open(script);
  await bench.say('我要转人工');
  expect((await bench.state()).handOver).toMatchObject({ reason: 'wish' });
  return bench;
}

async function operator(bench: EmployeeBench, kind: 'take_over' | 'operator_message' | 'hand_back', data = {}) {
  await bench.accept(kind, { person: '王芳', ...data });
  return bench.work();
}

async function events(bench: EmployeeBench): Promise<readonly unknown[]> {
  return (await bench.entries()).filter(({ kind }) => kind === 'employee.event_raised').map(({ data }) => data);
}

async function laterBy(bench: EmployeeBench, ms: number): Promise<string> {
  bench.clock.advance(ms);
  await bench.claimTimers();
  return textOf(await bench.work());
}

describe('a conversation is handed over', () => {
  it('when the customer wishes it, told by the contract, with what holds meanwhile', async () => {
    const bench = await open([WISH]);
    expect(textOf(await bench.say('我要转人工'))).toBe(
      `我是人工智能（AI）员工，不是真人。已转接人工，请稍候。${MEANWHILE}`,
    );
    expect((await bench.state()).handOver).toMatchObject({ reason: 'wish', summary: '要退押金', person: undefined });
    expect(await events(bench)).toContainEqual({
      event: 'sys_hand_over_requested',
      payload: { conversation: bench.conversation, reason: 'wish', summary: '要退押金' },
    });
    // The round ends with it: the model was asked once.
    expect(bench.model.calls).toHaveLength(1);
  });

  it('when a result says so, after the result has been told', async () => {
    const bench = await open([NOTE], (files) =>
      replaceIn(
        files,
        'assets/capabilities/note-leave.yaml',
        'outcome: failed }',
        'outcome: failed, then: hand_over }',
      ),
    );
    bench.system.faults.set('note:leave', ['refused']);
    const text = textOf(await bench.say('留言谢谢'));
    expect(text).toContain('留言没有留成。');
    expect(text).toContain(`我把这个会话转给人工处理。${MEANWHILE}`);
    expect((await bench.state()).handOver).toMatchObject({ reason: 'contract', summary: '留言谢谢' });
  });

  it('when a policy says so about the customer’s words, before any model is asked', async () => {
    const bench = await open([], policy("{ id: complaint, pattern: '投诉|complain', say: { zh: 投诉由人来处理。 } }"));
    expect(textOf(await bench.say('我要投诉你们'))).toContain(`投诉由人来处理。我把这个会话转给人工处理。${MEANWHILE}`);
    expect(bench.model.calls).toHaveLength(0);
    const entry = (await bench.entries()).find(({ kind }) => kind === 'employee.handed_over');
    expect(entry?.data).toMatchObject({ reason: 'policy', rule: 'house_rules/complaint', summary: '我要投诉你们' });
  });

  it.each([
    ['holds', "contact.level == 'verified'", true],
    ['cannot be evaluated', "facts.loan_state == 'open'", true],
    ['does not hold', "contact.level == 'anonymous'", false],
  ])('by a condition that %s: %s → %s', async (_, when, expected) => {
    const bench = await open(['好的。'], policy(`{ id: rule, when: "${when}" }`));
    await bench.say('你好');
    expect((await bench.state()).handOver !== undefined).toBe(expected);
  });

  const LOOKED = { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] };
  const ON_LOAN = policy(`{ id: on_loan, when: "has(facts.loan_state) && facts.loan_state == 'open'" }`);

  it('when a fact that the round has found out meets a policy, with what its condition saw on record', async () => {
    const bench = await open([LOOKED, '在借。'], ON_LOAN);
    expect(textOf(await bench.say('查一下借阅 L200001'))).toContain('我把这个会话转给人工处理。');
    const entry = (await bench.entries()).find(({ kind }) => kind === 'employee.handed_over');
    expect(entry?.data).toMatchObject({
      rule: 'house_rules/on_loan',
      inputs: { bindings: { contact: { level: 'verified' } }, instances: [{ facts: { loan_state: 'open' } }] },
    });
  });

  it('not again by the same facts once a person has given it back, but by others', async () => {
    const other = { calls: [{ name: 'loan__get', input: { loan_id: 'L200002' } }] };
    const bench = await open([LOOKED, '在借。', '好的。', other, '在借。'], ON_LOAN);
    await bench.say('查一下借阅 L200001');
    await operator(bench, 'hand_back');
    expect(textOf(await bench.say('谢谢'))).toBe('好的。');
    await bench.say('那 L200002 呢');
    expect((await bench.state()).handOver).toMatchObject({ reason: 'policy' });
  });

  it('and what a policy leaves to a person is not the customer’s to give back', async () => {
    const bench = await open([], policy("{ id: complaint, pattern: '投诉' }"));
    await bench.say('我要投诉');
    expect(await laterBy(bench, 15 * MINUTE_MS)).toMatch(/人工暂时还没有答复.*请再等一等/);
    expect(await bench.say('继续')).toEqual([]);
    expect((await bench.state()).handOver).toBeDefined();
  });

  it('when three messages in a row came to nothing, and not before', async () => {
    const bench = await open(() => ({ throws: new Error('the model is away') }));
    await bench.say('一');
    await bench.say('二');
    expect((await bench.state()).handOver).toBeUndefined();
    expect(textOf(await bench.say('三'))).toContain(`我把这个会话转给人工处理。${MEANWHILE}`);
    expect((await bench.state()).handOver).toMatchObject({ reason: 'limit', summary: '三' });
  });

  it('an answer between them begins the count anew', async () => {
    let away = true;
    const bench = await open(() => (away ? { throws: new Error('away') } : '好的，我在。'));
    await bench.say('一');
    await bench.say('二');
    away = false;
    await bench.say('三');
    away = true;
    await bench.say('四');
    await bench.say('五');
    expect((await bench.state()).handOver).toBeUndefined();
  });

  it('not by failures where nobody could be asked for, unless the business says so', async () => {
    const script = () => ({ throws: new Error('away') });
    const alone = await openBench({ script });
    for (const text of ['一', '二', '三', '四']) await alone.say(text);
    expect((await alone.state()).handOver).toBeUndefined();
    const told = await openBench({
      script,
      release: deskRelease((files) =>
        replaceIn(files, 'assets/library.yaml', 'policies:', 'hand_over: { after_failed_rounds: 1 }\npolicies:'),
      ),
    });
    await told.say('一');
    expect((await told.state()).handOver).toMatchObject({ reason: 'limit' });
  });

  it.each([1, 2, 3, 4, 5])('also when the process dies before its commit %i', async (dieBefore) => {
    const bench = await open((_, number) => (number > 3 ? '好的。' : WISH));
    await expect(bench.say('我要转人工', { dieBefore })).rejects.toThrow(Died);
    const sent = await bench.work();
    const { handOver } = await bench.state();
    // A wish that never got its receipt is told as what it is: nothing has happened.
    if (dieBefore === 4) expect(textOf(sent)).toContain('没有成功');
    else expect(textOf(sent)).toContain(MEANWHILE);
    expect(handOver !== undefined).toBe(dieBefore !== 4);
    expect((await bench.entries()).filter(({ kind }) => kind === 'employee.handed_over').length).toBe(
      dieBefore === 4 ? 0 : 1,
    );
  });
});

describe('while a person has the conversation', () => {
  it('messages are recorded and left to them, and no model is asked', async () => {
    const bench = await handedOver();
    expect(await bench.say('有人吗')).toEqual([]);
    expect(await bench.say('押金什么时候退')).toEqual([]);
    expect(bench.model.calls).toHaveLength(1);
    expect((await bench.state()).said.map(({ text }) => text)).toEqual(['我要转人工', '有人吗', '押金什么时候退']);
  });

  it('a yes to what waits runs nothing, typed or pressed, and says so', async () => {
    const bench = await open([RETURN, WISH]);
    const [notice] = (await bench.say('我要还书 L200001')).slice(-1);
    expect(textOf(await bench.say('转人工'))).toContain('「登记还书」还在等您确认，没有办理。');
    const held = '这个会话现在由人工处理，您的确认没有触发任何操作，「登记还书」没有办理。';
    expect(textOf(await bench.say('确认'))).toBe(held);
    expect(textOf(await bench.press(String(notice?.operation), 'confirm'))).toBe(held);
    expect(bench.system.loans.get('L200001')?.state).toBe('open');
    // A yes to the person is theirs.
    await operator(bench, 'operator_message', { text: '我来帮您看看，可以吗？' });
    expect(await bench.say('可以，确认')).toEqual([]);
    // Given back, a yes shows the notice again, and the next one counts.
    expect(textOf(await operator(bench, 'hand_back'))).toContain('「登记还书」还没有办理');
    expect((await bench.say('确认')).at(-1)?.kind).toBe('notice');
    expect(textOf(await bench.say('确认'))).toContain('已为您登记归还 L200001。');
  });

  it('the customer is told when nobody came in time, once for each message without an answer', async () => {
    const bench = await handedOver();
    expect(await laterBy(bench, 15 * MINUTE_MS - 1)).toBe('');
    expect(await laterBy(bench, 1)).toMatch(/人工暂时还没有答复.*请回复“继续”/);
    expect(await laterBy(bench, 60 * MINUTE_MS)).toBe('');
    expect(await bench.say('还在吗？')).toEqual([]);
    expect(await laterBy(bench, 15 * MINUTE_MS)).toMatch(/人工暂时还没有答复/);
  });

  it('a person’s word in time keeps it quiet', async () => {
    const bench = await handedOver();
    await operator(bench, 'operator_message', { text: '您好，我是王芳。' });
    expect(await laterBy(bench, 60 * MINUTE_MS)).toBe('');
  });

  it.each(['继续', '请继续吧', '好的', 'continue', 'Please go on.'])(
    'a customer who was left alone may go on with the employee: %s',
    async (words) => {
      const bench = await handedOver([WISH, '您好。']);
      await laterBy(bench, 15 * MINUTE_MS);
      expect(textOf(await bench.say(words))).toMatch(/AI|AI employee/);
      expect((await bench.state()).handOver).toBeUndefined();
      expect(textOf(await bench.say('你好'))).toBe('您好。');
    },
  );

  it('the same words do nothing as long as nobody was missed', async () => {
    const bench = await handedOver();
    expect(await bench.say('继续')).toEqual([]);
    expect((await bench.state()).handOver).toBeDefined();
  });
});

describe('an operator', () => {
  it('takes over, writes as themselves and gives back; the employee goes on and knows what happened', async () => {
    const bench = await handedOver([WISH, '押金已经在处理了。']);
    expect(textOf(await operator(bench, 'take_over'))).toBe('人工客服 王芳 已接手这个会话。');
    const [word] = await operator(bench, 'operator_message', { text: '押金今天退。' });
    expect(word).toMatchObject({ kind: 'person', parts: [{ kind: 'person', text: '押金今天退。', person: '王芳' }] });
    await bench.say('好的，谢谢');
    const back = textOf(await operator(bench, 'hand_back', { note: '押金单号 88' }));
    expect(back).toBe('人工已把会话交还给我，我是 AI 员工伊达，接下来由我为您服务。请问接下来需要我做什么？');
    expect(textOf(await bench.say('押金怎么样了'))).toBe('押金已经在处理了。');
    const prompt = JSON.stringify(bench.model.calls.at(-1)?.prompt);
    expect(prompt).toContain('[rolecall] 人工客服 王芳 对客户说：押金今天退。');
    expect(prompt).toMatch(/这个会话由人工处理，原因：客户要求由人处理。/);
    expect(prompt).toContain('要办的事：要退押金');
    expect(prompt).toContain('经手人：王芳。');
    expect(prompt).toContain('期间客户写了 1 条，人工写了 1 条，见上文。');
    expect(prompt).toContain('交还时的备注：押金单号 88');
  });

  it('may take a conversation that nobody handed over, by writing in it', async () => {
    const bench = await open(['您好。']);
    await bench.say('你好');
    await operator(bench, 'operator_message', { text: '我来处理。' });
    expect((await bench.state()).handOver).toMatchObject({ reason: 'person', person: '王芳' });
    expect(await bench.say('好')).toEqual([]);
    expect(await laterBy(bench, 15 * MINUTE_MS)).toMatch(/人工暂时还没有答复/);
  });

  it('is no AI: their words carry no disclosure, and the employee’s first ones still do', async () => {
    const bench = await open(['您好。']);
    await bench.accept('operator_message', { person: '王芳', text: '您好！' });
    expect(textOf(await bench.work())).toBe('您好！');
    expect(textOf(await operator(bench, 'hand_back'))).toMatch(/^我是人工智能（AI）员工，不是真人。/);
  });

  it('is asked again in a conversation that was given back, by the same words too', async () => {
    const bench = await handedOver([WISH, WISH]);
    await operator(bench, 'hand_back');
    const text = textOf(await bench.say('我要转人工'));
    expect(text).toBe(`我把这个会话转给人工处理。${MEANWHILE}`);
    expect((await bench.state()).handOver).toMatchObject({ reason: 'wish' });
  });

  it.each([
    ['take_over', {}],
    ['operator_message', { person: '王芳', text: ' ' }],
    ['operator_message', { text: '没有名字' }],
    ['hand_back', { person: 7 }],
    ['follow_up_done', { person: '王芳' }],
  ] as const)('whose item %s is incomplete changes nothing: %o', async (kind, data) => {
    const bench = await handedOver();
    await bench.accept(kind, data);
    expect(await bench.work()).toEqual([]);
    const ended = (await bench.entries()).findLast((entry) => entry.kind === 'employee.round_ended');
    expect(ended?.data).toMatchObject({ end: 'operator_item_incomplete', problem: expect.stringContaining(kind) });
    expect((await bench.state()).handOver).toMatchObject({ reason: 'wish', person: undefined });
  });

  it('sees the hand-over on the desk, who took it, and since when the customer waits', async () => {
    const bench = await handedOver();
    const rows = async () => (await bench.store.rows(DESK, DESK_OPEN)).map(({ value }) => value);
    const at = '2026-03-02T08:00:00.000Z';
    const row = { kind: 'hand_over', conversation: bench.conversation, at, reason: 'wish', summary: '要退押金' };
    expect(await rows()).toEqual([{ ...row, person: null, waitingSince: at }]);
    await operator(bench, 'take_over');
    expect(await rows()).toEqual([{ ...row, person: '王芳', waitingSince: at }]);
    await operator(bench, 'operator_message', { text: '您好' });
    expect(await rows()).toEqual([{ ...row, person: '王芳', waitingSince: null }]);
    await operator(bench, 'hand_back');
    expect(await rows()).toEqual([]);
  });
});

function policy(rule: string): (files: Record<string, string>) => void {
  return (files) => replaceIn(files, 'assets/library.yaml', 'never_say:', `hand_over_when: [${rule}]\nnever_say:`);
}
