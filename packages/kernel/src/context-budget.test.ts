import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeContextBudget, LEAST_RUNNABLE_TOKENS, resolveWindow } from './context-budget.ts';

describe('the window', () => {
  it.each([
    [1_024, 1_024],
    [10_000_000, 10_000_000],
    [32_000.7, 32_000],
    [1_023, 120_000],
    [10_000_001, 120_000],
    [0, 120_000],
    [Number.NaN, 120_000],
    [Number.POSITIVE_INFINITY, 120_000],
    [undefined, 120_000],
  ])('set to %s is %s', (setting, window) => {
    expect(resolveWindow(setting)).toBe(window);
  });
});

describe('computeContextBudget', () => {
  it('divides a window as the document writes it', () => {
    expect(computeContextBudget({ windowTokens: 120_000, fixedTokens: 12_000, inputTokens: 500 })).toEqual({
      windowTokens: 120_000,
      fixedTokens: 12_000,
      inputTokens: 500,
      reserveTokens: 18_000,
      availableTokens: 90_000,
      remainingTokens: 89_500,
      dialogueTokens: 80_550,
      isRunnable: true,
    });
  });

  it('can run with exactly the least remainder and not with one token less', () => {
    const inputs = { windowTokens: 10_000, fixedTokens: 5_000, inputTokens: 8_500 - 5_000 - LEAST_RUNNABLE_TOKENS };
    expect(computeContextBudget(inputs).isRunnable).toBe(true);
    expect(computeContextBudget({ ...inputs, inputTokens: inputs.inputTokens + 1 }).isRunnable).toBe(false);
  });

  it.each([Number.NaN, 0, -5])('cannot run in a window of %s', (windowTokens) => {
    expect(computeContextBudget({ windowTokens, fixedTokens: 10, inputTokens: 10 }).isRunnable).toBe(false);
  });

  it('never gives out more than the window holds', () => {
    const tokens = fc.nat(2_000_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1_024, max: 10_000_000 }),
        tokens,
        tokens,
        (windowTokens, fixedTokens, inputTokens) => {
          const budget = computeContextBudget({ windowTokens, fixedTokens, inputTokens });
          const { reserveTokens, dialogueTokens, isRunnable } = budget;
          expect(reserveTokens / windowTokens).toBeGreaterThanOrEqual(0.15);
          expect(reserveTokens - windowTokens * 0.15).toBeLessThan(1);
          expect(dialogueTokens).toBeGreaterThanOrEqual(0);
          if (isRunnable)
            expect(reserveTokens + fixedTokens + inputTokens + dialogueTokens).toBeLessThanOrEqual(windowTokens);
        },
      ),
    );
  });
});
