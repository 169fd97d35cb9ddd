import { describe, expect, it } from 'vitest';
import { deskRelease, openBench, replaceIn, textOf } from './testing/index.ts';

const OVERRIDES = `overrides:
  loan_return:
    notice: { zh: '要归还 {{ args.loan_id }} 吗？' }
    ask.loan_id: { zh: 您要还哪一笔？ }
    say.already_returned: { zh: '{{ args.loan_id }} 早就还好啦。' }
    text.returned: { zh: '{{ args.loan_id }} 收到啦，谢谢。' }
  loan_get:
    text.not_found: { zh: '找不到 {{ args.loan_id }} 呢。' }
`;
const release = deskRelease((files) =>
  replaceIn(
    files,
    'assets/library.yaml',
    'id: house_replies\nversion: 1.0.0\n',
    `id: house_replies\nversion: 1.0.0\n${OVERRIDES}`,
  ),
);
const calls = (name: string, input: object) => ({ calls: [{ name, input: input as never }] });
const RETURN = calls('loan__return', { loan_id: 'L200001' });

describe('a business words the texts of a contract itself', () => {
  it('in the notice and in what is told of the result', async () => {
    const bench = await openBench({ release, script: [RETURN] });
    expect((await bench.say('我要还书 L200001')).at(-1)?.text).toBe('要归还 L200001 吗？');
    expect(textOf(await bench.say('确认'))).toBe('L200001 收到啦，谢谢。');
  });

  it('in a question', async () => {
    const bench = await openBench({ release, script: [calls('loan__return', {}), ''] });
    expect(textOf(await bench.say('我要还书'))).toContain('您要还哪一笔？');
  });

  it('in why something was not done', async () => {
    const bench = await openBench({ release, script: [RETURN, ''] });
    bench.system.loans.set('L200001', { holder: 'reader-1', state: 'returned', due: '2026-04-01' });
    expect(textOf(await bench.say('我要还书 L200001'))).toContain('L200001 早就还好啦。');
  });

  it('in what is told of a failure', async () => {
    const bench = await openBench({ release, script: [calls('loan__get', { loan_id: 'L299999' }), ''] });
    expect(textOf(await bench.say('看看借阅 L299999'))).toContain('找不到 L299999 呢。');
  });

  it('and leaves the contract’s own in a language that it lacks', async () => {
    const bench = await openBench({ release, script: [RETURN] });
    expect((await bench.say('I want to return L200001')).at(-1)?.text).toContain('Loan L200001 will be returned.');
    expect(textOf(await bench.say('confirm'))).toBe('Loan L200001 has been returned.');
  });
});
