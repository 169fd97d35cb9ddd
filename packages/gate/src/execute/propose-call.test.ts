import type { JsonObject } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../receipt.ts';
import { assetIn, lendingSystem, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };
const edited = (edit: (assets: SampleAsset[]) => void) => ({ release: sampleRelease(edit) });

function blocked(outcome: CallOutcome | undefined) {
  if (outcome?.kind !== 'blocked') throw new Error(`not blocked: ${JSON.stringify(outcome)}`);
  return outcome;
}

function asked(outcome: CallOutcome | undefined) {
  if (outcome?.kind !== 'awaiting_confirmation') throw new Error(`not asked: ${JSON.stringify(outcome)}`);
  return outcome;
}

function ended(outcome: CallOutcome | undefined) {
  if (outcome?.kind !== 'ended') throw new Error(`not ended: ${JSON.stringify(outcome)}`);
  return outcome.receipt;
}

describe('a read', () => {
  it('runs once the decision is in the journal, and tells only what the contract projects', async () => {
    const bench = await open();
    await bench.say('帮我查 l289-0441');
    bench.system.onCall = async () => {
      expect((await bench.gateEntries()).at(-1)).toMatchObject({ kind: 'gate.decision', data: { verdict: 'allow' } });
    };
    const receipt = ended(await bench.propose('loan:get', { loan_id: '＃l289-0441' }));
    expect(receipt).toMatchObject({ outcome: 'succeeded', code: 'found', proven: true, telling: { mode: 'model' } });
    expect(receipt.result).toEqual({ loan_id: OWN, state: 'open', remark: 'see also #L7777777' });
    expect(receipt.facts).toEqual({ loan_state: 'open' });
    expect(receipt.arguments).toEqual({ loan_id: OWN });
    expect(JSON.stringify(await bench.entries())).not.toContain('12.5');
  });

  it('of an unproven argument runs and is no origin for later calls', async () => {
    const bench = await open();
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).proven).toBe(false);
  });

  it('of somebody else’s record lets nothing out', async () => {
    const bench = await open();
    const receipt = ended(await bench.propose('loan:get', { loan_id: '#L7777777' }));
    expect(receipt).toMatchObject({ outcome: 'failed', code: 'not_yours', result: {}, facts: {} });
    expect(receipt.telling).toEqual({ mode: 'fixed', text: '借阅 #L7777777 不在您名下。' });
  });

  it('is sent again when no answer came, twice at most', async () => {
    const bench = await open();
    bench.system.faults.set('loan:get', ['call_lost', 'not_sent']);
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).outcome).toBe('succeeded');
    expect(bench.system.calls).toHaveLength(3);
    bench.system.faults.set('loan:get', ['call_lost', 'throws', 'call_lost']);
    const receipt = ended(await bench.propose('loan:get', { loan_id: OWN }));
    expect(receipt).toMatchObject({ outcome: 'failed', code: 'timed_out' });
    expect(receipt.telling).toMatchObject({ mode: 'fixed', text: expect.stringContaining('没有回应') });
    expect(bench.system.calls).toHaveLength(6);
  });
});

