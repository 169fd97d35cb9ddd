import { describe, expect, it } from 'vitest';
import { deskRelease, openBench, replaceIn, textOf } from './testing/index.ts';

const PACKS = `packs:
  thanks:
    use_when: [读者道谢]
    variables: { who: employee.display_name }
    candidates:
      - { zh: '不客气，{{ who }}随时为您服务。', en: 'You are welcome, says {{ who }}.' }
      - { zh: 保证明天到馆。 }
  loan:
    use_when: [读者问起刚查过的借阅]
    variables: { state: facts.loan_state }
    candidates: [{ zh: '这笔借阅的状态是 {{ state }}。' }]
`;
const ready = deskRelease((files) =>
  replaceIn(
    files,
    'assets/library.yaml',
    'id: house_replies\nversion: 1.0.0\n',
    `id: house_replies\nversion: 1.0.0\n${PACKS}`,
  ),
);
const use = (pack: string, candidate: unknown) => ({
  calls: [{ name: 'use_reply', input: { pack, candidate } as never }],
});
const AI = '我是人工智能（AI）员工，不是真人。';

async function results(bench: Awaited<ReturnType<typeof openBench>>) {
  const entries = (await bench.entries()).filter(({ kind }) => kind === 'kernel.results');
  return JSON.stringify(entries.map(({ data }) => data));
}

describe('a reply pack', () => {
  it('is offered with its situation and candidates', async () => {
    const bench = await openBench({ release: ready, script: () => '好的。' });
    await bench.say('你好');
    const tool = bench.model.calls[0]?.tools?.find(({ name }) => name === 'use_reply');
    expect(JSON.stringify(tool)).toContain('thanks: 读者道谢');
    expect(JSON.stringify(tool)).toContain('1. 不客气，{{ who }}随时为您服务。');
  });

  it('is sent word for word, with its variables filled in', async () => {
    const bench = await openBench({ release: ready, script: [use('thanks', 1), ''] });
    const [sent] = await bench.say('谢谢');
    expect(sent?.parts.map(({ kind, text }) => [kind, text])).toContainEqual(['pack', '不客气，伊达随时为您服务。']);
    expect(sent?.text).toBe(`${AI}不客气，伊达随时为您服务。`);
  });

  it('is sent in the language of the contact’s last message', async () => {
    const bench = await openBench({ release: ready, script: [use('thanks', 1), ''] });
    expect(textOf(await bench.say('Thank you very much'))).toContain('You are welcome, says Ida.');
  });

  it('is not told again by the model in the same words', async () => {
    const bench = await openBench({ release: ready, script: [use('thanks', 1), '不客气，伊达随时为您服务。'] });
    expect(textOf(await bench.say('谢谢'))).toBe(`${AI}不客气，伊达随时为您服务。`);
  });

  it('sees the facts of the task that was worked on last', async () => {
    const look = { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] };
    const bench = await openBench({ release: ready, script: [look, use('loan', 1), ''] });
    expect(textOf(await bench.say('看看借阅 L200001'))).toContain('这笔借阅的状态是 open。');
  });

  it.each([
    ['whose variable is not known', use('loan', 1), 'loan_state'],
    ['that says what may not be said', use('thanks', 2), 'may not be sent'],
    ['that does not exist', use('praise', 1), 'There is no pack'],
    ['without such a candidate', use('thanks', 3), 'There is no such candidate'],
    ['without a number', use('thanks', 'first'), 'There is no such candidate'],
  ])('%s is not sent, and the model is told', async (_, call, reason) => {
    const bench = await openBench({ release: ready, script: [call, '好的。'] });
    expect(textOf(await bench.say('谢谢'))).toBe(`${AI}好的。`);
    expect(await results(bench)).toContain(reason);
  });

  it('gives way to a notice', async () => {
    const call = { calls: [...use('thanks', 1).calls, { name: 'loan__return', input: { loan_id: 'L200001' } }] };
    const bench = await openBench({ release: ready, script: [call] });
    expect(textOf(await bench.say('谢谢，我要还书 L200001'))).not.toContain('不客气');
  });
});
