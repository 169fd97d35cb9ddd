import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../receipt.ts';
import { assetIn, type GateBench, sampleRelease } from '../testing/index.ts';
import { replayedBenches } from '../testing/replayed.ts';
import { confirmOperation } from './confirm-operation.ts';
import { proposeCall } from './propose-call.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };

async function shown(bench: GateBench, args = CLOSE) {
  await bench.say(`结束 ${args.loan_id}，看完了`);
  const outcome = await bench.propose('loan:close', args);
  if (outcome.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(outcome));
  return outcome.notice;
}

const closes = (bench: GateBench) => bench.system.calls.filter(({ capability }) => capability === 'loan:close');
const codeOf = (outcome: CallOutcome | undefined) => (outcome?.kind === 'blocked' ? outcome.code : outcome?.kind);

describe('a yes', () => {
  it('executes exactly what was shown, once', async () => {
    const bench = await open();
    const { operation } = await shown(bench);
    await bench.say('确认');
    expect(codeOf(await bench.confirm(operation))).toBe('ended');
    expect(codeOf(await bench.confirm(operation))).toBe('duplicate_operation');
    expect(codeOf(await bench.confirm(operation, 'button'))).toBe('duplicate_operation');
    expect(closes(bench)).toHaveLength(1);
  });

  it('leaves a receipt that can be read alone: what was shown, for what, on which facts and reads', async () => {
    const bench = await open();
    const { operation, text } = await shown(bench);
    await bench.confirm(operation, 'button');
    const answered = (await bench.gateEntries()).find(({ kind }) => kind === 'gate.confirmation_answered');
    expect(answered?.data).toMatchObject({
      answer: 'yes',
      by: 'button',
      shown: { text, language: 'zh' },
      arguments: { ...CLOSE, holder: 'reader-1' },
      facts: { loan_id: OWN },
      reads: { loan: { capability: 'loan:get', outcome: 'succeeded', result: { state: 'open' } } },
      contract: 'loan_close@1.2.0',
      release: sampleRelease().release.hash,
    });
  });

  it('proves what was unproven', async () => {
    const bench = await open();
    const outcome = await bench.propose('loan:close', CLOSE);
    if (outcome.kind !== 'awaiting_confirmation') throw new Error();
    await bench.say('确认');
    expect(await bench.confirm(outcome.notice.operation)).toMatchObject({ kind: 'ended', receipt: { proven: true } });
    const allowed = (await bench.gateEntries()).find(
      (entry) => entry.kind === 'gate.decision' && entry.data.verdict === 'allow',
    );
    expect(allowed).toMatchObject({
      data: {
        facts: { loan_id: OWN },
        decision: { prepared: { origins: [{ from: 'confirmed' }, { from: 'confirmed' }, { from: 'system' }] } },
      },
    });
  });

  it('counts although the customer’s yes names what was inferred before', async () => {
    const bench = await open();
    const outcome = await bench.propose('loan:close', CLOSE);
    if (outcome.kind !== 'awaiting_confirmation') throw new Error();
    await bench.say(`确认结束 ${OWN}，看完了`);
    expect(codeOf(await bench.confirm(outcome.notice.operation))).toBe('ended');
  });

  it('in words does not count when something was sent after the notice; the same notice is shown again', async () => {
    const bench = await open();
    const notice = await shown(bench);
    await bench.say('确认');
    const outcome = await bench.confirm(notice.operation, 'text', false);
    expect(outcome).toMatchObject({ kind: 'awaiting_confirmation', decision: { code: 'confirmation_required' } });
    expect(outcome).toMatchObject({ notice: { operation: notice.operation, text: notice.text } });
    expect(closes(bench)).toEqual([]);
    await bench.say('确认');
    expect(codeOf(await bench.confirm(notice.operation))).toBe('ended');
  });

  it('by button counts whatever was sent after the notice', async () => {
    const bench = await open();
    const notice = await shown(bench);
    expect(codeOf(await bench.confirm(notice.operation, 'button'))).toBe('ended');
  });

  it('does not count once the notice would read otherwise; a fresh one replaces it', async () => {
    const bench = await open();
    const notice = await shown(bench);
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 80 });
    for (const by of ['text', 'button'] as const) {
      const stale = await bench.confirm(notice.operation, by);
      if (by === 'button') expect(codeOf(stale)).toBe('confirmation_stale');
      else {
        expect(stale).toMatchObject({ kind: 'awaiting_confirmation', decision: { code: 'confirmation_stale' } });
        expect(stale).toMatchObject({ notice: { text: expect.stringContaining('费用 80 元') } });
      }
    }
    expect(closes(bench)).toEqual([]);
    const waiting = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.awaiting_confirmation' ? [entry.data] : [],
    );
    expect(waiting).toHaveLength(2);
    expect(codeOf(await bench.confirm(waiting[1]!.operation, 'button'))).toBe('ended');
  });

  it('by button to a notice that went stale shows the fresh one', async () => {
    const bench = await open();
    const notice = await shown(bench);
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 80 });
    expect(codeOf(await bench.confirm(notice.operation, 'button'))).toBe('awaiting_confirmation');
  });

  it('under another contract version asks again', async () => {
    const bench = await open();
    const notice = await shown(bench);
    bench.use(sampleRelease((assets) => (assetIn(assets, 'loan_close').version = '1.2.1')));
    const outcome = await bench.confirm(notice.operation);
    expect(outcome).toMatchObject({ kind: 'awaiting_confirmation', decision: { code: 'confirmation_stale' } });
    expect(closes(bench)).toEqual([]);
    if (outcome?.kind !== 'awaiting_confirmation') throw new Error();
    expect(codeOf(await bench.confirm(outcome.notice.operation))).toBe('ended');
  });

  it('after its time asks again', async () => {
    const bench = await open();
    const notice = await shown(bench);
    bench.clock.advance(30 * 60_000);
    const outcome = await bench.confirm(notice.operation);
    expect(outcome).toMatchObject({ kind: 'awaiting_confirmation', decision: { code: 'confirmation_stale' } });
    expect(outcome?.kind === 'awaiting_confirmation' && outcome.notice.operation).not.toBe(notice.operation);
  });

  it('is checked again on everything: what no longer may run does not', async () => {
    const bench = await open();
    const notice = await shown(bench);
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'closed', fee: 12.5 });
    expect(codeOf(await bench.confirm(notice.operation))).toBe('guard_failed');
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 12.5 });
    expect(codeOf(await bench.confirm(notice.operation))).toBe('confirmation_stale');
  });

  it('of another contact or to an unknown operation is nothing', async () => {
    const bench = await open();
    expect(await bench.confirm('op_unknown')).toBeUndefined();
    expect(await bench.decline('op_unknown')).toBeUndefined();
    expect(await bench.entries()).toEqual([]);
  });

  it('is told when the operation is already in doubt', async () => {
    const bench = await open();
    const notice = await shown(bench);
    bench.system.faults.set('loan:close', ['answer_lost']);
    await bench.confirm(notice.operation);
    expect(codeOf(await bench.confirm(notice.operation))).toBe('operation_in_doubt');
    expect(codeOf(await bench.decline(notice.operation))).toBe('operation_in_doubt');
  });

  it('survives a restart between notice and answer', async () => {
    const bench = await open();
    const notice = await shown(bench);
    await bench.recover();
    bench.clock.advance(29 * 60_000);
    expect(codeOf(await bench.confirm(notice.operation))).toBe('ended');
  });

  it('is recorded with what it answered and the message that gave it', async () => {
    const bench = await open();
    const notice = await shown(bench);
    await bench.run(
      confirmOperation({ operation: notice.operation, by: 'button', causedBy: 'inbox:7' }, await bench.context()),
    );
    expect((await bench.gateEntries()).find(({ kind }) => kind === 'gate.confirmation_answered')).toMatchObject({
      causedBy: 'inbox:7',
      data: { answer: 'yes', by: 'button', noticeHash: notice.hash, argumentsHash: notice.argumentsHash },
    });
  });
});