describe('boundaries 1 to 4', () => {
  it.each<[string, string, string, (assets: SampleAsset[]) => void]>([
    [
      'installed',
      'task_not_installed',
      'a task that is not installed',
      (assets) => (assetIn(assets, 'library').task_installations = []),
    ],
    [
      'bound',
      'capability_not_bound',
      'a key without a contract',
      (assets) => {
        const task = assetIn(assets, 'loan_service');
        task.capability_bindings = (task.capability_bindings as { capability: string }[]).filter(
          ({ capability }) => capability !== 'loan:get',
        );
      },
    ],
    [
      'permitted',
      'requirement_not_permitted',
      'a requirement that is not permitted',
      (assets) => (assetIn(assets, 'library').resource_permissions = {}),
    ],
    [
      'connected',
      'resource_not_bound',
      'a key that the employee does not bind',
      (assets) => (assetIn(assets, 'mia').resources = {}),
    ],
  ])('%s blocks with %s for %s, and nothing is started', async (boundary, code, _, edit) => {
    const bench = await open(edited(edit));
    const { decision } = blocked(await bench.propose('loan:get', { loan_id: OWN }));
    expect(decision).toMatchObject({ boundary, code });
    const at = decision.checks.findIndex((check) => check.outcome === 'fail');
    expect(decision.checks.slice(0, at).every(({ outcome, parts }) => outcome === 'pass' && parts.length > 0)).toBe(
      true,
    );
    expect(decision.checks.slice(at + 1).every(({ outcome }) => outcome === 'not_evaluated')).toBe(true);
    expect(bench.system.calls).toEqual([]);
    expect(await bench.gateEntries()).toHaveLength(1);
  });

  it('a role pack that declares other keys of the domain, or forbids tools, blocks at permitted', async () => {
    const bench = await open({ release: sampleRelease(undefined, { capabilities: ['loan:list'] }) });
    expect(blocked(await bench.propose('loan:get', { loan_id: OWN })).code).toBe('role_not_declared');
    bench.use(sampleRelease(undefined, { strategy: { toolMode: 'allow', toolReadonly: true } }));
    expect(blocked(await bench.propose('note:add', { text: 'x' })).code).toBe('strategy_forbids');
  });

  it('a stage in which the task does not open the capability blocks at bound', async () => {
    const bench = await open({ stage: 'done' });
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision).toMatchObject({
      boundary: 'bound',
      code: 'stage_not_open',
    });
  });

  it.each([
    ['credential_missing', { credential: 'missing', missing: 'loans_token' }],
    ['resource_unavailable', { liveness: 'down', reason: 'does not start' }],
    ['tool_drifted', { fingerprint: 'sha256:other' }],
    ['tool_drifted', { fingerprint: undefined }],
    ['resource_unavailable', { fingerprint: undefined, pinned: undefined }],
  ] as const)('%s blocks at connected for %j', async (code, state) => {
    const bench = await open();
    bench.system.states.set('loan:get', state);
    expect(blocked(await bench.propose('loan:get', { loan_id: OWN })).decision).toMatchObject({
      boundary: 'connected',
      code,
    });
    expect(bench.system.calls).toEqual([]);
  });

  it('an unknown capability is blocked at installed, and on record', async () => {
    const bench = await open();
    expect(blocked(await bench.propose('never:heard', { x: 1 })).decision).toMatchObject({
      boundary: 'installed',
      code: 'task_not_installed',
    });
    expect(blocked(await bench.propose('__proto__')).code).toBe('task_not_installed');
    expect(await bench.gateEntries()).toHaveLength(2);
  });
});

describe('arguments', () => {
  it.each<[string, string | undefined, JsonObject]>([
    ['argument_missing', 'reason', { loan_id: OWN }],
    ['argument_missing', 'loan_id', { reason: 'too long' }],
    ['argument_invalid', 'force', { ...CLOSE, force: true }],
    ['argument_invalid', 'loan_id', { ...CLOSE, loan_id: 'L28' }],
    ['argument_invalid', 'loan_id', { ...CLOSE, loan_id: 2890441 }],
    ['argument_invalid', 'loan_id', { ...CLOSE, loan_id: null }],
    ['argument_invalid', 'reason', { ...CLOSE, reason: 'bored' }],
    ['argument_invalid', 'copies', { ...CLOSE, copies: '2' }],
    ['argument_invalid', 'copies', { ...CLOSE, copies: 1.5 }],
    ['argument_refused', 'holder', { ...CLOSE, holder: 'reader-2' }],
  ])('%s for %s', async (code, argument, args) => {
    const bench = await open();
    const outcome = blocked(await bench.propose('loan:close', args));
    expect(outcome).toMatchObject({ code, decision: { boundary: 'satisfied', argument } });
    expect(bench.system.calls).toEqual([]);
  });

  it('the question that would complete the call stands beside the block', async () => {
    const bench = await open();
    expect(blocked(await bench.propose('loan:close', { loan_id: OWN })).ask).toEqual({
      argument: 'reason',
      text: '请问原因是？',
    });
    bench.use(
      sampleRelease(
        (assets) => delete (assetIn(assets, 'loan_close').arguments as Record<string, { ask?: unknown }>).reason!.ask,
      ),
    );
    expect(blocked(await bench.propose('loan:close', { loan_id: OWN })).ask?.text).toBe(
      '请告诉我原因（看完了、太长了）。',
    );
  });

  it('the value that the gate itself computes may be sent', async () => {
    const bench = await open();
    await bench.say(`结束 ${OWN}，看完了`);
    expect(asked(await bench.propose('loan:close', { ...CLOSE, holder: 'reader-1' })).kind).toBe(
      'awaiting_confirmation',
    );
  });

  it('nested without end are refused and recorded', async () => {
    const bench = await open();
    let deep: JsonObject = {};
    for (let level = 0; level < 2000; level++) deep = { deep };
    expect(blocked(await bench.propose('note:add', { text: deep })).code).toBe('argument_invalid');
  });

  it('an unproven value that the contract refuses is refused', async () => {
    const bench = await open();
    expect(blocked(await bench.propose('phone:set', { phone: '13900001111' }))).toMatchObject({
      code: 'argument_refused',
      ask: { argument: 'phone' },
    });
    await bench.say('改成 139 0000 1111');
    expect(asked(await bench.propose('phone:set', { phone: '13900001111' })).notice.text).toContain('13900001111');
  });
});

