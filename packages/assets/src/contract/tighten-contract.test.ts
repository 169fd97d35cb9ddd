import { durationMs } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskControl } from '../schema/task-package.ts';
import { contractOf } from '../testing/index.ts';
import { findLoosening, tightenContract } from './tighten-contract.ts';

const contract = contractOf({
  authorization: { scopes: ['a'], require: "contact.level == 'verified'" },
  limits: { per_contact: 5, within: '1d' },
  confirmation: { by: 'customer', notice: 'Do it?', expires_in: '30m' },
  arguments: { thing: { schema: { type: 'string' }, origin: ['customer'] } },
  idempotency: { scope: 'contact', key: ['thing'], window: '24h' },
});

describe('what is stricter counts', () => {
  test.each<[string, TaskControl, object]>([
    ['fewer', { limits: { per_contact: 3, within: '1d' } }, { limits: { per_contact: 3, within: '1d' } }],
    ['as many in longer', { limits: { per_contact: 5, within: '2d' } }, { limits: { per_contact: 5, within: '2d' } }],
    ['less time to confirm', { confirmation: { expires_in: '5m' } }, { confirmation: { expires_in: '5m' } }],
    ['a longer memory of repetitions', { idempotency: { window: '7d' } }, { idempotency: { window: '7d' } }],
    ['another scope', { authorization: { scopes: ['b'] } }, { authorization: { scopes: ['a', 'b'] } }],
    [
      'another condition',
      { authorization: { scopes: [], require: 'facts.x || facts.y' } },
      { authorization: { scopes: ['a'], require: "(contact.level == 'verified') && (facts.x || facts.y)" } },
    ],
  ])('%s', (_, control, expected) => {
    expect(tightenContract(contract, control)).toMatchObject(expected);
    expect(findLoosening(contract, control)).toEqual([]);
  });
});

describe('what is looser is left as it is, and reported', () => {
  test.each<[string, TaskControl, string]>([
    ['more', { limits: { per_contact: 6, within: '1d' } }, 'limits.per_contact'],
    ['fewer, in shorter', { limits: { per_contact: 2, within: '1h' } }, 'limits'],
    ['more time to confirm', { confirmation: { expires_in: '2h' } }, 'confirmation.expires_in'],
    ['a shorter memory', { idempotency: { window: '1h' } }, 'idempotency.window'],
  ])('%s', (_, control, path) => {
    expect(tightenContract(contract, control)).toEqual(contract);
    expect(findLoosening(contract, control).map((found) => found.path.join('.'))).toEqual([path]);
  });
});

test('a control over what the contract does not have is reported', () => {
  const bare = contractOf();
  const control: TaskControl = { confirmation: { expires_in: '1m' }, idempotency: { window: '1d' } };
  expect(findLoosening(bare, control).map(({ path }) => path[0])).toEqual(['confirmation', 'idempotency']);
  expect(tightenContract(bare, control)).toEqual(bare);
});

test('a limit and a scope are added where the contract has none', () => {
  const control: TaskControl = { limits: { per_contact: 1, within: '1h' }, authorization: { scopes: ['a'] } };
  expect(tightenContract(contractOf(), control)).toMatchObject(control);
});

test('without a control nothing changes', () => {
  expect(tightenContract(contract, undefined)).toBe(contract);
});

test('no control makes a contract looser', () => {
  const duration = fc
    .tuple(fc.integer({ min: 1, max: 100 }), fc.constantFrom('m', 'h', 'd'))
    .map(([n, unit]) => `${n}${unit}`);
  const control = fc.record(
    {
      limits: fc.record({ per_contact: fc.integer({ min: 1, max: 10 }), within: duration }),
      confirmation: fc.record({ expires_in: duration }),
      idempotency: fc.record({ window: duration }),
      authorization: fc.record({ scopes: fc.array(fc.constantFrom('a', 'b')) }),
    },
    { requiredKeys: [] },
  );
  const ms = (text: string | undefined): number => durationMs(text ?? '') ?? 0;
  fc.assert(
    fc.property(control, (each) => {
      const tight = tightenContract(contract, each);
      expect(tight.limits?.per_contact).toBeLessThanOrEqual(5);
      expect(ms(tight.limits?.within)).toBeGreaterThanOrEqual(ms('1d'));
      expect(ms(tight.confirmation?.expires_in)).toBeLessThanOrEqual(ms('30m'));
      expect(ms(tight.idempotency?.window)).toBeGreaterThanOrEqual(ms('24h'));
      expect(tight.authorization?.scopes).toContain('a');
    }),
  );
});

describe('limits are tightened field by field', () => {
  const amounts = [
    { of: 'args.fee', decimals: 2, per_contact: 100, per_employee: 5000, within: '1d' },
    { of: 'args.days', decimals: 0, per_contact: 30, within: '30d' },
  ];
  const own = contractOf({ limits: { per_contact: 5, per_organisation: 900, within: '1d', amounts } });

  test('within the same time, whatever unit it is written in, the smaller number of each holds', () => {
    const control: TaskControl = {
      limits: {
        per_contact: 2,
        per_employee: 40,
        within: '24h',
        amounts: [{ of: 'args.fee', decimals: 2, per_contact: 50, within: '1d' }],
      },
    };
    expect(findLoosening(own, control)).toEqual([]);
    expect(tightenContract(own, control).limits).toEqual({
      per_contact: 2,
      per_employee: 40,
      per_organisation: 900,
      within: '1d',
      amounts: [{ ...amounts[0], per_contact: 50 }, amounts[1]],
    });
  });

  test('what is looser is named by its field, and the rest still holds', () => {
    const control: TaskControl = {
      limits: {
        per_contact: 9,
        per_organisation: 10,
        within: '1d',
        amounts: [{ of: 'args.fee', decimals: 2, per_contact: 100.01, within: '1d' }],
      },
    };
    expect(findLoosening(own, control).map(({ path }) => path.join('.'))).toEqual([
      'limits.per_contact',
      'limits.amounts.0.per_contact',
    ]);
    expect(tightenContract(own, control).limits).toMatchObject({ per_contact: 5, per_organisation: 10, amounts });
  });

  test('an amount is added, and counts are kept beside amounts alone', () => {
    const added = { of: 'args.points', decimals: 0, per_contact: 7, within: '1h' };
    expect(tightenContract(own, { limits: { amounts: [added] } }).limits).toEqual({
      ...own.limits,
      amounts: [...amounts, added],
    });
  });
});
