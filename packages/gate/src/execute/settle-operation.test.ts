import { RoundDropped } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { readOperation } from '../operations/read-operation.ts';
import { assetIn, Died, type Fault, type GateBench, sampleRelease } from '../testing/index.ts';
import { replayedBenches } from '../testing/replayed.ts';
import { confirmOperation } from './confirm-operation.ts';
import { settleByAnswer, settleByPerson } from './settle-operation.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };

async function shown(bench: GateBench) {
  await bench.say(`结束 ${OWN}，看完了`);
  const outcome = await bench.propose('loan:close', CLOSE);
  if (outcome.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(outcome));
  return outcome.notice.operation;
}

/** A write whose outcome nobody knows. */
async function inDoubt(bench: GateBench, fault: Fault): Promise<string> {
  const operation = await shown(bench);
  bench.system.faults.set('loan:close', [fault]);
  await bench.confirm(operation);
  return operation;
}

const stateOf = async (bench: GateBench, operation: string) =>
  (await readOperation(operation, await bench.context()))?.state;

describe('settling a write of unknown outcome', () => {
  it('has succeeded when the read-back finds the effect', async () => {
    const bench = await open();
    const operation = await inDoubt(bench, 'answer_lost');
    expect(await bench.settle(operation)).toMatchObject({
      outcome: 'succeeded',
      code: 'closed',
      event: 'loan.closed',
      facts: { loan_state: 'closed' },
      telling: { mode: 'fixed', text: '已核实：之前的“结束借阅”已经成功。' },
    });
    expect(await stateOf(bench, operation)).toBe('succeeded');
    expect(await bench.settle(operation)).toBeUndefined();
  });

  it('takes a person’s word, and that it failed only once it can no longer arrive', async () => {
    const bench = await open();
    const operation = await inDoubt(bench, 'call_lost');
    const failed = { outcome: 'failed', person: 'desk', reason: 'looked into the system' } as const;
    const settle = async () => bench.run(settleByPerson(operation, failed, await bench.context()));
    expect(await settle()).toBeUndefined();
    expect(await stateOf(bench, operation)).toBe('unknown');
    bench.clock.advance(100_001);
    expect(await settle()).toMatchObject({ outcome: 'failed', telling: { mode: 'fixed' } });
    expect((await bench.gateEntries()).at(-1)).toMatchObject({
      kind: 'gate.settled',
      data: { by: 'person', person: 'desk', reason: 'looked into the system', read: null },
    });
    expect(await settle()).toBeUndefined();
    const again = await shown(bench);
    expect(await bench.confirm(again)).toMatchObject({ kind: 'ended', receipt: { outcome: 'succeeded' } });
  });

  it('has failed only once it can no longer arrive, and then the key is free', async () => {
    const bench = await open();
    const operation = await inDoubt(bench, 'call_lost');
    expect(await bench.settle(operation)).toBeUndefined();
    // 10 s to send it, 30 s time-out, 1 min to settle.
    bench.clock.advance(100_000);
    expect(await bench.settle(operation)).toBeUndefined();
    bench.clock.advance(1);
    expect(await bench.settle(operation)).toMatchObject({
      outcome: 'failed',
      code: 'failed',
      telling: { text: '已核实：之前的“结束借阅”没有成功。' },
    });
    const again = await shown(bench);
    expect(await bench.confirm(again)).toMatchObject({ kind: 'ended', receipt: { outcome: 'succeeded' } });
    expect(bench.system.calls.filter(({ capability }) => capability === 'loan:close')).toHaveLength(2);
  });

  it('gives the counter back when it failed', async () => {
    const bench = await open();
    const operation = await inDoubt(bench, 'call_lost');
    const counter = `limit:loan:close:contact:${bench.contact}`;
    const since = new Date(bench.clock.now() - 1).toISOString();
    expect(await bench.store.counted(counter, since)).toBe(1);
    bench.clock.advance(200_000);
    await bench.settle(operation);
    expect(await bench.store.counted(counter, since)).toBe(0);
  });

  it('stays unknown while the read-back does not work, and says why', async () => {
    const bench = await open();
    const operation = await inDoubt(bench, 'call_lost');
    bench.clock.advance(200_000);
    bench.system.states.set('loan:get', { liveness: 'down' });
    expect(await bench.settle(operation)).toBeUndefined();
    bench.system.states.clear();
    bench.system.faults.set('loan:get', ['tool_error']);
    expect(await bench.settle(operation)).toBeUndefined();
    expect(await stateOf(bench, operation)).toBe('unknown');
    const why = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.not_settled' ? [entry.data.why] : [],
    );
    expect(why).toEqual(['the read-back gave resource_unavailable', 'the read-back gave not_found']);
  });

  it('lets out the fields that the write itself lets out: as declared, without its answer, and as the read has them', async () => {
    const release = (readBack: object) =>
      sampleRelease((assets) => {
        const { result } = assetIn(assets, 'loan_close') as unknown as {
          result: { project: Record<string, string>; read_back: object };
        };
        const ofAnswer = { loan_id: 'result.loan_id', fee: 'result.fee', paper: 'result.paper' };
        // The read projects a state too, and means another.
        result.project = { ...ofAnswer, asked: 'args.reason', state: "'asked: ' + args.reason" };
        Object.assign(result.read_back, readBack);
      });
    const results = async (readBack: object) => {
      const bench = await open({ release: release(readBack) });
      const known = (await bench.settle(await inDoubt(bench, 'answer_lost')))?.result;
      const direct = await open({ release: release(readBack) });
      const ended = await direct.confirm(await shown(direct));
      return { known, direct: ended?.kind === 'ended' ? ended.receipt.result : undefined };
    };
    const declared = await results({ project: { fee: 'read_back.fee', loan_id: 'read_back.loan_id' } });
    expect(declared.direct).toEqual({
      loan_id: OWN,
      fee: expect.any(Number),
      asked: 'read to the end',
      state: 'asked: read to the end',
    });
    expect(declared.known).toEqual(declared.direct);
    const { known } = await results({});
    expect(known).toMatchObject({ asked: 'read to the end', state: 'asked: read to the end' });
    expect(known).not.toHaveProperty('paper');
  });

  describe('says which declared fields it could not compute', () => {
    const PAPER = expect.stringMatching(/^project\.paper: ./);
    const FACT = expect.stringMatching(/^facts\.paper: ./);
    const release = () =>
      sampleRelease((assets) => {
        const { result } = assetIn(assets, 'loan_close') as unknown as {
          result: { project: Record<string, string>; facts: Record<string, string>; read_back: object };
        };
        result.project = { loan_id: 'result.loan_id', paper: 'result.paper' };
        result.facts = { ...result.facts, paper: 'result.paper' };
        Object.assign(result.read_back, { project: { loan_id: 'read_back.loan_id', asked: 'read_back.paper' } });
      });
    const problemsOf = async (bench: GateBench) => {
      const settled = (await bench.gateEntries()).find(({ kind }) => kind === 'gate.settled');
      return settled?.data as { readonly problems?: readonly string[] } | undefined;
    };

    it('by a read-back', async () => {
      const bench = await open({ release: release() });
      await bench.settle(await inDoubt(bench, 'answer_lost'));
      const asked = expect.stringMatching(/^read_back\.project\.asked: ./);
      expect(await problemsOf(bench)).toMatchObject({ problems: [asked, PAPER, FACT] });
    });

    it('by a person’s word', async () => {
      const bench = await open({ release: release() });
      const operation = await inDoubt(bench, 'answer_lost');
      const done = { outcome: 'succeeded', person: 'desk', reason: 'seen' } as const;
      await bench.run(settleByPerson(operation, done, await bench.context()));
      expect((await problemsOf(bench))?.problems).toEqual(expect.arrayContaining([PAPER, FACT]));
    });

    it('by a late answer', async () => {
      const bench = await open({ release: release() });
      const operation = await inDoubt(bench, 'answer_lost');
      const structured = { loan_id: OWN, state: 'closed', fee: 1 };
      const late = { status: 'answered', isError: false, structured } as const;
      await bench.run(settleByAnswer(operation, late, await bench.context()));
      expect(await problemsOf(bench)).toMatchObject({ problems: [PAPER, FACT] });
    });

    it('and none where nothing was to be computed', async () => {
      const bench = await open({ release: release() });
      const operation = await inDoubt(bench, 'call_lost');
      bench.clock.advance(200_000);
      expect(await bench.settle(operation)).toMatchObject({ outcome: 'failed' });
      expect(await problemsOf(bench)).toMatchObject({ problems: [] });
    });
  });

  it('stays unknown when the condition cannot be evaluated', async () => {
    const bench = await open({
      release: sampleRelease((assets) => {
        const { result } = assetIn(assets, 'loan_close') as unknown as {
          result: { read_back: { succeeded_when: string } };
        };
        result.read_back.succeeded_when = "read_back.nothing == 'closed'";
      }),
    });
    const operation = await inDoubt(bench, 'call_lost');
    bench.clock.advance(1_000_000);
    expect(await bench.settle(operation)).toBeUndefined();
    expect(await stateOf(bench, operation)).toBe('unknown');
  });

  it('stays unknown without a read-back', async () => {
    const bench = await open();
    await bench.say('留言');
    bench.system.faults.set('note:add', ['answer_lost']);
    const outcome = await bench.propose('note:add', { text: 'a' });
    const operation = outcome.kind === 'ended' ? outcome.receipt.id : '';
    bench.clock.advance(1_000_000);
    expect(await bench.settle(operation)).toBeUndefined();
    expect(await stateOf(bench, operation)).toBe('unknown');
  });
});