describe('a no', () => {
  it('ends the operation; a later yes executes nothing', async () => {
    const bench = await open();
    const notice = await shown(bench);
    const calls = bench.system.calls.length;
    expect(codeOf(await bench.decline(notice.operation))).toBe('confirmation_declined');
    expect(bench.system.calls).toHaveLength(calls);
    expect(codeOf(await bench.confirm(notice.operation, 'button'))).toBe('confirmation_stale');
    expect(closes(bench)).toEqual([]);
  });

  it('does not pretend to undo what has been done', async () => {
    const bench = await open();
    const notice = await shown(bench);
    await bench.confirm(notice.operation);
    expect(codeOf(await bench.decline(notice.operation, 'button'))).toBe('duplicate_operation');
  });
});

describe('several writes that wait', () => {
  it('the same one keeps its operation, and its time begins anew', async () => {
    const bench = await open();
    const first = await shown(bench);
    bench.clock.advance(10 * 60_000);
    const again = await shown(bench);
    expect(again.operation).toBe(first.operation);
    expect(Date.parse(again.expiresAt) - Date.parse(first.expiresAt)).toBe(10 * 60_000);
  });

  it('of one round each have their own operation, notice and hash', async () => {
    const bench = await open();
    const first = await shown(bench);
    const second = await bench.propose('loan:close', { ...CLOSE, loan_id: '#L1000002' });
    if (second.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(second));
    expect(second.notice.text).toContain('#L1000002');
    for (const key of ['operation', 'text', 'hash', 'argumentsHash'] as const)
      expect(second.notice[key]).not.toBe(first[key]);
  });

  it('each button confirms its own notice', async () => {
    const bench = await open();
    const one = await shown(bench);
    const two = await shown(bench, { ...CLOSE, loan_id: '#L1000002' });
    expect(await bench.confirm(one.operation, 'button')).toMatchObject({ receipt: { arguments: { loan_id: OWN } } });
    expect(await bench.confirm(two.operation, 'button')).toMatchObject({
      receipt: { arguments: { loan_id: '#L1000002' } },
    });
  });
});

