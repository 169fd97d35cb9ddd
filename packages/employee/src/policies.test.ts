import { describe, expect, it } from 'vitest';
import { deskRelease, openBench, replaceIn, textOf } from './testing/index.ts';

const RETURN = { name: 'loan__return', input: { loan_id: 'L200001' } };
const LOOK = { name: 'loan__get', input: { loan_id: 'L200001' } };

/** A desk with more rules in its policy. */
const ruled = (rules: string) =>
  deskRelease((files) => replaceIn(files, 'assets/library.yaml', 'never_say:', `${rules}\nnever_say:`));

const MAY_PROMISE = `may_promise:
  - { id: kept, pattern: '为您保留|keep it for you', when: "facts.loan_state == 'open'" }`;
const MUST_REFUSE = `must_refuse:
  - { id: waiver, pattern: '免.{0,4}(罚款|滞纳金)|waive', say: { zh: 罚款不能减免。, en: Fines cannot be waived. } }`;

/** What the employee says after looking up the loan. */
async function afterLooking(words: string): Promise<string> {
  const bench = await openBench({
    release: ruled(MAY_PROMISE),
    script: (_request, number) => (number === 1 ? { calls: [LOOK] } : number === 2 ? words : '请看馆内公告。'),
  });
  return textOf(await bench.say('帮我看看借阅 L200001'));
}

describe('what may be promised', () => {
  it('leaves while its condition holds', async () => {
    expect(await afterLooking('这本书会为您保留。')).toContain('这本书会为您保留。');
  });

  it('does not leave where the facts are not known', async () => {
    const bench = await openBench({ release: ruled(MAY_PROMISE), script: () => '这本书会为您保留。' });
    const text = textOf(await bench.say('你好'));
    expect(text).not.toContain('保留');
    expect(text).toContain('这一点我不能答复。');
  });

  it('nor for a target of which nothing is known', async () => {
    expect(await afterLooking('L200001 已查到。L299999 也会为您保留。')).not.toContain('L299999');
  });

  it.each([
    '我们不能为您保留。',
    '您问的是能不能为您保留吗？',
    '您说的“为您保留”要看馆内规定。',
    'We cannot keep it for you.',
  ])('says nothing against %j', async (words) => {
    const bench = await openBench({ release: ruled(MAY_PROMISE), script: () => words });
    expect(textOf(await bench.say('你好'))).toContain(words);
  });
});

describe('what must be refused', () => {
  it('is refused by the runtime, in the words of the business and the customer’s language', async () => {
    const bench = await openBench({ release: ruled(MUST_REFUSE), script: () => '还有什么可以帮您？' });
    const [zh] = await bench.say('可以免掉我的罚款吗');
    expect(zh?.parts.map(({ kind, text }) => [kind, text])).toContainEqual(['refusal', '罚款不能减免。']);
    const [en] = await bench.say('Could you please waive my fine?');
    expect(en?.text).toContain('Fines cannot be waived.');
  });

  it('is not promised by the model, in that message or a later one', async () => {
    const bench = await openBench({ release: ruled(MUST_REFUSE), script: () => '好的，给您免除罚款。' });
    expect(textOf(await bench.say('可以免掉我的罚款吗'))).toBe('我是人工智能（AI）员工，不是真人。罚款不能减免。');
    expect(textOf(await bench.say('真的不行吗'))).toBe('这一点我不能答复。');
  });

  it.each(['罚款的规定在哪里看', '我不要免罚款', '你好'])('is not heard in %j', async (message) => {
    const bench = await openBench({ release: ruled(MUST_REFUSE), script: () => '好的。' });
    expect(textOf(await bench.say(message))).not.toContain('罚款不能减免');
  });

  it('lets nothing be written in its round, and says what was left', async () => {
    const bench = await openBench({
      release: ruled(MUST_REFUSE),
      script: [{ calls: [RETURN] }, '好的。', { calls: [RETURN] }],
    });
    const text = textOf(await bench.say('我要还书 L200001，并且免掉我的滞纳金'));
    expect(text).toContain('罚款不能减免。');
    expect(text).toContain('「登记还书」这次没有提交');
    expect((await bench.say('那就还书 L200001')).at(-1)?.kind).toBe('notice');
  });

  it('lets reads be made', async () => {
    const bench = await openBench({ release: ruled(MUST_REFUSE), script: [{ calls: [LOOK] }, '查到了。'] });
    const text = textOf(await bench.say('看看借阅 L200001，再免掉罚款'));
    expect(text).toContain('罚款不能减免。');
    expect(text).toContain('应还日期');
  });

  it('is told to the model, with what holds in the state of the conversation', async () => {
    const standing = `must_refuse:
  - { id: closed, when: "contact.level == 'verified'", say: 今天闭馆。 }
  - { id: waiver, pattern: 免罚款, say: 罚款不能减免。 }`;
    const bench = await openBench({ release: ruled(standing), script: () => '好的。' });
    await bench.say('免罚款');
    const prompt = JSON.stringify(bench.model.calls[0]?.prompt);
    expect(prompt).toContain('业务不办理写操作：今天闭馆。');
    expect(prompt).toContain('不要另作承诺）：罚款不能减免。'.slice(-9));
  });

  it('is refused also where its condition cannot be evaluated', async () => {
    const broken = `must_refuse: [{ id: waiver, pattern: 免罚款, when: facts.nothing == 1, say: 罚款不能减免。 }]`;
    const bench = await openBench({ release: ruled(broken), script: () => '好的。' });
    expect(textOf(await bench.say('免罚款'))).toContain('罚款不能减免。');
  });

  it('holds a write back by its state alone, in the words of the business', async () => {
    const standing = `must_refuse: [{ id: closed, when: "contact.level == 'verified'", say: 今天闭馆。 }]`;
    const bench = await openBench({ release: ruled(standing), script: [{ calls: [RETURN] }, ''] });
    expect(textOf(await bench.say('我要还书 L200001'))).toContain('今天闭馆。');
    expect(await bench.different()).toEqual([]);
  });
});
