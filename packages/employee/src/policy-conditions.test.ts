import { describe, expect, it } from 'vitest';
import type { TaskInstance } from './journey.ts';
import { asksFor, conditionHolds, isForbidden, isRuleMet, type PolicyView } from './policy-conditions.ts';
import { deskRelease } from './testing/library-desk.ts';

const { release } = deskRelease();

function loan(state: string, terminal = false): TaskInstance {
  const facts = { loan_state: { value: state, from: 'call_1' } };
  return { instance: `task_${state}`, task: 'loan_desk', subject: state, stage: 'open', terminal, facts };
}

function view(...instances: TaskInstance[]): PolicyView {
  return { release, bindings: { contact: { level: 'verified' }, now: '2026-03-02T08:00:00.000Z' }, instances };
}

describe('a condition that cannot be evaluated', () => {
  it('grants nothing', () => {
    expect(conditionHolds("facts.loan_state == 'open'", undefined, view(), 'granting')).toBe(false);
    expect(conditionHolds('no such expression', undefined, view(), 'granting')).toBe(false);
  });

  it('forbids', () => {
    expect(conditionHolds("facts.loan_state == 'open'", undefined, view(), 'forbidding')).toBe(true);
    expect(conditionHolds('no such expression', undefined, view(), 'forbidding')).toBe(true);
  });

  it('is also one that is neither true nor false', () => {
    expect(conditionHolds('1', undefined, view(), 'granting')).toBe(false);
    expect(conditionHolds('1', undefined, view(), 'forbidding')).toBe(true);
  });
});

describe('a forbidding condition', () => {
  it('holds where it holds for one open instance', () => {
    expect(isForbidden("facts.loan_state == 'returned'", view(loan('open'), loan('returned')))).toBe(true);
    expect(isForbidden("facts.loan_state == 'returned'", view(loan('open')))).toBe(false);
  });

  it('does not look at instances that are over', () => {
    const when = "has(facts.loan_state) && facts.loan_state == 'returned'";
    expect(isForbidden(when, view(loan('returned', true)))).toBe(false);
  });

  it('sees contact, conversation, employee and time', () => {
    expect(isForbidden("contact.level == 'verified' && now > timestamp('2026-01-01T00:00:00Z')", view())).toBe(true);
  });
});

describe('a rule with words and a condition', () => {
  const rule = { pattern: '续借|renew', when: "has(facts.loan_state) && facts.loan_state == 'returned'" };

  it('is met by both', () => {
    expect(isRuleMet(rule, '我想续借', view(loan('returned')))).toBe(true);
    expect(isRuleMet(rule, '我想续借', view(loan('open')))).toBe(false);
    expect(isRuleMet(rule, '你好', view(loan('returned')))).toBe(false);
  });
});

describe('asking', () => {
  it.each(['续借', '續借', '续 借', '能续借吗', 'Please RENEW it'])('is read as it would be seen: %j', (text) =>
    expect(asksFor('续借|renew', text)).toBe(true),
  );

  it('is not declining', () => expect(asksFor('续借|renew', '不用续借了')).toBe(false));

  it('is done by everything where the pattern is broken', () => expect(asksFor('(', '你好')).toBe(true));
});
