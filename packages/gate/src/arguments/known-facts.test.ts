import { describe, expect, it } from 'vitest';
import type { KnownFact, TaskState } from '../call-context.ts';
import { confirmOperation } from '../execute/confirm-operation.ts';
import { proposeCall } from '../execute/propose-call.ts';
import type { GateBench } from '../testing/gate-bench.ts';
import { assetIn, sampleRelease } from '../testing/index.ts';
import { asked, blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

interface Editable {
  arguments: Record<string, Record<string, unknown>>;
}

const open = replayedBenches();
const OWN = '#L2890441';
const fact = (value: string): KnownFact => ({ value, from: 'call-9', at: '2026-03-02T07:00:00.000Z' });

/** The bench's context with facts that an earlier call proved. */
async function knowing(bench: GateBench, known: Record<string, KnownFact> | undefined) {
  const context = await bench.context();
  const taskState = (...call: Parameters<typeof context.taskState>): TaskState => {
    const state = context.taskState(...call);
    const facts = Object.fromEntries(Object.entries(known ?? {}).map(([name, { value }]) => [name, value]));
    return { ...state, facts: { ...facts, ...state.facts }, ...(known ? { known } : {}) };
  };
  return { ...context, taskState };
}
const propose = async (bench: GateBench, args: object, known?: Record<string, KnownFact>, capability = 'loan:get') =>
  bench.run(
    proposeCall({ id: `call-${Math.random()}`, capability, arguments: { ...args } }, await knowing(bench, known)),
  );

describe('a required argument that was not sent', () => {
  it('is filled from the proven fact of the same instance, with the fact as its origin', async () => {
    const bench = await open();
    const receipt = ended(await propose(bench, {}, { loan_id: fact(OWN) }));
    expect(receipt).toMatchObject({
      outcome: 'succeeded',
      arguments: { loan_id: OWN },
      reused: ['loan_id'],
      proven: true,
    });
    const [decision] = await bench.gateEntries();
    expect(decision?.data).toMatchObject({
      decision: { prepared: { origins: [{ argument: 'loan_id', from: 'fact', at: 'facts.loan_id', by: 'call-9' }] } },
      inputs: { task: { known: { loan_id: { from: 'call-9' } } } },
    });
  });

  it('is asked for where nothing is known, or what is known does not fit', async () => {
    const bench = await open();
    for (const known of [undefined, {}, { loan_id: fact('of another form') }, { other: fact(OWN) }])
      expect(blocked(await propose(bench, {}, known)).code).toBe('argument_missing');
  });

  it('gives way to what the customer says now', async () => {
    const bench = await open();
    await bench.say('#L1000002');
    const receipt = ended(await propose(bench, { loan_id: '#L1000002' }, { loan_id: fact(OWN) }));
    expect(receipt.arguments).toEqual({ loan_id: '#L1000002' });
    expect(receipt.reused).toBeUndefined();
  });

  it('is shown in the notice of a write as established earlier, also where the template shows it', async () => {
    const bench = await open();
    await bench.say('read to the end');
    const { notice } = asked(await propose(bench, { reason: 'read to the end' }, { loan_id: fact(OWN) }, 'loan:close'));
    expect(notice.text).toContain(`借阅号：${OWN}（沿用本次会话里已确认的信息，请核对）`);
  });

  it('makes a confirmation stale when the fact has changed since', async () => {
    const bench = await open();
    await bench.say('read to the end');
    const args = { reason: 'read to the end' };
    const { notice } = asked(await propose(bench, args, { loan_id: fact(OWN) }, 'loan:close'));
    const changed = await knowing(bench, { loan_id: fact('#L1000002') });
    const outcome = await bench.run(
      confirmOperation({ operation: notice.operation, by: 'text', noticeIsLast: true }, changed),
    );
    expect(outcome?.kind).toBe('awaiting_confirmation');
    expect(bench.system.effects.size).toBe(0);
    expect((await bench.gateEntries()).some(({ data }) => 'code' in data && data.code === 'confirmation_stale')).toBe(
      true,
    );
  });

  it('is asked for by a write that shows no notice, and where the contract does not require it', async () => {
    const silent = sampleRelease((assets) => {
      const note = assetIn(assets, 'note_add') as unknown as Editable;
      note.arguments.loan_id = { ...note.arguments.loan_id, fact: 'loan_id', required: true };
    });
    const bench = await open({ release: silent });
    const known = { loan_id: fact(OWN) };
    expect(blocked(await propose(bench, { text: 'a' }, known, 'note:add')).code).toBe('argument_missing');
    const optional = sampleRelease((assets) => {
      const note = assetIn(assets, 'note_add') as unknown as Editable;
      note.arguments.loan_id = { ...note.arguments.loan_id, fact: 'loan_id' };
    });
    bench.use(optional);
    expect(ended(await propose(bench, { text: 'a' }, known, 'note:add')).arguments).toEqual({ text: 'a' });
  });
});
