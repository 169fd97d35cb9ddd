import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { waitingApprovalsOf } from '../operations/waiting-approvals.ts';
import type { CallOutcome } from '../receipt.ts';
import { assetIn, Died, type GateBench, sampleRelease } from '../testing/index.ts';
import { replayedBenches } from '../testing/replayed.ts';
import { answerApproval, expireApproval } from './answer-approval.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };
const both = sampleRelease((assets) => {
  assetIn(assets, 'loan_close').approval = { by: 'operator', expires_in: '2h' };
});
const operatorOnly = sampleRelease((assets) => {
  const close = assetIn(assets, 'loan_close');
  close.approval = { by: 'operator' };
  delete close.confirmation;
});
const highRisk = sampleRelease((assets) => {
  assetIn(assets, 'loan_service').control_contract = { 'loan:close': { risk: 'high' } };
});

const codeOf = (outcome: CallOutcome | undefined) =>
  outcome?.kind === 'blocked' ? `${outcome.code} ${outcome.decision.reason ?? ''}`.trim() : outcome?.kind;
const closes = (bench: GateBench) => bench.system.calls.filter(({ capability }) => capability === 'loan:close');

async function answer(
  bench: GateBench,
  operation: string,
  verdict: 'approve' | 'refuse' = 'approve',
  dieBefore?: number,
) {
  const given = { operation, verdict, person: 'desk-7', reason: 'looked at it', causedBy: 'inbox:9' };
  return bench.run(answerApproval(given, await bench.context()), dieBefore);
}

/** Proposed, and confirmed by the customer where that is asked for. */
async function requested(release = both) {
  const bench = await open({ release });
  await bench.say(`结束 ${OWN}，看完了`);
  let outcome: CallOutcome | undefined = await bench.propose('loan:close', CLOSE);
  if (outcome.kind === 'awaiting_confirmation') {
    await bench.say('确认');
    outcome = await bench.confirm(outcome.notice.operation);
  }
  if (outcome?.kind !== 'awaiting_approval') throw new Error(JSON.stringify(outcome));
  return { bench, request: outcome.request };
}

describe('a write that an operator has to approve', () => {
  it('asks the customer first, then waits for the operator, and says whose word is missing', async () => {
    const { bench, request } = await requested();
    expect(closes(bench)).toEqual([]);
    expect(request.text).toBe('等待批准：结束借阅\n借阅号：#L2890441\n原因：看完了');
    const decided = (await bench.gateEntries()).filter(({ kind }) => kind === 'gate.decision').map(({ data }) => data);
    expect(decided).toMatchObject([
      { code: 'confirmation_required', leadsTo: 'awaiting_confirmation' },
      { code: 'confirmation_required', reason: 'operator_approval', leadsTo: 'awaiting_approval' },
    ]);
    expect(decided[0]).not.toHaveProperty('reason');
  });

  it('is listed for operators, with what the customer confirmed, as long as it waits', async () => {
    const { bench, request } = await requested();
    const [row, ...more] = await waitingApprovalsOf(bench.store);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      operation: request.operation,
      capability: 'loan:close',
      contract: 'loan_close@1.2.0',
      text: request.text,
      confirmed: { text: expect.stringContaining('将结束借阅') },
      arguments: { ...CLOSE, holder: 'reader-1' },
      since: '2026-03-02T08:00:00.000Z',
      expiresAt: '2026-03-02T10:00:00.000Z',
    });
    await answer(bench, request.operation);
    expect(await waitingApprovalsOf(bench.store)).toEqual([]);
  });

  it('runs once when it is approved, also long after the customer’s notice has expired', async () => {
    const { bench, request } = await requested();
    bench.clock.advance(90 * 60_000);
    expect(await answer(bench, request.operation)).toMatchObject({ kind: 'ended', receipt: { outcome: 'succeeded' } });
    expect(await answer(bench, request.operation)).toBeUndefined();
    expect(closes(bench)).toHaveLength(1);
    expect((await bench.gateEntries()).find(({ kind }) => kind === 'gate.approval_answered')).toMatchObject({
      causedBy: 'inbox:9',
      data: {
        verdict: 'approve',
        by: 'operator',
        person: 'desk-7',
        reason: 'looked at it',
        requestHash: request.hash,
        shown: { text: request.text },
        arguments: CLOSE,
        relied: [{ fact: 'loan_id', value: OWN, argument: 'loan_id' }],
        contract: 'loan_close@1.2.0',
      },
    });
  });

  it('does not run when it is refused, and a later approval changes nothing', async () => {
    const { bench, request } = await requested();
    expect(codeOf(await answer(bench, request.operation, 'refuse'))).toBe('confirmation_declined operator_refused');
    expect(await answer(bench, request.operation)).toBeUndefined();
    expect(closes(bench)).toEqual([]);
  });

  it('waits for the operator alone where the customer has nothing to confirm', async () => {
    const { bench, request } = await requested(operatorOnly);
    expect((await bench.gateEntries()).some(({ kind }) => kind === 'gate.awaiting_confirmation')).toBe(false);
    expect(codeOf(await answer(bench, request.operation))).toBe('ended');
  });

  it('waits for the operator at high risk, whatever else the task says', async () => {
    const { bench, request } = await requested(highRisk);
    expect(closes(bench)).toEqual([]);
    expect(codeOf(await answer(bench, request.operation))).toBe('ended');
  });

  it('is decided again on an approval: what no longer may run does not', async () => {
    const { bench, request } = await requested();
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'closed', fee: 12.5 });
    expect(codeOf(await answer(bench, request.operation))).toBe('guard_failed already_closed');
    expect(closes(bench)).toEqual([]);
  });

  it('goes back to the customer when what they confirmed would read otherwise', async () => {
    const { bench, request } = await requested();
    bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: 80 });
    const outcome = await answer(bench, request.operation);
    expect(outcome).toMatchObject({ kind: 'awaiting_confirmation', decision: { code: 'confirmation_stale' } });
    expect(await waitingApprovalsOf(bench.store)).toEqual([]);
    if (outcome?.kind !== 'awaiting_confirmation') throw new Error();
    expect(codeOf(await bench.confirm(outcome.notice.operation, 'button'))).toBe('awaiting_approval');
  });

  it('ends when its time is over, and not before', async () => {
    const { bench, request } = await requested();
    const expire = async () => bench.run(expireApproval(request.operation, await bench.context()));
    expect(await expire()).toBeUndefined();
    bench.clock.advance(2 * 60 * 60_000);
    expect(codeOf(await expire())).toBe('confirmation_stale approval_expired');
    expect(await answer(bench, request.operation)).toBeUndefined();
    expect(closes(bench)).toEqual([]);
  });

  it('does not run on an approval that comes too late, though nobody has ended it', async () => {
    const { bench, request } = await requested(operatorOnly);
    bench.clock.advance(24 * 60 * 60_000);
    expect(codeOf(await answer(bench, request.operation))).toBe('awaiting_approval');
    expect(closes(bench)).toEqual([]);
  });

  it('is not asked for twice: the same call again finds the first request', async () => {
    const { bench, request } = await requested();
    expect(await bench.propose('loan:close', CLOSE)).toMatchObject({ kind: 'awaiting_approval', request });
    expect(await bench.confirm(request.operation, 'button')).toMatchObject({ kind: 'awaiting_approval', request });
    expect(await waitingApprovalsOf(bench.store)).toHaveLength(1);
  });

  it('may be called off by the customer while it waits', async () => {
    const { bench, request } = await requested();
    expect(codeOf(await bench.decline(request.operation, 'button'))).toBe('confirmation_declined');
    expect(await answer(bench, request.operation)).toBeUndefined();
  });

  it('is nothing in another conversation', async () => {
    const { bench, request } = await requested();
    const beside = await open({ release: both, beside: bench });
    expect(await answer(beside, request.operation)).toBeUndefined();
    expect(await answer(bench, 'op_none')).toBeUndefined();
  });
});

