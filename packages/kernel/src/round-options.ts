import type { Language } from '@rolecall/base';
import type { ResolvedStrategy } from '@rolecall/rolepack';
import { resolveWindow } from './context-budget.ts';
import type { RoundOptions } from './round.ts';

/** Steps of a round where the host has no setting. */
export const DEFAULT_MAX_ITERATIONS = 50;

/** What the host sets for the model and the round. */
export interface HostLimits {
  /** The model's window, 1,024 to 10,000,000; 120,000 without it and for anything else. */
  readonly windowTokens?: number | undefined;
  readonly maxIterations?: number | undefined;
}

/** The part of a round's options that a pack's strategy and the host's limits decide together. */
export type StrategyOptions = Pick<
  RoundOptions,
  | 'windowTokens'
  | 'maxIterations'
  | 'temperature'
  | 'outputLimit'
  | 'callBudget'
  | 'tokenBudget'
  | 'errorHandling'
  | 'streaming'
  | 'selfReview'
  | 'isStepByStep'
  | 'summaryFocus'
>;

/**
 * A strategy as options of a round. A pack lowers the host's limits and never raises them; where its number is 0 it sets
 * none.
 */
export function roundOptionsFrom(strategy: ResolvedStrategy, host: HostLimits = {}): StrategyOptions {
  const { prepare, act, reflect, global } = strategy;
  const windowTokens = resolveWindow(host.windowTokens);
  const maxIterations = host.maxIterations ?? DEFAULT_MAX_ITERATIONS;
  return {
    windowTokens: Math.min(windowTokens, global.contextLimit ?? windowTokens),
    maxIterations: Math.min(maxIterations, act.toolStepLimit || maxIterations),
    temperature: act.temperature,
    outputLimit: act.outputLimit,
    callBudget: global.stepBudget || undefined,
    tokenBudget: global.tokenBudget || undefined,
    errorHandling: global.errorHandling,
    streaming: act.streaming === 'streaming',
    selfReview: reflect.selfReview > 0,
    summaryFocus: prepare.summaryFocus,
    isStepByStep: act.multiStepReasoning === 'manual',
  };
}

/** In which the model of a round is spoken to. */
export function promptLanguageOf({ promptLanguage, language }: RoundOptions): Language {
  return promptLanguage ?? language;
}
