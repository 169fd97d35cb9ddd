import { describe, expect, it } from 'vitest';
import { assetIn, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { asked, blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };
const edited = (edit: (assets: SampleAsset[]) => void) => ({ release: sampleRelease(edit) });

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

  it('is proven by the newest 50 texts, which are all that its decision holds', async () => {
    const bench = await open();
    await bench.say(`借阅号 ${OWN}`);
    for (let at = 0; at < 49; at++) await bench.say(`第 ${at} 句`);
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).proven).toBe(true);
    await bench.say('又一句');
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).proven).toBe(false);
    const decisions = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.decision' ? [entry.data.inputs.said.length] : [],
    );
    expect(decisions).toEqual([50, 50]);
  });

  it('gives no origin from what somebody wrote, whatever path a contract names', async () => {
    const bench = await open(
      edited((assets) => {
        (assetIn(assets, 'loan_list').result as { project: object }).project = {
          loans: 'result.loans',
          notes: "[{'untrusted_text': result.loans[0]}]",
        };
        const { loan_id } = assetIn(assets, 'loan_get').arguments as Record<string, { origin: unknown[] }>;
        loan_id!.origin = ['customer', { choice_of: { capability: 'loan:list', path: 'notes.untrusted_text' } }];
      }),
    );
    const listed = ended(await bench.propose('loan:list'));
    expect(listed.result.notes).toEqual([{ untrusted_text: OWN }]);
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).proven).toBe(false);
  });

  it('says in its receipt what the contract wants done next', async () => {
    const bench = await open(
      edited((assets) => {
        const { codes } = assetIn(assets, 'loan_get').result as { codes: { code: string; then?: unknown }[] };
        for (const code of codes) if (code.code === 'not_yours') code.then = 'hand_over';
      }),
    );
    expect(ended(await bench.propose('loan:get', { loan_id: '#L7777777' })).then).toBe('hand_over');
    expect(ended(await bench.propose('loan:get', { loan_id: OWN })).then).toBeUndefined();
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
    ['resource_unavailable', { liveness: 'down', reason: 'The server does not answer.' }],
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