describe('a process that falls behind', () => {
  it('does not send what it should have sent earlier', async () => {
    const bench = await open();
    const operation = await shown(bench);
    const commit = bench.store.commit.bind(bench.store);
    bench.store.commit = async (draft) => {
      const result = await commit(draft);
      if (draft.durability === 'power') bench.clock.advance(10_001);
      return result;
    };
    expect(await bench.confirm(operation, 'button')).toMatchObject({
      receipt: { outcome: 'failed', code: 'not_sent' },
    });
    expect(bench.system.calls.filter(({ capability }) => capability === 'loan:close')).toEqual([]);
  });

  it('and loses the conversation while it calls writes nothing more; whoever took over settles what it did', async () => {
    const bench = await open();
    const operation = await shown(bench);
    const context = await bench.context();
    const { id } = context.conversation;
    const successor = { taken: false };
    bench.system.onCall = async ({ capability }) => {
      if (capability !== 'loan:close') return;
      await bench.store.releaseLease(bench.lease());
      await bench.takeOver();
      successor.taken = true;
    };
    await expect(bench.run(confirmOperation({ operation, by: 'button' }, context))).rejects.toThrow(RoundDropped);
    expect(successor.taken).toBe(true);
    expect(await stateOf(bench, operation)).toBe('executing');
    expect(await bench.recover()).toMatchObject([{ id: operation, outcome: 'succeeded' }]);
    expect((await bench.store.entries(id)).filter(({ kind }) => kind === 'gate.executing')).toHaveLength(1);
  });
});

