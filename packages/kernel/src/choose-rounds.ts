import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Language } from '@rolecall/base';
import { promptTokens } from './message-tokens.ts';
import { messagesOfPastRound, userMessage } from './prompt.ts';
import type { PastRound, StoredSummary } from './round.ts';
import { summaryText } from './sentences.ts';
import type { TokenCounter } from './token-counter.ts';

/** Percent of the dialogue part that summaries may take. Source: design, section 9. */
export const SUMMARY_SHARE_PERCENT = 90;
/** The host's settings where it has none: so many of the newest rounds stay, and replacement moves in such steps. */
export const DEFAULT_REPLACE = { keepRounds: 5, stepRounds: 5 } as const;
/** When a request has to begin later, so much of the room is filled. */
const SHRINK_TO_PERCENT = 75;
/** When less of it is filled, the request begins earlier again. */
const REFILL_BELOW_PERCENT = 50;
/** A summary of fewer characters may leave a gap in the story: it says how to see the original. */
const SHORT_SUMMARY = 40;

/** What may be loaded, and how. */
export interface HistoryParts {
  readonly history: readonly PastRound[];
  /** Rounds between the first and the second of `history` that were not read. */
  readonly gap: number;
  /** With which round behind the first the request before began. */
  readonly loadedFrom?: string | undefined;
  readonly summaries: ReadonlyMap<string, StoredSummary> | undefined;
  readonly replace: { readonly keepRounds: number; readonly stepRounds: number };
  readonly canTrace: boolean;
  readonly language: Language;
  readonly counter: TokenCounter;
}

/** A round as it goes into a request. */
export interface LoadedRound {
  readonly round: PastRound;
  readonly messages: readonly LanguageModelV4Message[];
  readonly isSummary: boolean;
  readonly tokens: number;
}

/**
 * The first round, and of the newest as many as fit beside it, oldest first. Rounds that have grown old stand as their
 * stored summary; the first stands as it is and gives way to its summary only where it would not fit.
 *
 * Replacement goes by the count of rounds and never asks a model. Source: RolePack, section 六 D and D2.
 */
export function chooseRounds(parts: HistoryParts, dialogueTokens: number): LoadedRound[] {
  const { history, gap } = parts;
  const [first] = history;
  if (!first) return [];
  const total = history.length + gap;
  const boundary = replacedBefore(total, parts.replace);
  const opening = openingRound(first, parts, dialogueTokens);
  const room = dialogueTokens - (opening?.tokens ?? 0);
  const summaryRoom = Math.floor((dialogueTokens * SUMMARY_SHARE_PERCENT) / 100);
  const newest = newestThatFit(parts, boundary, room, summaryRoom);
  const from = parts.loadedFrom === undefined ? -1 : newest.findIndex(({ round }) => round.round === parts.loadedFrom);
  const start = total - newest.length;
  const same = from >= 0 ? newest.slice(from) : [];
  // Where much room has come free, older rounds come back.
  if (from === 0 || tokensOf(same) * 100 >= room * REFILL_BELOW_PERCENT) return withOpening(opening, same);
  if (start <= 1) return withOpening(opening, newest);
  const tail = parts.loadedFrom === undefined ? newest.slice(onGrid(start, total) - start) : shrunk(newest, room);
  return withOpening(opening, tail);
}

function withOpening(opening: LoadedRound | undefined, tail: LoadedRound[]): LoadedRound[] {
  return opening ? [opening, ...tail] : tail;
}

/** Of the rounds behind the first the newest that fit, oldest first. */
function newestThatFit(parts: HistoryParts, boundary: number, room: number, summaryRoom: number): LoadedRound[] {
  const { history, gap } = parts;
  const newest: LoadedRound[] = [];
  let tokens = 0;
  let summaryTokens = 0;
  for (let index = history.length - 1; index > 0; index--) {
    const loaded = loadRound(history[index] as PastRound, index + gap < boundary, parts);
    tokens += loaded.tokens;
    if (loaded.isSummary) summaryTokens += loaded.tokens;
    if (tokens > room || summaryTokens > summaryRoom) break;
    newest.push(loaded);
  }
  return newest.reverse();
}

/**
 * What the request before began with no longer fits: the oldest rounds go until there is room for several new ones, so
 * that the next requests begin here. Summaries go first; of whole rounds so few stay left out as the room allows.
 */
function shrunk(newest: readonly LoadedRound[], room: number): LoadedRound[] {
  let tokens = tokensOf(newest);
  const most = Math.floor((room * SHRINK_TO_PERCENT) / 100);
  let start = 0;
  while (start < newest.length - 1 && tokens > most) {
    tokens -= newest[start]?.tokens ?? 0;
    start += 1;
  }
  return newest.slice(start);
}

function tokensOf(rounds: readonly LoadedRound[]): number {
  return rounds.reduce((sum, loaded) => sum + loaded.tokens, 0);
}

/** How many rounds have grown old: it moves in whole steps, so that the request's prefix stays for several rounds. */
function replacedBefore(total: number, { keepRounds, stepRounds }: HistoryParts['replace']): number {
  const step = Math.max(1, stepRounds);
  return Math.max(0, Math.floor((total - Math.max(0, keepRounds)) / step) * step);
}

function openingRound(first: PastRound, parts: HistoryParts, dialogueTokens: number): LoadedRound | undefined {
  const whole = loadRound(first, false, parts);
  if (whole.tokens <= dialogueTokens) return whole;
  const summary = loadRound(first, true, parts);
  return summary.isSummary && summary.tokens <= dialogueTokens ? summary : undefined;
}

function loadRound(round: PastRound, isOld: boolean, parts: HistoryParts): LoadedRound {
  const summary = isOld ? parts.summaries?.get(round.round) : undefined;
  const messages = summary ? [summaryMessage(summary, parts)] : messagesOfPastRound(round);
  return {
    round,
    messages,
    isSummary: summary !== undefined,
    tokens: promptTokens(messages, parts.counter),
  };
}

function summaryMessage({ id, text }: StoredSummary, parts: HistoryParts): LanguageModelV4Message {
  const hint = parts.canTrace && text.length < SHORT_SUMMARY ? id : undefined;
  return userMessage(summaryText(text, hint, parts.language));
}

/**
 * Moves a start that has to leave rounds out on to the next point of a grid, so that it stays there for several rounds
 * and a provider's prefix cache with it. The grid is a power of two, and at most a quarter of what fits is given up.
 */
function onGrid(start: number, total: number): number {
  const fitting = total - start;
  const step = 2 ** Math.floor(Math.log2(fitting / 4 + 1));
  return Math.ceil(start / step) * step;
}