describe('origin', () => {
  const origin = (outcome: CallOutcome, argument: string) => {
    const decision = outcome.kind === 'ended' ? undefined : outcome.decision;
    return decision?.prepared?.origins.find((each) => each.argument === argument);
  };

  it('the customer’s words and the labels of a choice prove an argument', async () => {
    const bench = await open();
    await bench.say(`我要结束 ${OWN}`);
    await bench.say('读完了');
    const outcome = asked(await bench.propose('loan:close', CLOSE));
    expect(origin(outcome, 'loan_id')).toEqual({ argument: 'loan_id', from: 'customer', sequence: 1, at: '[6, 14)' });
    expect(origin(outcome, 'reason')).toMatchObject({ from: 'enum', sequence: 2 });
    expect(outcome.notice.text).not.toContain('核对');
  });

  it('a member of a proven list is a choice; free text of a result never is', async () => {
    const bench = await open();
    await bench.say('看完了，帮我结束');
    await bench.propose('loan:list');
    await bench.propose('loan:get', { loan_id: OWN });
    const chosen = asked(await bench.propose('loan:close', { ...CLOSE, loan_id: '#L1000002' }));
    expect(origin(chosen, 'loan_id')).toMatchObject({ from: 'choice_of', at: 'loans[1]' });
    await bench.say('好');
    bench.system.loans.set('#L7777777', { holder: 'reader-1', state: 'open', fee: 0 });
    const injected = asked(await bench.propose('loan:close', { ...CLOSE, loan_id: '#L7777777' }));
    expect(origin(injected, 'loan_id')).toEqual({ argument: 'loan_id', from: 'unproven' });
    expect(injected.notice.text).toContain('借阅号：#L7777777（取自查询结果，不是您说的，请核对）');
  });

  it('an unproven argument stands in the notice with where it came from', async () => {
    const bench = await open();
    const { notice } = asked(await bench.propose('loan:close', { ...CLOSE, copies: 2 }));
    expect(notice.text.split('\n')).toEqual([
      '将结束借阅 #L2890441，原因：看完了，费用 12.5 元。确认请回复“确认”。',
      '借阅号：#L2890441（来自助手的推断，请核对）',
      '原因：看完了（来自助手的推断，请核对）',
      '册数：2（来自助手的推断，请核对）',
    ]);
  });

  it('a write without a confirmation of its own asks for one when an argument is unproven', async () => {
    const bench = await open();
    await bench.say('帮我留言');
    const { notice } = asked(await bench.propose('note:add', { text: 'hello', loan_id: OWN }));
    expect(notice.text).toContain('留言：hello');
    expect(notice.text).toContain(`借阅号：${OWN}（来自助手的推断，请核对）`);
    expect(ended(await bench.confirm(notice.operation)).outcome).toBe('succeeded');
    expect(bench.system.notes).toEqual(['hello']);
  });

  it('a write without confirmation runs at once when everything is proven', async () => {
    const bench = await open();
    await bench.say(`关于 ${OWN} 留言`);
    expect(ended(await bench.propose('note:add', { text: 'hello', loan_id: OWN })).telling).toEqual({
      mode: 'fixed',
      text: '“留言”已经完成。',
    });
  });
});

