import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetIn, type SampleAsset, sampleRelease } from '../testing/index.ts';
import { asked, blocked } from '../testing/outcomes.ts';
import { replayedBenches } from '../testing/replayed.ts';

const open = replayedBenches();
const OWN = '#L2890441';
const CLOSE = { loan_id: OWN, reason: 'read to the end' };

interface ForEach {
  readonly id: string;
  readonly for_each: string;
  readonly expect?: string;
  readonly [key: string]: unknown;
}

function withConditions(conditions: { readonly precondition?: ForEach; readonly guard?: ForEach }) {
  return sampleRelease((assets: SampleAsset[]) => {
    const contract = assetIn(assets, 'loan_close') as SampleAsset & { preconditions: unknown[]; guards: unknown[] };
    const { precondition, guard } = conditions;
    if (precondition) contract.preconditions.push(precondition);
    if (guard) contract.guards.push({ otherwise: { code: 'not_each' }, ...guard });
  });
}

const readEach = (for_each: string, expectation?: string): ForEach => ({
  id: 'each',
  for_each,
  read: { capability: 'loan:get', arguments: { loan_id: 'item' } },
  otherwise: { code: 'not_all' },
  ...(expectation === undefined ? {} : { expect: expectation }),
});

describe('a read for each item of a list', () => {
  it('is made once for each, and its results are a list in order', async () => {
    const release = withConditions({
      precondition: readEach("['#L2890441', '#L1000002']", 'reads.each[index].loan_id == item'),
      guard: { id: 'all', for_each: 'reads.each', expect: "item.state == 'open' && reads.each.size() == 2" },
    });
    const bench = await open({ release });
    asked(await bench.propose('loan:close', CLOSE));
    expect(bench.system.calls.map(({ arguments: args }) => args.loan_id)).toEqual([OWN, OWN, '#L1000002']);
  });

  it('blocks with its own code when the expectation does not hold for one of them', async () => {
    const release = withConditions({
      precondition: readEach("['#L2890441', '#L1000002']", 'reads.each[index].fee > 1.0'),
    });
    const bench = await open({ release });
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision).toMatchObject({
      code: 'precondition_failed',
      reason: 'not_all',
    });
  });

  it('blocks when one of them is somebody else’s', async () => {
    const release = withConditions({ precondition: readEach("['#L2890441', '#L7777777']", 'true') });
    const bench = await open({ release });
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision).toMatchObject({
      code: 'precondition_failed',
      reason: 'not_yours',
    });
  });

  it('needs no read of an empty list', async () => {
    const bench = await open({ release: withConditions({ precondition: readEach('[]', 'false') }) });
    asked(await bench.propose('loan:close', CLOSE));
    expect(bench.system.calls).toHaveLength(1);
  });

  it.each([
    ['that is none', 'args.loan_id'],
    ['that cannot be evaluated', 'reads.nothing.at_all'],
    ['that names a read that comes later', 'reads.each'],
    ['of more than twenty items', `[${Array.from({ length: 21 }, () => "'#L2890441'").join(', ')}]`],
  ])('blocks for a list %s, and reads nothing for it', async (_, list) => {
    const bench = await open({ release: withConditions({ precondition: readEach(list, 'true') }) });
    expect(blocked(await bench.propose('loan:close', CLOSE)).code).toBe('precondition_failed');
    expect(bench.system.calls.length).toBeLessThanOrEqual(1);
  });

  it('is made again on a yes, and a difference blocks', async () => {
    const release = withConditions({ precondition: readEach("['#L1000002']", "reads.each[index].state == 'open'") });
    const bench = await open({ release });
    const { notice } = asked(await bench.propose('loan:close', CLOSE));
    bench.system.loans.set('#L1000002', { holder: 'reader-1', state: 'closed', fee: 0 });
    expect(blocked(await bench.confirm(notice.operation)).code).toBe('precondition_failed');
  });
});

describe('a guard for each item of a list', () => {
  it.each([
    ['an empty list', '[]', 'true'],
    ['no list', 'args.loan_id', 'true'],
    ['a list of which one item does not hold', '[1, 2, 3]', 'item < 3'],
    ['a list of which one item cannot be evaluated', "['a', 'b']", "item.matches('a') || item < 3"],
  ])('blocks for %s', async (_, for_each, expectation) => {
    const bench = await open({ release: withConditions({ guard: { id: 'each', for_each, expect: expectation } }) });
    expect(blocked(await bench.propose('loan:close', CLOSE)).decision).toMatchObject({
      code: 'guard_failed',
      reason: 'not_each',
    });
  });

  it('holds exactly when there is an item and it holds for each', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 }), async (numbers) => {
        const guard = { id: 'each', for_each: JSON.stringify(numbers), expect: 'item < 4 && index >= 0' };
        const bench = await open({ release: withConditions({ guard }) });
        const outcome = await bench.propose('loan:close', CLOSE);
        const holds = numbers.length > 0 && numbers.every((number) => number < 4);
        expect(outcome.kind).toBe(holds ? 'awaiting_confirmation' : 'blocked');
      }),
      { numRuns: 25 },
    );
  });
});
