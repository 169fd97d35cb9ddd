import type { Release } from '@rolecall/assets';
import { expect, test } from 'vitest';
import { retentionTimes } from './retention-times.ts';

const now = Date.parse('2026-03-02T08:00:00.000Z');
const release = (window: string) => ({ contracts: [{ idempotency: { window } }] }) as unknown as Release;

test('what has a time is kept so long, and what has none for good', () => {
  expect(retentionTimes({ retention: { journal: '2d' } }, [], now)).toEqual({
    journal: '2026-02-28T08:00:00.000Z',
    evidence: undefined,
    memories: undefined,
  });
});

test('what a window of any release may still look back on is kept in any case', () => {
  const retention = { journal: '2d', evidence: '1d', memories: '1d' };
  expect(retentionTimes({ retention }, [release('24h'), release('10d')], now)).toEqual({
    journal: '2026-02-20T08:00:00.000Z',
    evidence: '2026-02-20T08:00:00.000Z',
    memories: '2026-03-01T08:00:00.000Z',
  });
});