describe('authorization and limits', () => {
  it('a contact who is not verified is not authorized, nor an employee without the grant', async () => {
    const anonymous = await open({ level: 'anonymous' });
    expect(blocked(await anonymous.propose('loan:close', CLOSE)).code).toBe('not_authorized');
    const bench = await open(edited((assets) => (assetIn(assets, 'mia').grants = ['loans:read'])));
    expect(blocked(await bench.propose('loan:close', CLOSE)).code).toBe('not_authorized');
  });

  it('a requirement that cannot be evaluated denies', async () => {
    const bench = await open(
      edited((assets) => (assetIn(assets, 'loan_get').authorization = { require: 'facts.nothing == 1' })),
    );
    expect(blocked(await bench.propose('loan:get', { loan_id: OWN })).code).toBe('not_authorized');
  });

  it('a limit holds back the next call, and a failed one is given back', async () => {
    const bench = await open(
      edited((assets) => (assetIn(assets, 'note_add').limits = { per_contact: 2, within: '1h' })),
    );
    bench.system.faults.set('note:add', ['not_sent']);
    expect(ended(await bench.propose('note:add', { text: 'a' })).outcome).toBe('failed');
    expect(ended(await bench.propose('note:add', { text: 'b' })).outcome).toBe('succeeded');
    expect(ended(await bench.propose('note:add', { text: 'c' })).outcome).toBe('succeeded');
    expect(blocked(await bench.propose('note:add', { text: 'd' })).code).toBe('limit_reached');
    bench.clock.advance(3_600_001);
    expect(ended(await bench.propose('note:add', { text: 'd' })).outcome).toBe('succeeded');
  });

  it('a task may lower the limit of a contract', async () => {
    const bench = await open(
      edited(
        (assets) =>
          (assetIn(assets, 'loan_service').control_contract = {
            'loan:get': { limits: { per_contact: 1, within: '1d' } },
          }),
      ),
    );
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).outcome).toBe('succeeded');
    expect(blocked(await bench.propose('loan:get', { loan_id: OWN })).code).toBe('limit_reached');
  });

  it('a limit that somebody else uses up in between becomes a recorded block', async () => {
    const bench = await open(
      edited((assets) => (assetIn(assets, 'note_add').limits = { per_contact: 1, within: '1h' })),
    );
    const context = await bench.context();
    const counted = bench.store.counted;
    const store = { ...bench.store, counted: async () => 0 };
    expect(ended(await bench.propose('note:add', { text: 'a' })).outcome).toBe('succeeded');
    const { proposeCall } = await import('./propose-call.ts');
    const outcome = await bench.run(
      proposeCall({ id: 'late', capability: 'note:add', arguments: { text: 'b' } }, { ...context, store }),
    );
    expect(blocked(outcome).code).toBe('limit_reached');
    expect(counted).toBeDefined();
    expect(bench.system.notes).toEqual(['a']);
  });
});

describe('preconditions and guards', () => {
  it('a read that fails blocks with its own code and text', async () => {
    const bench = await open();
    expect(blocked(await bench.propose('loan:close', { ...CLOSE, loan_id: '#L7777777' })).decision).toMatchObject({
      code: 'precondition_failed',
      reason: 'not_yours',
      say: '借阅 #L7777777 不在您名下。',
    });
    expect(blocked(await bench.propose('loan:close', { ...CLOSE, loan_id: '#L0000000' })).decision.reason).toBe(
      'not_found',
    );
    bench.system.faults.set('loan:get', ['call_lost', 'call_lost', 'call_lost']);
    const lost = blocked(await bench.propose('loan:close', CLOSE)).decision;
    expect(lost).toMatchObject({ code: 'precondition_failed', reason: 'timed_out' });
    expect(lost.say).toBeUndefined();
  });

  it('an expectation that does not hold, or errors, blocks with the asset’s code', async () => {
    const bench = await open();
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 250 });
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision).toMatchObject({
      code: 'precondition_failed',
      reason: 'fee_too_high',
      say: '有未付费用 250 元，不能结束。',
    });
    bench.use(
      sampleRelease(
        (assets) =>
          ((assetIn(assets, 'loan_close').preconditions as { expect: string }[])[0]!.expect = 'reads.loan.nothing'),
      ),
    );
    expect(blocked(await bench.propose('loan:close', CLOSE)).code).toBe('precondition_failed');
  });

  it('a read that its own boundaries hold back blocks', async () => {
    const bench = await open(
      edited((assets) => {
        assetIn(assets, 'library').resource_permissions = {
          mcp_requirements: [{ id: 'loan_system', capabilities: ['loan:close'] }],
        };
      }),
    );
    const { decision } = blocked(await bench.propose('loan:close', CLOSE));
    expect(decision).toMatchObject({ code: 'precondition_failed', reason: 'requirement_not_permitted' });
    expect(bench.system.calls).toEqual([]);
  });

  it('a guard that does not hold blocks with the asset’s code and text, which a business may override', async () => {
    const bench = await open();
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'closed', fee: 0 });
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision).toMatchObject({
      code: 'guard_failed',
      reason: 'already_closed',
      say: '借阅 #L2890441 已经结束。',
    });
    bench.use(
      sampleRelease((assets) => {
        assets.push({
          kind: 'reply_asset',
          id: 'library_replies',
          version: '1.0.0',
          overrides: { loan_close: { 'say.already_closed': { zh: '这本书早就还啦（{{ args.loan_id }}）。' } } },
        });
        assetIn(assets, 'library').replies = ['library_replies@^1'];
      }),
    );
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision.say).toBe('这本书早就还啦（#L2890441）。');
  });

  it('nobody is asked to confirm what could not run', async () => {
    const bench = await open({ system: lendingSystem() });
    expect(blocked(await bench.propose('loan:close', CLOSE)).code).toBe('precondition_failed');
  });

  it('the reads stand in the decision with their results', async () => {
    const bench = await open();
    await bench.propose('loan:close', CLOSE);
    const [decision] = await bench.gateEntries();
    expect(decision).toMatchObject({
      kind: 'gate.decision',
      data: {
        inputs: {
          reads: { loan: { capability: 'loan:get', outcome: 'succeeded', result: { fee: 12.5, holder: 'reader-1' } } },
        },
      },
    });
  });
});

