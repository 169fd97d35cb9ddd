import { describe, expect, it } from 'vitest';
import { proposeCall } from '../execute/propose-call.ts';
import { assetIn, lendingSystem, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };
const edited = (edit: (assets: SampleAsset[]) => void) => ({ release: sampleRelease(edit) });

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

  it.each(['per_employee', 'per_organisation'])('%s counts the calls of every contact', async (each) => {
    const bench = await open(
      edited((assets) => (assetIn(assets, 'note_add').limits = { per_contact: 5, [each]: 1, within: '1h' })),
    );
    expect(ended(await bench.propose('note:add', { text: 'a' })).outcome).toBe('succeeded');
    const { decision } = blocked(await bench.propose('note:add', { text: 'b' }));
    expect(decision.code).toBe('limit_reached');
    expect(JSON.stringify(decision.checks)).toContain(`1 of 1 used for the ${each.slice(4)}`);
    const counted = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.executing' ? entry.data.counters.filter((counter) => !counter.includes(bench.contact)) : [],
    );
    expect(counted).toHaveLength(1);
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
    const store = { ...bench.store, counted: async () => 0 };
    expect(ended(await bench.propose('note:add', { text: 'a' })).outcome).toBe('succeeded');
    const outcome = await bench.run(
      proposeCall({ id: 'late', capability: 'note:add', arguments: { text: 'b' } }, { ...context, store }),
    );
    expect(blocked(outcome).code).toBe('limit_reached');
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
