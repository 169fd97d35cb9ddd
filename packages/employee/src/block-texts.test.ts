import type { BlockCode } from '@rolecall/gate';
import { expect, it } from 'vitest';
import { blockText } from './block-texts.ts';

const CODES: readonly BlockCode[] = [
  'task_not_installed',
  'capability_not_bound',
  'stage_not_open',
  'requirement_not_permitted',
  'role_not_declared',
  'strategy_forbids',
  'resource_not_bound',
  'credential_missing',
  'resource_unavailable',
  'tool_drifted',
  'argument_missing',
  'argument_invalid',
  'argument_refused',
  'not_authorized',
  'limit_reached',
  'operation_in_doubt',
  'duplicate_operation',
  'precondition_failed',
  'guard_failed',
  'confirmation_required',
  'confirmation_stale',
  'confirmation_declined',
];

it.each(CODES)('%s is told in both languages: what it is about, and that nothing was done', (code) => {
  const zh = blockText(code, '登记还书', 'zh');
  const en = blockText(code, 'Return a loan', 'en');
  expect(zh).toMatch(/登记还书/);
  expect(zh).toMatch(/没有(重复)?执行|不会再次提交/);
  expect(en).toMatch(/Return a loan/);
  expect(en).toMatch(/[Nn]othing was done|not (repeated|carried out)|not send it again/);
  for (const text of [zh, en]) expect(text).not.toContain(code);
});