describe('what a write came to', () => {
  async function confirmedClose(bench: Awaited<ReturnType<typeof open>>) {
    await bench.say(`结束 ${OWN}，看完了`);
    return asked(await bench.propose('loan:close', CLOSE)).notice;
  }

  it('is told from its receipt', async () => {
    const bench = await open();
    const { operation } = await confirmedClose(bench);
    await bench.say('确认');
    expect(ended(await bench.confirm(operation))).toMatchObject({
      id: operation,
      outcome: 'succeeded',
      code: 'closed',
      event: 'loan.closed',
      facts: { loan_state: 'closed' },
      telling: { mode: 'fixed', text: '已为您结束借阅 #L2890441，费用 12.5 元。' },
    });
    expect(bench.system.calls.at(-1)).toMatchObject({
      capability: 'loan:close',
      requestId: operation,
      arguments: { ...CLOSE, holder: 'reader-1' },
    });
  });

  it.each([
    ['tool_error', 'failed', 'refused'],
    ['not_sent', 'failed', 'not_sent'],
    ['call_lost', 'unknown', 'timed_out'],
    ['answer_lost', 'unknown', 'connection_lost'],
    ['throws', 'unknown', 'connection_lost'],
    ['wrong_shape', 'unknown', 'otherwise'],
  ] as const)('%s makes it %s (%s), and it is never sent again', async (fault, outcome, code) => {
    const bench = await open();
    const { operation } = await confirmedClose(bench);
    bench.system.faults.set('loan:close', [fault]);
    const receipt = ended(await bench.confirm(operation));
    expect(receipt).toMatchObject({ outcome, code });
    expect(receipt.event).toBe(outcome === 'unknown' ? 'sys_operation_in_doubt' : undefined);
    expect(receipt.telling.mode).toBe('fixed');
    expect(bench.system.calls.filter(({ capability }) => capability === 'loan:close')).toHaveLength(1);
  });

  it('an unknown outcome is told honestly in both languages', async () => {
    for (const [language, words] of [
      ['zh', '还不知道'],
      ['en', 'don’t know yet whether'],
    ] as const) {
      const bench = await open({ language });
      const { operation } = await confirmedClose(bench);
      bench.system.faults.set('loan:close', ['answer_lost']);
      expect(ended(await bench.confirm(operation)).telling).toMatchObject({ text: expect.stringContaining(words) });
    }
  });

  it('the decision and the reservation are durable before the call leaves', async () => {
    const bench = await open();
    const { operation } = await confirmedClose(bench);
    bench.system.onCall = async ({ capability, sendBy }) => {
      if (capability !== 'loan:close') return;
      const last = (await bench.gateEntries()).slice(-3).map(({ kind }) => kind);
      expect(last).toEqual(['gate.confirmation_answered', 'gate.decision', 'gate.executing']);
      expect(Date.parse(sendBy ?? '') - bench.clock.now()).toBe(10_000);
    };
    expect(ended(await bench.confirm(operation)).outcome).toBe('succeeded');
  });
});