describe('after a crash', () => {
  it('what was executing becomes unknown and is looked up', async () => {
    const bench = await open();
    const operation = await shown(bench);
    await expect(bench.run(confirmOperation({ operation, by: 'button' }, await bench.context()), 2)).rejects.toThrow(
      Died,
    );
    expect(await stateOf(bench, operation)).toBe('executing');
    expect(bench.system.loans.get(OWN)?.state).toBe('closed');
    expect(await bench.recover()).toMatchObject([{ id: operation, outcome: 'succeeded' }]);
    expect(await stateOf(bench, operation)).toBe('succeeded');
    expect(await bench.recover()).toEqual([]);
  });

  it('what never arrived stays in doubt until it cannot arrive any more', async () => {
    const bench = await open();
    const operation = await shown(bench);
    bench.system.faults.set('loan:close', ['call_lost']);
    await expect(bench.run(confirmOperation({ operation, by: 'button' }, await bench.context()), 2)).rejects.toThrow(
      Died,
    );
    expect(await bench.recover()).toMatchObject([
      {
        id: operation,
        outcome: 'unknown',
        code: 'crashed',
        event: 'sys_operation_in_doubt',
        telling: { mode: 'fixed' },
      },
    ]);
    expect(await bench.propose('loan:close', CLOSE)).toMatchObject({ kind: 'blocked', code: 'operation_in_doubt' });
    bench.clock.advance(200_000);
    expect(await bench.settle(operation)).toMatchObject({ outcome: 'failed' });
  });

  it('before the reservation was committed nothing has happened, and the notice still waits', async () => {
    const bench = await open();
    const operation = await shown(bench);
    await expect(bench.run(confirmOperation({ operation, by: 'button' }, await bench.context()), 1)).rejects.toThrow(
      Died,
    );
    expect(await stateOf(bench, operation)).toBe('awaiting_confirmation');
    expect(await bench.recover()).toEqual([]);
    expect(bench.system.loans.get(OWN)?.state).toBe('open');
    expect(await bench.confirm(operation, 'button')).toMatchObject({ kind: 'ended' });
  });
});
