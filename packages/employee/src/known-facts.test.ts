import { describe, expect, it } from 'vitest';
import { openBench } from './testing/employee-bench.ts';
import { deskRelease, replaceIn } from './testing/library-desk.ts';

const get = (input: Record<string, string>) => ({ calls: [{ name: 'loan__get', input }] });

/** Looking a loan up takes the reader's card as well, which becomes a fact of the loan's task. */
const withCard = (more = '') =>
  deskRelease((files) => {
    const tasks = 'assets/tasks/loan-desk.yaml';
    replaceIn(
      files,
      tasks,
      '    loan_id: { schema',
      `    card: { schema: { type: string }${more} }\n    loan_id: { schema`,
    );
    const file = 'assets/capabilities/loan-get.yaml';
    const card =
      "  card: { schema: { type: string, pattern: '^C\\d{4}$$' }, required: true, fact: card, origin: [customer], label: { zh: 读者证 }, ask: { zh: 请问读者证号？ } }";
    replaceIn(files, file, 'arguments:\n', `arguments:\n${card}\n`);
    const returning = 'assets/capabilities/loan-return.yaml';
    replaceIn(
      files,
      returning,
      'arguments: { loan_id: args.loan_id }',
      'arguments: { loan_id: args.loan_id, card: "\'C0001\'" }',
    );
    replaceIn(
      files,
      returning,
      'read_back: { capability: loan:get, arguments: { loan_id: args.loan_id }',
      'read_back: { capability: loan:get, arguments: { loan_id: args.loan_id, card: "\'C0001\'" }',
    );
  });

const sentFor = (bench: Awaited<ReturnType<typeof openBench>>) =>
  bench.system.calls.filter(({ capability }) => capability === 'loan:get').map(({ arguments: args }) => args);

describe('what the customer has proven for a loan', () => {
  it('is not asked for twice, and every decision comes out the same again', async () => {
    const bench = await openBench({
      release: withCard(),
      script: [get({ loan_id: 'L200001', card: 'C1234' }), '在借。', get({ loan_id: 'L200001' }), '还在借。'],
    });
    await bench.say('看看借阅 L200001，读者证 C1234');
    await bench.say('那 L200001 现在呢？');
    expect(sentFor(bench)).toEqual([
      { loan_id: 'L200001', card: 'C1234' },
      { loan_id: 'L200001', card: 'C1234' },
    ]);
    expect(await bench.different()).toEqual([]);
    const facts = (await bench.entries()).filter(
      ({ kind, data }) => kind === 'employee.fact_set' && data.fact === 'card',
    );
    expect(facts).toHaveLength(1);
  });

  it('is asked for again for another loan', async () => {
    const bench = await openBench({
      release: withCard(),
      script: [get({ loan_id: 'L200001', card: 'C1234' }), '在借。', get({ loan_id: 'L200002' }), '好的。'],
    });
    await bench.say('看看借阅 L200001，读者证 C1234');
    const [answer] = await bench.say('那 L200002 呢？');
    expect(answer?.text).toContain('请问读者证号？');
    expect(sentFor(bench)).toHaveLength(1);
  });

  it('is asked for again once it has expired', async () => {
    const bench = await openBench({
      release: withCard(', expires_in: 1h'),
      script: [get({ loan_id: 'L200001', card: 'C1234' }), '在借。', get({ loan_id: 'L200001' }), '好的。'],
    });
    await bench.say('看看借阅 L200001，读者证 C1234');
    bench.clock.advance(3_600_000);
    const [answer] = await bench.say('那 L200001 现在呢？');
    expect(answer?.text).toContain('请问读者证号？');
  });

  it('is replaced by a correction, which leads to what it was', async () => {
    const bench = await openBench({
      release: withCard(),
      script: [
        get({ loan_id: 'L200001', card: 'C1234' }),
        '在借。',
        get({ loan_id: 'L200001', card: 'C5678' }),
        '好的。',
        get({ loan_id: 'L200001' }),
        '在借。',
      ],
    });
    await bench.say('看看借阅 L200001，读者证 C1234');
    await bench.say('不对，读者证是 C5678');
    await bench.say('再看看 L200001');
    expect(sentFor(bench).map(({ card }) => card)).toEqual(['C1234', 'C5678', 'C5678']);
    const [first, second] = (await bench.entries()).filter(
      ({ kind, data }) => kind === 'employee.fact_set' && data.fact === 'card',
    );
    expect(second?.data).toMatchObject({ value: 'C5678', replaces: { from: first?.data.from, at: first?.at } });
  });
});

describe('several things under way', () => {
  it('stand before the model with subject, stage, since when and what is missing, the latest last', async () => {
    const bench = await openBench({
      script: [
        get({ loan_id: 'L200001' }),
        '在借。',
        get({ loan_id: 'L200002' }),
        '在借。',
        get({ loan_id: 'L200001' }),
        '在借。',
        '好的。',
      ],
    });
    await bench.say('看看借阅 L200001');
    bench.clock.advance(600_000);
    await bench.say('再看看 L200002');
    bench.clock.advance(600_000);
    bench.system.loans.set('L200001', { holder: 'reader-1', state: 'open', due: '2026-04-02' });
    await bench.say('回到 L200001，现在呢？');
    await bench.say('谢谢');
    const last = JSON.stringify(bench.model.calls.at(-1)?.prompt.at(-1));
    expect(last).toContain('客户可以回到较早的一件');
    expect(last).toMatch(/进行中的任务: loan_desk[^\\]*\\"L200001\\"[^\\]*\[open\] 自 2026-03-02 16:00/);
    const state = await bench.state();
    expect(state.instances.map(({ subject }) => subject)).toEqual(['L200001', 'L200002']);
  });
});

describe('a read that identifies', () => {
  it('counts for the rest of the conversation, and for no other', async () => {
    const release = deskRelease((files) => {
      const file = 'assets/capabilities/loan-get.yaml';
      replaceIn(
        files,
        file,
        "authorization: { scopes: [loans:read], require: contact.level == 'verified' }",
        'authorization: { scopes: [loans:read] }\nidentifies: { external_id: result.holder, level: verified }',
      );
      replaceIn(
        files,
        file,
        " && result.holder != contact.external_id', outcome: failed }",
        ' && result.holder == ""\', outcome: failed }',
      );
      replaceIn(
        files,
        file,
        " && result.holder == contact.external_id', outcome: succeeded }",
        ' && result.holder != ""\', outcome: succeeded }',
      );
    });
    const RETURN = { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] };
    const bench = await openBench({
      release,
      level: 'anonymous',
      script: [RETURN, '抱歉。', get({ loan_id: 'L200001' }), '在借。', RETURN, get({ loan_id: 'L300003' }), '好的。'],
    });
    expect((await bench.say('我要还书 L200001')).some(({ kind }) => kind === 'notice')).toBe(false);
    await bench.say('看看借阅 L200001');
    expect((await bench.state()).identity).toMatchObject({ external_id: 'reader-1', level: 'verified' });
    expect((await bench.say('我要还书 L200001')).some(({ kind }) => kind === 'notice')).toBe(true);
    const [told] = await bench.say('再看看 L300003');
    expect(told?.text).toContain('另一位客户');
    expect((await bench.state()).identity).toMatchObject({ external_id: 'reader-1' });
    expect(await bench.different()).toEqual([]);
    expect(JSON.stringify(bench.model.calls.at(-1)?.prompt)).toContain('客户身份：已核实');
  });
});
