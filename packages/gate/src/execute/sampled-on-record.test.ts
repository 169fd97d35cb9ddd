import { describe, expect, it } from 'vitest';
import type { SampledText } from '../resource-port.ts';
import { type GateBench, lendingSystem, openBench } from '../testing/index.ts';

const OWN = '#L2890441';
const SAMPLED: SampledText = {
  status: 'written',
  question: { messages: [{ role: 'user', text: 'The reader lives in Elm Street.' }], maxTokens: 50 },
  text: 'A reader.',
  model: 'test/m',
  stop: 'endTurn',
  usage: { inputTokens: 9, outputTokens: 2 },
};

/** A gate whose system has a model write something with every call. */
async function sampling(): Promise<GateBench> {
  const system = lendingSystem({ [OWN]: { holder: 'reader-1', state: 'open', fee: 12.5 } });
  const call: typeof system.call = async (made) => ({ ...(await plain(made)), sampled: [SAMPLED], notes: ['refused'] });
  const plain = system.call;
  return await openBench({ system: Object.assign(system, { call }) });
}

const ended = async (bench: GateBench) =>
  (await bench.gateEntries()).filter(({ kind }) => kind === 'gate.call_ended').map(({ data }) => data);

describe('what a system had a model write', () => {
  it('stands with the end of a read and of a write, and with the reads that the gate made itself', async () => {
    const bench = await sampling();
    await bench.say(`查 ${OWN}`);
    await bench.propose('loan:get', { loan_id: OWN });
    expect(await ended(bench)).toMatchObject([{ effect: 'read', sampled: [SAMPLED] }]);
    await bench.say(`结束 ${OWN}，看完了`);
    const shown = await bench.propose('loan:close', { loan_id: OWN, reason: 'read to the end' });
    if (shown.kind !== 'awaiting_confirmation') throw new Error(JSON.stringify(shown));
    await bench.confirm(shown.notice.operation);
    expect((await ended(bench)).at(-1)).toMatchObject({ effect: 'write', outcome: 'succeeded', sampled: [SAMPLED] });
    const decisions = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.decision' ? [entry.data] : [],
    );
    expect(Object.values(decisions.at(-1)?.inputs.reads ?? {})).toMatchObject([
      { remarks: { sampled: [SAMPLED], notes: ['refused'] } },
    ]);
    expect(await bench.replay()).toMatchObject({ different: [] });
  });

  it('is personal, and is told neither to a model nor to a condition', async () => {
    const bench = await sampling();
    await bench.say(`查 ${OWN}`);
    const outcome = await bench.propose('loan:get', { loan_id: OWN });
    expect(JSON.stringify(outcome)).not.toContain('Elm Street');
    const [own] = (await bench.entries()).filter(({ kind }) => kind === 'gate.call_ended');
    expect(own?.evidence?.map(({ field }) => field)).toContain('sampled');
  });

  it('is not written again: a read that got no answer after it is not sent again', async () => {
    const bench = await sampling();
    bench.system.faults.set('loan:get', ['call_lost']);
    await bench.say(`查 ${OWN}`);
    await bench.propose('loan:get', { loan_id: OWN });
    expect(bench.system.calls).toHaveLength(1);
    expect(await ended(bench)).toMatchObject([{ outcome: 'failed', attempts: 1, sampled: [SAMPLED] }]);
  });
});
