import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Language } from '@rolecall/base';
import { chooseRounds, DEFAULT_REPLACE } from './choose-rounds.ts';
import { type ContextBudget, type ContextOccupancy, computeContextBudget } from './context-budget.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { countMessage, promptTokens, systemTokens, toolTokens } from './message-tokens.ts';
import { modelToolsOf, systemMessages, userMessage } from './prompt.ts';
import type { ActiveSkill, PastRound, RoundTool, StoredSummary } from './round.ts';
import type { TokenCounter } from './token-counter.ts';

/** What a request is assembled from. */
export interface ContextParts {
  readonly stableText: string;
  readonly changingText: string;
  readonly history: readonly PastRound[];
  readonly input: string;
  readonly tools: readonly RoundTool[];
  readonly windowTokens: number;
  readonly historyGap?: number | undefined;
  readonly loadedFrom?: string | undefined;
  readonly summaries?: ReadonlyMap<string, StoredSummary> | undefined;
  readonly activeSkills?: readonly ActiveSkill[] | undefined;
  readonly replace?: { readonly keepRounds: number; readonly stepRounds: number } | undefined;
  /** Of the kernel's own words in the request; `zh` without it. */
  readonly language?: Language | undefined;
  readonly counter?: TokenCounter | undefined;
}

/** The first request of a round, and how its room was divided. */
export interface AssembledContext {
  readonly prompt: LanguageModelV4Prompt;
  /** Where in `prompt` the current input stands; what the round says comes after it. */
  readonly inputIndex: number;
  readonly tools: LanguageModelV4FunctionTool[];
  /** What their declarations cost. */
  readonly toolTokens: number;
  readonly budget: ContextBudget;
  readonly occupancy: ContextOccupancy;
  /** Ids of the rounds whose messages or summaries are in the request, oldest first. */
  readonly rounds: readonly string[];
  /** The messages that stand for rounds by their summary. */
  readonly summaryMessages: ReadonlySet<LanguageModelV4Message>;
}

/**
 * Assembles a request: stable text, history, then one user message of two parts: what changes, and the input.
 *
 * History is filled from the newest round backwards, whole rounds only, within the dialogue part of the budget; the
 * first round is there whenever it fits. Stable text, changing text and input are never altered. Pure: the same parts
 * give the same request. Where nothing can run (`budget.isRunnable` is false) no history is loaded.
 */
export function assembleContext(parts: ContextParts): AssembledContext {
  const counter = parts.counter ?? estimateTokens;
  const tools = modelToolsOf(parts.tools);
  const system = systemMessages(parts.stableText, parts.activeSkills ?? []);
  const inputTokens = countMessage(userMessage(parts.input), counter);
  const ofTools = toolTokens(tools, counter);
  const changingTokens = parts.changingText === '' ? 0 : counter(parts.changingText);
  const fixedTokens = systemTokens(system, counter) + ofTools + changingTokens;
  const budget = computeContextBudget({ windowTokens: parts.windowTokens, fixedTokens, inputTokens });

  const loaded = budget.isRunnable
    ? chooseRounds(
        {
          history: parts.history,
          gap: parts.historyGap ?? 0,
          loadedFrom: parts.loadedFrom,
          summaries: parts.summaries,
          replace: parts.replace ?? DEFAULT_REPLACE,
          canTrace: parts.tools.some(({ name }) => name === 'trace_summary'),
          language: parts.language ?? 'zh',
          counter,
        },
        budget.dialogueTokens,
      )
    : [];
  const history = loaded.flatMap(({ messages }) => messages);
  const summarised = loaded.filter(({ isSummary }) => isSummary);
  const last = parts.changingText === '' ? userMessage(parts.input) : userMessage(parts.changingText, parts.input);
  const historyTokens = promptTokens(history, counter);
  const requestTokens = fixedTokens + historyTokens + inputTokens;
  return {
    prompt: [...system, ...history, last],
    inputIndex: system.length + history.length,
    tools,
    toolTokens: ofTools,
    budget,
    rounds: loaded.map(({ round }) => round.round),
    summaryMessages: new Set(summarised.flatMap(({ messages }) => messages)),
    occupancy: {
      ...budget,
      historyTokens,
      requestTokens,
      share: requestTokens / parts.windowTokens,
      roundsLoaded: loaded.length,
      roundsLeftOut: parts.history.length + (parts.historyGap ?? 0) - loaded.length,
      roundsSummarised: summarised.length,
      isFirstRoundLoaded: loaded[0] !== undefined && loaded[0].round === parts.history[0],
      isEstimated: counter === estimateTokens,
    },
  };
}
