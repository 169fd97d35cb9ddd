import type { JsonObject } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import { proposeCall } from '../execute/propose-call.ts';
import { assetIn, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { asked, blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };
const edited = (edit: (assets: SampleAsset[]) => void) => ({ release: sampleRelease(edit) });

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

  it('shows for a deliberate repetition when it was last done; a yes to that raises the intent number', async () => {
    const bench = await open(
      edited((assets) => {
        Object.assign(assetIn(assets, 'note_add').idempotency as object, { repeat: 'ask' });
      }),
    );
    expect(ended(await bench.propose('note:add', { text: 'a' })).outcome).toBe('succeeded');
    bench.clock.advance(60_000);
    const { notice } = asked(await bench.propose('note:add', { text: 'a' }));
    expect(notice.text).toContain('已于 2026-03-02 16:00 办理成功');
    expect(bench.system.notes).toEqual(['a']);
    expect(ended(await bench.confirm(notice.operation)).outcome).toBe('succeeded');
    expect(bench.system.notes).toEqual(['a', 'a']);
    const intents = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.executing' ? [entry.data.intent] : [],
    );
    expect(intents).toEqual([1, 2]);
    expect(blocked(await bench.confirm(notice.operation)).code).toBe('confirmation_stale');
    expect(bench.system.notes).toHaveLength(2);
    // Another text is no repetition, and needs no question.
    expect(ended(await bench.propose('note:add', { text: 'b' })).outcome).toBe('succeeded');
  });

  it('turns a key that was taken in between into a recorded block', async () => {
    const bench = await open();
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