describe('the ledger', () => {
  async function close(bench: Awaited<ReturnType<typeof open>>, args: JsonObject = CLOSE) {
    const { notice } = asked(await bench.propose('loan:close', args));
    return ended(await bench.confirm(notice.operation, 'button'));
  }

  it('answers a repetition with the first receipt, and does not call', async () => {
    const bench = await open();
    await bench.say(`结束 ${OWN}，看完了`);
    const first = await close(bench);
    const calls = bench.system.calls.length;
    const outcome = blocked(await bench.propose('loan:close', CLOSE));
    expect(outcome).toMatchObject({
      code: 'duplicate_operation',
      earlier: { operation: first.id, receipt: { code: 'closed' } },
    });
    expect(bench.system.calls).toHaveLength(calls);
  });

  it('knows the same wish again under a newer version of the contract', async () => {
    const bench = await open();
    await close(bench);
    bench.use(sampleRelease((assets) => (assetIn(assets, 'loan_close').version = '1.3.0')));
    expect(blocked(await bench.propose('loan:close', CLOSE)).code).toBe('duplicate_operation');
  });

  it('lets other arguments through as the next intent, with a confirmation of their own', async () => {
    const bench = await open();
    await close(bench);
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 0 });
    await close(bench, { ...CLOSE, reason: 'too long' });
    const executing = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.executing' ? [entry.data.intent] : [],
    );
    expect(executing).toEqual([1, 2]);
  });

  it('is free again after a failure and after the window', async () => {
    const bench = await open();
    bench.system.faults.set('loan:close', ['tool_error']);
    expect((await close(bench)).outcome).toBe('failed');
    expect((await close(bench)).outcome).toBe('succeeded');
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 0 });
    bench.clock.advance(24 * 3_600_000);
    expect((await close(bench)).outcome).toBe('succeeded');
  });

  it('holds a second request back while the first is in doubt, however long', async () => {
    const bench = await open();
    bench.system.faults.set('loan:close', ['answer_lost']);
    const first = await close(bench);
    bench.clock.advance(48 * 3_600_000);
    expect(blocked(await bench.propose('loan:close', { ...CLOSE, reason: 'too long' }))).toMatchObject({
      code: 'operation_in_doubt',
      earlier: { operation: first.id },
    });
  });

  it('says that a deliberate repetition is not offered yet', async () => {
    const bench = await open(
      edited((assets) => Object.assign(assetIn(assets, 'loan_close').idempotency as object, { repeat: 'ask' })),
    );
    await close(bench);
    const { decision } = blocked(await bench.propose('loan:close', CLOSE));
    expect(decision.code).toBe('duplicate_operation');
    expect(JSON.stringify(decision.checks)).toContain('not offered by this version');
  });

  it('turns a key that was taken in between into a recorded block', async () => {
    const bench = await open();
    const { proposeCall } = await import('./propose-call.ts');
    const context = await bench.context();
    const blind = { ...context, store: { ...bench.store, ledger: async () => undefined } };
    expect(ended(await bench.propose('note:add', { text: 'a' })).outcome).toBe('succeeded');
    const outcome = await bench.run(
      proposeCall({ id: 'late', capability: 'note:add', arguments: { text: 'a' } }, blind),
    );
    expect(blocked(outcome).code).toBe('operation_in_doubt');
    const informed = await bench.run(
      proposeCall(
        { id: 'later', capability: 'note:add', arguments: { text: 'a' } },
        { ...context, store: onceBlind(bench.store) },
      ),
    );
    expect(blocked(informed).code).toBe('duplicate_operation');
    expect(bench.system.notes).toEqual(['a']);
    expect(
      (await bench.gateEntries()).filter(({ kind, data }) => kind === 'gate.decision' && 'code' in data),
    ).toHaveLength(2);
  });

  function onceBlind(store: Awaited<ReturnType<typeof open>>['store']) {
    let asked = 0;
    return { ...store, ledger: async (base: string) => (asked++ === 0 ? undefined : store.ledger(base)) };
  }

  it('keeps conversations apart where the contract’s scope is the conversation', async () => {
    const [one, other] = [await open(), await open()];
    expect(ended(await one.propose('note:add', { text: 'same' })).outcome).toBe('succeeded');
    expect(ended(await other.propose('note:add', { text: 'same' })).outcome).toBe('succeeded');
  });
});