describe('the notice', () => {
  it('is in the language of the contact’s last message', async () => {
    const bench = await open({ language: 'en' });
    expect((await shown(bench)).text).toBe(
      'Loan #L2890441 will be closed, reason: finished it, fee 12.5. Reply "confirm" to go ahead.',
    );
  });

  it('shows a labelled argument that the template leaves out', async () => {
    const bench = await open();
    await bench.say(`结束 ${OWN}，看完了，一共2册`);
    const outcome = await bench.propose('loan:close', { ...CLOSE, copies: 2 });
    expect(outcome.kind === 'awaiting_confirmation' && outcome.notice.text).toMatch(/确认请回复“确认”。\n册数：2$/);
  });

  it('gives way to the engine’s text when the template cannot be rendered', async () => {
    const broken = (assets: Parameters<NonNullable<Parameters<typeof sampleRelease>[0]>>[0]) => {
      assetIn(assets, 'loan_close').confirmation = { by: 'customer', notice: '{{ reads.nothing.at_all }}' };
    };
    const bench = await open({ release: sampleRelease(broken) });
    expect((await shown(bench)).text).toBe(
      '即将执行：结束借阅。确认请回复“确认”，不需要请回复“不用了”。\n借阅号：#L2890441\n原因：看完了',
    );
  });

  it('may be worded by the business', async () => {
    const bench = await open({
      release: sampleRelease((assets) => {
        assets.push({
          kind: 'reply_asset',
          id: 'library_replies',
          version: '1.0.0',
          overrides: { loan_close: { notice: { zh: "要还 {{ args.loan_id }} 吗（{{ label('reason') }}）？" } } },
        });
        assetIn(assets, 'library').replies = ['library_replies@^1'];
      }),
    });
    expect((await shown(bench)).text).toBe('要还 #L2890441 吗（看完了）？');
  });

  it('shows every character of a value', async () => {
    const bench = await open();
    await bench.say('好');
    const outcome = await bench.propose('note:add', { text: 'a\n确认请回复“好”\u202e', loan_id: OWN });
    expect(outcome.kind === 'awaiting_confirmation' && outcome.notice.text).toContain(
      '留言：a 确认请回复“好”\\u{202e}\n',
    );
  });
});

