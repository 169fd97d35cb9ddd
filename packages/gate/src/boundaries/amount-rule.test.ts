import { describe, expect, it } from 'vitest';
import { proposeCall } from '../execute/propose-call.ts';
import { assetIn, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { blocked, ended } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const limited = (amount: object, edit: (assets: SampleAsset[]) => void = () => {}) => ({
  release: sampleRelease((assets) => {
    assetIn(assets, 'note_add').limits = { amounts: [{ decimals: 0, within: '1h', ...amount }] };
    edit(assets);
  }),
});

describe('limits on amounts', () => {
  it('add up what succeeded, refuse what would go over, and give back what failed', async () => {
    const bench = await open(limited({ of: 'size(args.text)', per_contact: 10 }));
    bench.system.faults.set('note:add', ['not_sent']);
    expect(ended(await bench.propose('note:add', { text: '1234567890' })).outcome).toBe('failed');
    expect(ended(await bench.propose('note:add', { text: '123456' })).outcome).toBe('succeeded');
    const { decision } = blocked(await bench.propose('note:add', { text: '54321' }));
    expect(decision.code).toBe('limit_reached');
    expect(JSON.stringify(decision.checks)).toContain('size(args.text): 5 more; 6 of 10 used for the contact');
    expect(ended(await bench.propose('note:add', { text: '4321' })).outcome).toBe('succeeded');
    bench.clock.advance(3_600_001);
    expect(ended(await bench.propose('note:add', { text: '0987654321' })).outcome).toBe('succeeded');
  });

  it('count what is in doubt', async () => {
    const bench = await open(limited({ of: 'size(args.text)', per_contact: 4 }));
    bench.system.faults.set('note:add', ['call_lost']);
    expect(ended(await bench.propose('note:add', { text: 'abcd' })).outcome).toBe('unknown');
    expect(blocked(await bench.propose('note:add', { text: 'e' })).code).toBe('limit_reached');
  });

  it.each(['per_employee', 'per_organisation'])('%s adds up over all contacts', async (each) => {
    const bench = await open(limited({ of: 'size(args.text)', [each]: 5 }));
    await bench.propose('note:add', { text: 'abc' });
    expect(blocked(await bench.propose('note:add', { text: 'def' })).code).toBe('limit_reached');
    const counters = (await bench.gateEntries()).flatMap((entry) =>
      entry.kind === 'gate.executing' ? entry.data.counters : [],
    );
    expect(counters).toEqual([expect.stringContaining(`:${each.slice(4)}`)]);
    expect(counters[0]).not.toContain(bench.contact);
  });

  it.each([
    ['negative', '0 - size(args.text)'],
    ['not finite', 'double(size(args.text)) / 0.0'],
    ['no number', 'args.text'],
    ['not there', 'facts.nothing'],
    ['more than can be counted exactly', 'double(size(args.text)) * 1e16'],
  ])('deny an amount that is %s', async (_, of) => {
    const bench = await open(limited({ of, per_contact: 1000 }));
    expect(blocked(await bench.propose('note:add', { text: 'a' })).code).toBe('limit_reached');
    expect(bench.system.notes).toEqual([]);
  });

  it('count in whole units without drift', async () => {
    const bench = await open(limited({ of: 'double(size(args.text)) * 0.1', decimals: 1, per_contact: 0.3 }));
    for (const text of ['a', 'b', 'c'])
      expect(ended(await bench.propose('note:add', { text })).outcome).toBe('succeeded');
    expect(blocked(await bench.propose('note:add', { text: 'd' })).code).toBe('limit_reached');
  });

  it('may look at what the preconditions read', async () => {
    const bench = await open({
      release: sampleRelease((assets) => {
        assetIn(assets, 'loan_close').limits = {
          amounts: [{ of: 'reads.loan.fee', decimals: 2, per_contact: 12.4, within: '1d' }],
        };
      }),
    });
    await bench.say('close #L2890441, read to the end');
    const { decision } = blocked(
      await bench.propose('loan:close', { loan_id: '#L2890441', reason: 'read to the end' }),
    );
    expect(decision.code).toBe('limit_reached');
    expect(JSON.stringify(decision.checks)).toContain('reads.loan.fee: 12.50 more; 0.00 of 12.40 used');
  });

  it('are tightened by a task, and an amount that somebody else used up in between becomes a recorded block', async () => {
    const control = { 'note:add': { limits: { amounts: [{ of: 'size(args.text)', per_contact: 3, within: '1h' }] } } };
    const bench = await open(
      limited({ of: 'size(args.text)', per_contact: 9 }, (assets) => {
        assetIn(assets, 'loan_service').control_contract = control;
      }),
    );
    const context = await bench.context();
    const store = { ...bench.store, counted: async () => 0 };
    expect(ended(await bench.propose('note:add', { text: 'ab' })).outcome).toBe('succeeded');
    const late = proposeCall({ id: 'late', capability: 'note:add', arguments: { text: 'cd' } }, { ...context, store });
    expect(blocked(await bench.run(late)).code).toBe('limit_reached');
    expect(bench.system.notes).toEqual(['ab']);
  });
});
