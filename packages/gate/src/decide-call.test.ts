import { BOUNDARIES } from '@rolecall/assets';
import type { JsonObject } from '@rolecall/base';
import { canonicalJson } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallInputs, Needs } from './call-inputs.ts';
import { decideCall } from './decide-call.ts';
import type { Decision } from './decision.ts';
import { assetIn, sampleRelease } from './testing/index.ts';

const { release, space } = sampleRelease();
const START: CallInputs = {
  now: '2026-03-02T08:00:00.000Z',
  language: 'zh',
  contact: { id: 'k', external_id: 'reader-1', level: 'verified' },
  conversation: { id: 'c', channel: 'page' },
  employee: { id: 'mia', grants: ['loans:read', 'loans:write'], time_zone: 'Asia/Shanghai' },
  configuration: {},
  said: [{ sequence: 1, text: '结束 #L2890441，看完了' }],
  earlierReads: [],
};
const CALL = { id: 'call', capability: 'loan:close', arguments: { loan_id: '#L2890441', reason: 'read to the end' } };
const decide = (inputs: CallInputs, args: JsonObject = CALL.arguments) =>
  decideCall({ ...CALL, arguments: args }, space, release, inputs);

/** Gives a decision whatever it asks for. */
function answerNeeds(inputs: CallInputs, needs: Needs): CallInputs {
  return {
    ...inputs,
    ...(needs.task ? { task: { instance: 'i', task: needs.task.task, stage: 'open', facts: {} } } : {}),
    ...(needs.resource
      ? { resource: { credential: 'present', liveness: 'up', fingerprint: 'f', pinned: 'f' } as const }
      : {}),
    ...(needs.ledger ? { ledger: { base: needs.ledger.base } } : {}),
    ...(needs.counters ? { counters: Object.fromEntries(needs.counters.map(({ counter }) => [counter, 0])) } : {}),
    ...(needs.reads
      ? {
          reads: Object.fromEntries(
            needs.reads.map(({ id, capability, arguments: args }) => [
              id,
              {
                capability,
                arguments: args,
                outcome: 'succeeded' as const,
                code: 'found',
                result: { fee: 1, state: 'open' },
                at: START.now,
              },
            ]),
          ),
        }
      : {}),
  };
}

function decideAll(
  inputs: CallInputs,
  args?: JsonObject,
): { asked: string[][]; decision: Decision; inputs: CallInputs } {
  const asked: string[][] = [];
  let known = inputs;
  for (let round = 0; round < 20; round++) {
    const answer = decide(known, args);
    if (answer.verdict !== 'needs') return { asked, decision: answer, inputs: known };
    asked.push(Object.keys(answer).filter((key) => key !== 'verdict'));
    known = answerNeeds(known, answer);
  }
  throw new Error('it keeps asking');
}

describe('a decision', () => {
  it('asks for what it lacks, one boundary after the other', () => {
    const { asked, decision } = decideAll(START);
    expect(asked).toEqual([['task'], ['resource'], ['ledger', 'counters'], ['reads']]);
    expect(decision).toMatchObject({ verdict: 'block', code: 'confirmation_required' });
  });

  it('asks for nothing that an earlier failure makes idle', () => {
    expect(decideAll(START, { loan_id: '#L2890441' }).asked).toEqual([['task'], ['resource']]);
    const closed = sampleRelease((assets) => (assetIn(assets, 'library').task_installations = []));
    expect(decideCall(CALL, closed.space, closed.release, START).verdict).toBe('block');
  });

  it('gives the subject and the proven facts by which the task’s instance is found', () => {
    const needs = decide(START, { loan_id: '#L2890441' });
    expect(needs).toMatchObject({
      task: { task: 'loan_service', provenFacts: { loan_id: '#L2890441' }, subject: '#L2890441' },
    });
    const unproven = decide({ ...START, said: [] }, { loan_id: '#L2890441' });
    expect(unproven).toMatchObject({ task: { provenFacts: {}, subject: '#L2890441' } });
  });

  it('lists the seven steps of the fifth boundary, and says which were not reached', () => {
    const whats = decideAll(START, { loan_id: '#L2890441' })
      .decision.checks.at(-1)
      ?.parts.map(({ what, outcome }) => `${outcome} ${what}`);
    expect(whats).toEqual([
      'fail argument reason',
      ...['authorization', 'ledger', 'limits', 'preconditions', 'guards', 'confirmation'].map(
        (step) => `not_evaluated ${step}`,
      ),
    ]);
  });

  it('says of a declined write that nothing else was looked at', () => {
    const notice = { hash: 'h', argumentsHash: 'a', language: 'zh', shownAt: START.now, expiresAt: START.now } as const;
    const decision = decide({
      ...START,
      confirmation: { operation: 'op', answer: 'no', by: 'text', notice, noticeIsLast: true, used: false },
    });
    expect(decision).toMatchObject({ verdict: 'block', code: 'confirmation_declined' });
  });

  const argument = fc.oneof(
    fc.constantFrom<JsonObject[string]>('#L2890441', 'l2890441', 'read to the end', '看完了'),
    fc.jsonValue() as fc.Arbitrary<JsonObject[string]>,
    // What a value says of itself is only data, too.
    fc.dictionary(fc.constantFrom('toString', 'valueOf', 'toJSON'), fc.jsonValue()) as fc.Arbitrary<JsonObject>,
  );
  const args = fc.dictionary(
    fc.constantFrom('loan_id', 'reason', 'copies', 'holder', 'force', '__proto__', 'toString'),
    argument,
  ) as fc.Arbitrary<JsonObject>;
  const said = fc.array(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('#L2890441', '看完了')), {
    maxLength: 4,
  });

  it('is always reached, never thrown, and the same again for the same inputs', () => {
    fc.assert(
      fc.property(args, said, (sent, texts) => {
        const inputs = { ...START, said: texts.map((text, index) => ({ sequence: index + 1, text })) };
        const { decision, inputs: known } = decideAll(inputs, sent);
        expect(canonicalJson(decide(JSON.parse(JSON.stringify(known)) as CallInputs, sent))).toBe(
          canonicalJson(decision),
        );
      }),
    );
  });

  it('evaluates the boundaries in order and stops at the first that fails', () => {
    fc.assert(
      fc.property(args, (sent) => {
        const { decision } = decideAll(START, sent);
        expect(decision.checks.map(({ boundary }) => boundary)).toEqual(BOUNDARIES);
        const outcomes = decision.checks.map(({ outcome }) => outcome);
        const failedAt = outcomes.indexOf('fail');
        expect(decision.verdict).toBe(failedAt < 0 ? 'allow' : 'block');
        if (decision.verdict === 'block') {
          expect(BOUNDARIES[failedAt]).toBe(decision.boundary);
          expect(decision.checks[failedAt]?.code).toBe(decision.code);
          expect(outcomes.slice(0, failedAt).every((outcome) => outcome === 'pass')).toBe(true);
          expect(outcomes.slice(failedAt + 1).every((outcome) => outcome === 'not_evaluated')).toBe(true);
        }
      }),
    );
  });

  it('does not change what it is given', () => {
    const frozen = deepFreeze(structuredClone(START));
    expect(() => decideAll(frozen)).not.toThrow();
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const item of Object.values(value)) deepFreeze(item);
    Object.freeze(value);
  }
  return value;
}