describe('whatever operators, customers and systems do', () => {
  type Act = 'propose' | 'confirm' | 'decline' | 'approve' | 'refuse' | 'expire' | 'wait' | 'change' | 'die';
  const acts = fc.array(
    fc.constantFrom<Act>(
      'propose',
      'confirm',
      'confirm',
      'approve',
      'approve',
      'decline',
      'refuse',
      'expire',
      'wait',
      'change',
      'die',
    ),
    { minLength: 3, maxLength: 12 },
  );

  it('nothing runs without the customer’s yes and an approval after it, and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (script) => {
        const bench = await open({ release: both });
        await bench.say(`结束 ${OWN}，看完了`);
        let fee = 12.5;
        for (const act of ['propose', ...script] as const) {
          const asked = (await bench.gateEntries()).findLast(({ kind }) => kind === 'gate.awaiting_confirmation');
          const operation = asked?.kind === 'gate.awaiting_confirmation' ? asked.data.operation : 'op_none';
          if (act === 'propose') await bench.propose('loan:close', CLOSE);
          else if (act === 'confirm') await bench.confirm(operation, 'button');
          else if (act === 'decline') await bench.decline(operation, 'button');
          else if (act === 'approve' || act === 'refuse') await answer(bench, operation, act);
          else if (act === 'expire') await bench.run(expireApproval(operation, await bench.context()));
          else if (act === 'wait') bench.clock.advance(40 * 60_000);
          else if (act === 'die') {
            // The process dies between the committed decision and the end of the call.
            await answer(bench, operation, 'approve', 2).catch((error: unknown) => {
              if (!(error instanceof Died)) throw error;
            });
            await bench.recover();
          } else bench.system.loans.set(OWN, { holder: 'reader-1', state: 'open', fee: ++fee });
        }
        const entries = await bench.gateEntries();
        expect(closes(bench).length).toBeLessThanOrEqual(1);
        for (const started of entries.filter(({ kind }) => kind === 'gate.executing')) {
          const own = entries.filter(
            ({ data }) =>
              'operation' in data &&
              data.operation === (started.kind === 'gate.executing' ? started.data.operation : ''),
          );
          const yes = own.findIndex(
            (entry) => entry.kind === 'gate.confirmation_answered' && entry.data.answer === 'yes',
          );
          const approved = own.findIndex(
            (entry) => entry.kind === 'gate.approval_answered' && entry.data.verdict === 'approve',
          );
          expect(yes).toBeGreaterThan(0);
          expect(approved).toBeGreaterThan(yes);
        }
        expect((await bench.replay()).different).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 30_000);
});
