import { drive, type JournalEntry } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { handleUnattended } from './handle-unattended.ts';
import { type EmployeeBench, openBench, sentIn, textOf } from './testing/index.ts';

/** Handles what waits as when the workspace no longer has the employee. */
async function workUnattended(bench: EmployeeBench): Promise<readonly JournalEntry[]> {
  const { conversation, store, clock } = bench;
  const { length } = await bench.entries();
  const at = new Date(clock.now()).toISOString();
  const lease = await store.acquireLease(conversation, 'other', 60_000, at);
  for (let [item] = await store.inbox(conversation, 1); item; [item] = await store.inbox(conversation, 1)) {
    const state = await bench.state();
    const round = `round_${item.id}`;
    await drive(handleUnattended(state, item, round, clock), {
      store,
      lease: lease!,
      sequence: state.sequence,
      round,
      engine: 'test@1.0.0',
      clock,
    });
  }
  await store.releaseLease(lease!);
  return (await bench.entries()).slice(length);
}

describe('an item of an employee that is gone', () => {
  it('that an operator wrote reaches the customer all the same', async () => {
    const bench = await openBench();
    await bench.accept('operator_message', { person: '王芳', text: '我来处理。' });
    expect(sentIn(await workUnattended(bench))).toMatchObject([{ kind: 'person', text: '我来处理。' }]);
    expect((await bench.state()).handOver).toMatchObject({ person: '王芳' });
  });

  it.each([
    ['message', { text: 'Hello there' }, /Sorry, something went wrong/],
    ['confirm_button', { operation: 'op_1' }, /抱歉/],
    ['decline_button', { operation: 'op_1' }, /抱歉/],
  ] as const)('is answered when it is a %s, and says that an AI writes', async (kind, data, says) => {
    const bench = await openBench();
    await bench.accept(kind, data);
    const entries = await workUnattended(bench);
    expect(textOf(sentIn(entries))).toMatch(says);
    expect(textOf(sentIn(entries))).toMatch(/AI/);
    expect(entries.at(-1)?.data).toMatchObject({ end: 'employee_unknown' });
    expect(await bench.store.inbox(bench.conversation)).toEqual([]);
  });

  it('is not answered when nobody waits for it', async () => {
    const bench = await openBench();
    await bench.accept('opened');
    expect(sentIn(await workUnattended(bench))).toEqual([]);
  });

  it('comes again when it is a timer, for the employee may', async () => {
    const bench = await openBench({ script: [{ calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] }] });
    await bench.say('我要还书 L200001');
    bench.system.faults.set('loan:return', ['answer_lost']);
    await bench.say('确认');
    bench.clock.advance(5_000);
    await bench.claimTimers();
    expect(sentIn(await workUnattended(bench))).toEqual([]);
    bench.clock.advance(3_600_000);
    await bench.claimTimers();
    expect(textOf(await bench.work())).toMatch(/已为您登记归还 L200001|已核实/);
  });
});
