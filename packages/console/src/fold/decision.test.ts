import fc from 'fast-check';
import { expect, test } from 'vitest';
import { journalOf, type Written } from '../testing/entries.ts';
import { BOUNDARIES, readDecision } from './decision.ts';

const read = (data: Written['data']) => {
  const [entry] = journalOf({ kind: 'gate.decision', data });
  return entry && readDecision(entry);
};

test('a decision has five boundaries in their order, those not told as not evaluated', () => {
  const decision = read({
    capability: 'desk:change',
    decision: {
      verdict: 'block',
      boundary: 'bound',
      code: 'capability_not_bound',
      checks: [
        {
          boundary: 'bound',
          outcome: 'fail',
          code: 'capability_not_bound',
          parts: [{ what: 'contract', outcome: 'fail' }],
        },
        { boundary: 'installed', outcome: 'pass', parts: [] },
      ],
    },
  });
  expect(decision?.checks.map((check) => check.boundary)).toEqual(BOUNDARIES);
  expect(decision?.checks.map((check) => check.outcome)).toEqual([
    'pass',
    'fail',
    'not_evaluated',
    'not_evaluated',
    'not_evaluated',
  ]);
  expect(decision).toMatchObject({ boundary: 'bound', code: 'capability_not_bound' });
});

test('arguments are shown as they would be sent, with their origin; as proposed where none were prepared', () => {
  const prepared = { values: { id: 'A1' }, origins: [{ argument: 'id', from: 'customer' }] };
  const call = { arguments: { id: 'a1' } };
  expect(read({ call, decision: { verdict: 'allow', checks: [], prepared } })?.arguments).toEqual([
    { name: 'id', value: 'A1', from: 'customer' },
  ]);
  expect(read({ call, decision: { verdict: 'block', checks: [] } })?.arguments).toEqual([
    { name: 'id', value: 'a1', from: undefined },
  ]);
});

test('an outcome that cannot be read is not shown as passed', () => {
  const checks = [{ boundary: 'installed', outcome: 'passed', parts: [{ what: 'task', outcome: true }] }];
  const check = read({ decision: { verdict: 'allow', checks } })?.checks[0];
  expect([check?.outcome, check?.parts[0]?.outcome]).toEqual(['not_evaluated', 'not_evaluated']);
});

test('another form is no decision, and none of them throws', () => {
  expect(read({ decision: { verdict: 'maybe' } })).toBeUndefined();
  expect(read({ decision: { $deleted: true } })).toBeUndefined();
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      read({ decision: { verdict: 'allow', checks: [data] as never, prepared: data as never } });
    }),
  );
});
