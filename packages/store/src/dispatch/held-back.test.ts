import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { HeldBack } from './held-back.ts';

describe('a conversation held back', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('waits longer with every failure of the same item, up to a limit', () => {
    const held = new HeldBack();
    const delays = Array.from({ length: 9 }, () => held.afterFailure('c', 'item-1').delayMs);

    expect(delays).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
    expect(held.afterFailure('c', 'item-2')).toEqual({ attempt: 1, delayMs: 500 });
  });

  it('is free once its time has come', () => {
    const held = new HeldBack();
    held.afterFailure('c', 'item-1');

    vi.advanceTimersByTime(499);
    expect(held.isHeld('c')).toBe(true);
    vi.advanceTimersByTime(1);
    expect(held.isHeld('c')).toBe(false);
    expect(held.afterFailure('c', 'item-1').attempt).toBe(2);
  });

  it('because another process works on it keeps its count of failures', () => {
    const held = new HeldBack();
    held.afterFailure('c', 'item-1');
    held.whileElsewhere('c', 10);

    vi.advanceTimersByTime(10);
    expect(held.isHeld('c')).toBe(false);
    expect(held.afterFailure('c', 'item-1').attempt).toBe(2);
  });

  it('is forgotten once nothing waits in it', () => {
    const held = new HeldBack();
    held.afterFailure('c', 'item-1');
    held.afterFailure('d', 'item-2');
    held.keepOnly(new Set(['d']));

    expect([held.isHeld('c'), held.isHeld('d'), held.size]).toEqual([false, true, 1]);
    expect(held.afterFailure('c', 'item-1').attempt).toBe(1);
  });
});
