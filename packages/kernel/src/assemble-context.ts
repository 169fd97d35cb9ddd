import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type ContextBudget, type ContextOccupancy, computeContextBudget } from './context-budget.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { messageTokens, promptTokens, toolTokens } from './message-tokens.ts';
import { messagesOfPastRound, modelToolsOf, userMessage } from './prompt.ts';
import type { PastRound, RoundTool } from './round.ts';
import type { TokenCounter } from './token-counter.ts';

/** What a request is assembled from. */
export interface ContextParts {
  readonly stableText: string;
  readonly changingText: string;
  readonly history: readonly PastRound[];
  readonly input: string;
  readonly tools: readonly RoundTool[];
  readonly windowTokens: number;
  readonly counter?: TokenCounter | undefined;
}

/** The first request of a round, and how its room was divided. */
export interface AssembledContext {
  readonly prompt: LanguageModelV4Prompt;
  /** Where in `prompt` the current input stands; what the round says comes after it. */
  readonly inputIndex: number;
  readonly tools: LanguageModelV4FunctionTool[];
  readonly budget: ContextBudget;
  readonly occupancy: ContextOccupancy;
  /** Ids of the rounds whose messages are in the request, oldest first. */
  readonly rounds: readonly string[];
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
  const system: LanguageModelV4Message[] =
    parts.stableText === '' ? [] : [{ role: 'system', content: parts.stableText }];
  const inputTokens = messageTokens(userMessage(parts.input), counter);
  const changingTokens = parts.changingText === '' ? 0 : counter(parts.changingText);
  const fixedTokens = promptTokens(system, counter) + toolTokens(tools, counter) + changingTokens;
  const budget = computeContextBudget({ windowTokens: parts.windowTokens, fixedTokens, inputTokens });

  const loaded = budget.isRunnable ? chooseRounds(parts.history, budget.dialogueTokens, counter) : [];
  const history = loaded.flatMap(messagesOfPastRound);
  const last = parts.changingText === '' ? userMessage(parts.input) : userMessage(parts.changingText, parts.input);
  const historyTokens = promptTokens(history, counter);
  const requestTokens = fixedTokens + historyTokens + inputTokens;
  return {
    prompt: [...system, ...history, last],
    inputIndex: system.length + history.length,
    tools,
    budget,
    rounds: loaded.map(({ round }) => round),
    occupancy: {
      ...budget,
      historyTokens,
      requestTokens,
      share: requestTokens / parts.windowTokens,
      roundsLoaded: loaded.length,
      roundsLeftOut: parts.history.length - loaded.length,
      isFirstRoundLoaded: loaded[0] !== undefined && loaded[0] === parts.history[0],
      isEstimated: counter === estimateTokens,
    },
  };
}

/** The first round when it fits, and of the newest as many as fit beside it. */
function chooseRounds(history: readonly PastRound[], dialogueTokens: number, counter: TokenCounter): PastRound[] {
  const [first] = history;
  if (!first) return [];
  const firstTokens = roundTokens(first, counter);
  const isFirstLoaded = firstTokens <= dialogueTokens;
  let room = isFirstLoaded ? dialogueTokens - firstTokens : dialogueTokens;
  let start = history.length;
  while (start > 1) {
    room -= roundTokens(history[start - 1] as PastRound, counter);
    if (room < 0) break;
    start -= 1;
  }
  const tail = history.slice(start > 1 ? onGrid(start, history.length) : start);
  return isFirstLoaded ? [first, ...tail] : tail;
}

/**
 * Moves a start that has to leave rounds out on to the next point of a grid, so that it stays there for several rounds
 * and a provider's prefix cache with it. The grid is a power of two, and at most an eighth of what fits is given up.
 */
function onGrid(start: number, length: number): number {
  const fitting = length - start;
  const step = 2 ** Math.floor(Math.log2(fitting / 8 + 1));
  return Math.ceil(start / step) * step;
}

function roundTokens(round: PastRound, counter: TokenCounter): number {
  return promptTokens(messagesOfPastRound(round), counter);
}
