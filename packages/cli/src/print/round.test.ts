import type { JournalEntry } from '@rolecall/journal';
import { expect, test } from 'vitest';
import { roundLines } from './round.ts';

const entry = (kind: string, data: JournalEntry['data']): JournalEntry => ({
  conversation: 'conv_1',
  sequence: 7,
  at: '2026-01-01T08:00:00.000Z',
  kind,
  kindVersion: 1,
  engine: 'test@0',
  data,
});
const lines = (...entries: readonly JournalEntry[]) =>
  roundLines({ round: 'round_1', startedAt: '2026-01-01T08:00:00.000Z', endedAt: undefined, entries }, 'en');

test('a decision is printed with its verdict, its boundaries and their checks', () => {
  const told = lines(
    entry('gate.decision', {
      capability: 'desk:change',
      decision: {
        verdict: 'block',
        boundary: 'satisfied',
        code: 'guard_failed',
        reason: 'already_done',
        checks: [
          { boundary: 'connected', outcome: 'pass', parts: [] },
          {
            boundary: 'satisfied',
            outcome: 'fail',
            code: 'guard_failed',
            parts: [{ what: 'guard still_open', outcome: 'fail', detail: 'closed' }],
          },
        ],
      },
    }),
  ).join('\n');
  expect(told).toContain('desk:change  BLOCKED guard_failed / already_done');
  expect(told).toMatch(/✓ 1 Connected\n.*✗ 2 Satisfied {2}guard_failed\n.*✗ guard still_open: closed/);
});

test('a decision is told in Chinese, from the English that was recorded', () => {
  const decision = {
    verdict: 'block',
    boundary: 'satisfied',
    code: 'confirmation_required',
    reason: 'operator_approval',
    checks: [
      {
        boundary: 'satisfied',
        outcome: 'fail',
        code: 'confirmation_required',
        parts: [
          { what: 'argument order_id', outcome: 'pass', detail: 'from customer: entry 5 [3, 11)' },
          { what: 'guard still_open', outcome: 'pass', detail: 'reads.order.status == "is open" is true' },
          { what: 'approval', outcome: 'fail', detail: 'an operator has to approve it' },
          { what: 'weather', outcome: 'fail', detail: 'it rained' },
        ],
      },
    ],
  };
  const traced = { round: 'round_1', startedAt: '2026-01-01T08:00:00.000Z', endedAt: undefined };
  const told = roundLines(
    { ...traced, entries: [entry('gate.decision', { capability: 'desk:change', decision })] },
    'zh',
  );
  expect(told.slice(1).map((line) => line.replace(/^ *(#\d+ +[\d:.]+ +)?/, ''))).toEqual([
    'gate.decision  desk:change  拦截 confirmation_required（需要客户确认） / operator_approval（等待操作员批准）',
    '✗ 1 已满足  confirmation_required',
    '✓ 参数 order_id：客户原话：第 5 条记录，[3, 11)',
    '✓ 守卫 still_open：reads.order.status == "is open" 的值是 true',
    '✗ 审批：需要操作员批准',
    '✗ weather：it rained',
    '',
  ]);
});

test('a receipt is printed with its outcome and the text that tells it', () => {
  const receipt = {
    capability: 'desk:change',
    outcome: 'unknown',
    code: 'timed_out',
    telling: { mode: 'fixed', text: 'Not known.' },
  };
  expect(lines(entry('gate.call_ended', { receipt })).join('\n')).toMatch(
    /outcome unknown \(timed_out\)\n\s+Not known\./,
  );
});

test('what a system had a model write stands with the receipt, with what it cost', () => {
  const sampled = [
    { status: 'written', model: 'test/m', usage: { inputTokens: 70, outputTokens: 30 } },
    { status: 'failed', reason: 'given up' },
  ];
  const told = lines(entry('gate.call_ended', { receipt: { outcome: 'succeeded' }, sampled })).join('\n');
  expect(told).toContain('test/m wrote for the system: 70 → 30 tokens');
  expect(told).toContain('gave nothing: given up');
});

test('an entry of an unknown kind and one of another form are printed by their short fields', () => {
  expect(lines(entry('later.kind', { words: 3, deep: { a: 1 }, nothing: null })).join('\n')).toContain(
    'later.kind  words=3\n',
  );
  expect(lines(entry('gate.decision', { decision: 'gone', verdict: 'allow' })).join('\n')).toContain('verdict=allow');
});
