import type { JsonObject } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallOutcome } from '../receipt.ts';
import { assetIn, sampleRelease } from '../testing/index.ts';
import { asked, blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };

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

  it('what is derived is computed by the gate, whatever was sent, and is no unproven value', async () => {
    const release = sampleRelease((assets) => {
      const args = assetIn(assets, 'note_add').arguments as Record<string, object>;
      args.size = { schema: { type: 'integer', maximum: 9 }, required: true, origin: [{ derived: 'size(args.text)' }] };
    });
    const bench = await open({ release });
    for (const [at, size] of [undefined, 7, 'seven'].entries()) {
      const sent = size === undefined ? {} : { size };
      const receipt = ended(await bench.propose('note:add', { text: `abc${at}`, ...sent }));
      expect(receipt).toMatchObject({ arguments: { size: 4 }, proven: true });
    }
    expect(blocked(await bench.propose('note:add', { text: 'longer than nine' }))).toMatchObject({
      code: 'argument_invalid',
      decision: { argument: 'size' },
    });
  });

  it('what cannot be derived blocks when it is needed, and stays away when it is not', async () => {
    const release = (required: boolean) =>
      sampleRelease((assets) => {
        const args = assetIn(assets, 'note_add').arguments as Record<string, object>;
        args.copies = { schema: { type: 'integer' }, origin: ['customer'] };
        args.twice = { schema: { type: 'integer' }, required, origin: [{ derived: 'args.copies * 2' }] };
      });
    const bench = await open({ release: release(true) });
    expect(blocked(await bench.propose('note:add', { text: 'a' })).code).toBe('argument_invalid');
    bench.use(release(false));
    expect(ended(await bench.propose('note:add', { text: 'a' })).arguments).toEqual({ text: 'a' });
  });

  it('a date is resolved where the business is, and the words it was made from prove it', async () => {
    const release = sampleRelease((assets) => {
      const args = assetIn(assets, 'note_add').arguments as Record<string, object>;
      const schema = { type: 'string', format: 'date' };
      args.on = { schema, normalise: ['date'], origin: ['customer'], label: { zh: '日期' } };
    });
    const bench = await open({ release });
    // 16:30 UTC: already the next day in Shanghai.
    bench.clock.advance(8.5 * 3_600_000);
    await bench.say('明天提醒我');
    const receipt = ended(await bench.propose('note:add', { text: 'a', on: '明天' }));
    expect(receipt).toMatchObject({ arguments: { on: '2026-03-04' }, proven: true });
    expect(ended(await bench.propose('note:add', { text: 'b', on: '2026-03-04' })).proven).toBe(true);
    expect(asked(await bench.propose('note:add', { text: 'c', on: '2026-03-05' })).notice.text).toContain('2026-03-05');
    expect(blocked(await bench.propose('note:add', { text: 'd', on: 'some day' })).code).toBe('argument_invalid');
  });

  it('the value that the gate itself computes may be sent', async () => {
    const bench = await open();
    await bench.say(`结束 ${OWN}，看完了`);
    expect(asked(await bench.propose('loan:close', { ...CLOSE, holder: 'reader-1' })).kind).toBe(
      'awaiting_confirmation',
    );
  });

  it('of any kind are decided and recorded, never thrown at', async () => {
    const bench = await open();
    const anything = fc.dictionary(
      fc.oneof(fc.constantFrom('text', 'loan_id', '__proto__', 'toJSON'), fc.string()),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom('note:add', 'loan:close', 'loan:get'), async (args, capability) => {
        const before = (await bench.gateEntries()).length;
        await bench.propose(capability, args as JsonObject);
        expect((await bench.gateEntries()).length).toBeGreaterThan(before);
      }),
      { numRuns: 60, examples: [[{ text: { toJSON: 1 } }, 'note:add']] },
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
