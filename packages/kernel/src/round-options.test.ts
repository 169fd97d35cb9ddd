import { resolveStrategy } from '@rolecall/rolepack';
import { describe, expect, it } from 'vitest';
import { roundOptionsFrom } from './round-options.ts';

describe('roundOptionsFrom', () => {
  it('has the defaults of standard and kernel where pack and host say nothing', () => {
    expect(roundOptionsFrom(resolveStrategy(undefined))).toEqual({
      windowTokens: 120_000,
      maxIterations: 50,
      temperature: undefined,
      outputLimit: undefined,
      callBudget: 50,
      tokenBudget: 200_000,
      errorHandling: 'retry',
      streaming: true,
      selfReview: false,
      isStepByStep: false,
    });
  });

  it('gives effect to what the pack says', () => {
    const strategy = resolveStrategy({
      act: {
        temperature: 0.2,
        outputLimit: 800,
        toolStepLimit: 4,
        streaming: 'non-streaming',
        multiStepReasoning: 'manual',
      },
      reflect: { selfReview: 3 },
      global: { errorHandling: 'degrade', stepBudget: 7, tokenBudget: 9_000, contextLimit: 16_000 },
    });
    expect(roundOptionsFrom(strategy, { windowTokens: 64_000, maxIterations: 20 })).toEqual({
      windowTokens: 16_000,
      maxIterations: 4,
      temperature: 0.2,
      outputLimit: 800,
      callBudget: 7,
      tokenBudget: 9_000,
      errorHandling: 'degrade',
      streaming: false,
      selfReview: true,
      isStepByStep: true,
    });
  });

  it('lets a pack lower the limits of the host and never raise them', () => {
    const strategy = resolveStrategy({ act: { toolStepLimit: 100 }, global: { contextLimit: 1_000_000 } });
    expect(roundOptionsFrom(strategy, { windowTokens: 8_000, maxIterations: 5 })).toMatchObject({
      windowTokens: 8_000,
      maxIterations: 5,
    });
  });

  it.each([500, 20_000_000, Number.NaN])('takes a window of %s as none', (windowTokens) => {
    expect(roundOptionsFrom(resolveStrategy({}), { windowTokens })).toMatchObject({ windowTokens: 120_000 });
  });

  it('takes a zero as no limit', () => {
    const strategy = resolveStrategy({ act: { toolStepLimit: 0 }, global: { stepBudget: 0, tokenBudget: 0 } });
    expect(roundOptionsFrom(strategy)).toMatchObject({
      maxIterations: 50,
      callBudget: undefined,
      tokenBudget: undefined,
    });
  });
});