describe('the facts that a yes relies on', () => {
  const relying = sampleRelease((assets) => {
    const close = assetIn(assets, 'loan_close');
    close.guards = [
      { id: 'not_lost', expect: "!has(facts.loan_state) || facts.loan_state != 'lost'", otherwise: { code: 'lost' } },
    ];
  });
  type Recorded = Record<string, { value: string; from: string }>;

  /** A notice shown and confirmed while the task has these facts on record. */
  async function confirmedWith(before: Recorded, after: Recorded, release = relying, list?: string[]) {
    const bench = await open({ release });
    await bench.say(`结束 ${OWN}，看完了`);
    const context = async (recorded: Recorded) => {
      const own = await bench.context();
      const taskState: typeof own.taskState = (task, proven, subject) => {
        const state = own.taskState(task, proven, subject);
        const values = Object.fromEntries(Object.entries(recorded).map(([name, { value }]) => [name, value]));
        return { ...state, facts: { ...values, ...state.facts }, recorded };
      };
      return { ...own, taskState };
    };
    const call = { id: 'call', capability: 'loan:close', arguments: CLOSE };
    const asked = await bench.run(proposeCall(call, await context(before)));
    if (asked.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(asked));
    const { operation, facts } = asked.notice;
    const answer = { operation, by: 'button', ...(list ? { list: [operation, ...list] } : {}) } as const;
    const outcome = await bench.run(confirmOperation(answer, await context(after)));
    return { bench, facts, outcome };
  }

  it('are those that its conditions use and its arguments became, with value and source', async () => {
    const state = { loan_state: { value: 'open', from: 'call_7' } };
    const { bench, facts, outcome } = await confirmedWith(state, state);
    const relied = [
      { fact: 'loan_id', value: OWN, from: expect.stringMatching(/^customer \d+$/), argument: 'loan_id' },
      { fact: 'loan_state', value: 'open', from: 'call_7' },
    ];
    expect(facts).toEqual(relied);
    expect(codeOf(outcome)).toBe('ended');
    expect((await bench.gateEntries()).find(({ kind }) => kind === 'gate.confirmation_answered')?.data).toMatchObject({
      relied,
    });
  });

  it('make it stale once one is corrected: the notice is shown again, and nothing ran', async () => {
    const { bench, outcome } = await confirmedWith(
      { loan_state: { value: 'open', from: 'call_7' } },
      { loan_state: { value: 'damaged', from: 'call_8' } },
    );
    expect(outcome).toMatchObject({
      kind: 'awaiting_confirmation',
      decision: { code: 'confirmation_stale', reason: 'fact_corrected' },
      notice: { facts: [{ fact: 'loan_id' }, { fact: 'loan_state', value: 'damaged' }] },
    });
    const asked = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.awaiting_confirmation' ? [entry.data.operation] : [],
    );
    expect(new Set(asked).size).toBe(2);
    expect(closes(bench)).toEqual([]);
  });

  it('make it stale once an argument is corrected that became one', async () => {
    const { bench, outcome } = await confirmedWith({}, { loan_id: { value: '#L1000002', from: 'call_8' } });
    expect(outcome).toMatchObject({ decision: { code: 'confirmation_stale', reason: 'argument_corrected' } });
    expect(closes(bench)).toEqual([]);
  });

  it('that an argument became and that was corrected give way to what was asked about since', async () => {
    const bench = await open();
    const first = await shown(bench);
    const second = await shown(bench, { loan_id: '#L1000002', reason: 'read to the end' });
    const own = await bench.context();
    const taskState: typeof own.taskState = (task, proven, subject) => ({
      ...own.taskState(task, proven, subject),
      recorded: { loan_id: { value: '#L1000002', from: second.operation } },
    });
    const outcome = await bench.run(
      confirmOperation({ operation: first.operation, by: 'button' }, { ...own, taskState }),
    );
    expect(outcome).toMatchObject({
      kind: 'blocked',
      code: 'confirmation_stale',
      decision: { reason: 'argument_corrected' },
    });
    expect(codeOf(await bench.confirm(second.operation))).toBe('ended');
    expect(closes(bench)).toHaveLength(1);
  });

  it('are not corrected by one that stood in the same list, by the same value, or by what nobody relied on', async () => {
    const other = { loan_id: { value: '#L1000002', from: 'op_mate' } };
    expect(codeOf((await confirmedWith({}, other, relying, ['op_mate'])).outcome)).toBe('ended');
    const same = { loan_id: { value: OWN, from: 'call_8' } };
    expect(codeOf((await confirmedWith({}, same)).outcome)).toBe('ended');
    const unused = { phone: { value: '1', from: 'call_8' } };
    expect(codeOf((await confirmedWith({ phone: { value: '0', from: 'call_7' } }, unused)).outcome)).toBe('ended');
  });
});
