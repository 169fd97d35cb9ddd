import { expect, test } from 'vitest';
import { ended, journalOf, type Written } from '../testing/entries.ts';
import { foldOperations } from './operations.ts';

const asked: Written = { kind: 'gate.awaiting_confirmation', data: { operation: 'op_1' } };
const answered = (answer: string): Written => ({
  kind: 'gate.confirmation_answered',
  data: { operation: 'op_1', answer },
});
const decided = (leadsTo: string, code?: string): Written => ({
  kind: 'gate.decision',
  data: { operation: 'op_1', leadsTo, code, decision: {} },
});
const executing: Written = { kind: 'gate.executing', data: { operation: 'op_1' } };
const stateAfter = (...written: readonly Written[]) => foldOperations(journalOf(...written)).get('op_1');

test('an operation goes from its notice to its receipt', () => {
  expect(stateAfter(decided('awaiting_confirmation', 'confirmation_required'))).toBe('open');
  expect(stateAfter(asked)).toBe('open');
  expect(stateAfter(asked, answered('yes'))).toBe('confirmed');
  expect(stateAfter(asked, answered('yes'), decided('ready'), executing)).toBe('executing');
  expect(stateAfter(asked, answered('yes'), executing, ended('op_1', 'succeeded'))).toBe('succeeded');
});

test('a no and a block end it', () => {
  expect(stateAfter(asked, answered('no'))).toBe('declined');
  expect(stateAfter(asked, answered('no'), decided('blocked', 'confirmation_declined'))).toBe('declined');
  expect(stateAfter(asked, answered('yes'), decided('blocked', 'guard_failed'))).toBe('blocked');
});

test('an approval is waited for after the yes, and given or not', () => {
  const requested: Written = { kind: 'gate.awaiting_approval', data: { operation: 'op_1' } };
  const approval = (verdict: string): Written => ({
    kind: 'gate.approval_answered',
    data: { operation: 'op_1', verdict },
  });
  expect(stateAfter(asked, answered('yes'), decided('awaiting_approval', 'confirmation_required'))).toBe('approval');
  expect(stateAfter(asked, answered('yes'), requested)).toBe('approval');
  expect(stateAfter(asked, answered('yes'), requested, approval('approve'))).toBe('confirmed');
  expect(stateAfter(asked, answered('yes'), requested, approval('refuse'))).toBe('declined');
  expect(stateAfter(asked, answered('yes'), requested, approval('expired'))).toBe('declined');
});

test('an unknown outcome is settled by a later receipt', () => {
  expect(stateAfter(executing, ended('op_1', 'unknown'))).toBe('unknown');
  expect(stateAfter(executing, ended('op_1', 'unknown'), ended('op_1', 'failed', 'gate.settled'))).toBe('failed');
});

test('what has left is never open again, whatever is asked or decided later', () => {
  expect(stateAfter(executing, ended('op_1', 'succeeded'), asked)).toBe('succeeded');
  expect(stateAfter(executing, decided('blocked', 'duplicate_operation'))).toBe('executing');
  expect(stateAfter(executing, ended('op_1', 'unknown'), answered('yes'))).toBe('unknown');
});

test('a receipt whose outcome cannot be read counts as unknown', () => {
  expect(stateAfter(ended('op_1', 'fine'))).toBe('unknown');
});
