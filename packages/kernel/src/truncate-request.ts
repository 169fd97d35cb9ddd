import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { Language } from '@rolecall/base';
import { messageTokens, promptTokens } from './message-tokens.ts';
import { userMessage } from './prompt.ts';
import { leftOutText } from './sentences.ts';
import { shortenResults } from './shorten-results.ts';
import type { TokenCounter } from './token-counter.ts';

/** Percent of the window that a truncated request fills. Another stage than the assembling, with another base. */
const TRUNCATION_FILL_PERCENT = 90;

/** A request that has outgrown the window. */
export interface OvergrownRequest {
  /** The system message, if any, then history, the current input, and what the round has said. */
  readonly prompt: readonly LanguageModelV4Message[];
  readonly inputIndex: number;
  /** What the tools' declarations cost. */
  readonly toolTokens: number;
  readonly windowTokens: number;
  readonly counter: TokenCounter;
  readonly language: Language;
  /** Messages that stand for rounds by their summary. */
  readonly summaries?: ReadonlySet<LanguageModelV4Message> | undefined;
}

export interface TruncatedRequest {
  readonly prompt: LanguageModelV4Message[];
  readonly inputIndex: number;
  /** How many messages the request has lost, with those of earlier truncations. */
  readonly leftOut: number;
  /** What the request holds now, tools included. */
  readonly requestTokens: number;
}

/** How many messages each placeholder stands for, so that a second truncation can add to it. */
const placeholders = new WeakMap<LanguageModelV4Message, number>();
/** Messages of the current input that carry a note, with the message as it was. */
const noted = new WeakMap<
  LanguageModelV4Message,
  { readonly original: LanguageModelV4Message; readonly count: number }
>();

/**
 * Cuts a request to 90 % of the window: filled from its tail, with a placeholder where something was left out.
 *
 * Never touched: the system message and the message of the current input. Key messages are kept as far as they fit: the
 * first thing the user said, what the user added while the round ran, and summaries. A call and its results go or stay
 * together; of the newest ones, should they alone be too long, the results are shortened instead.
 * Source: RolePack, section 六 C, note 2.
 */
export function truncateRequest(request: OvergrownRequest): TruncatedRequest {
  const { prompt, inputIndex, counter, language, summaries = NONE } = request;
  const current = prompt[inputIndex] as LanguageModelV4Message;
  const input = noted.get(current)?.original ?? current;
  const system = prompt.filter((message) => message.role === 'system');
  const placeholderTokens = messageTokens(userMessage(leftOutText(100_000, language)), counter);
  let room =
    Math.floor((request.windowTokens * TRUNCATION_FILL_PERCENT) / 100) -
    promptTokens([...system, input], counter) -
    request.toolTokens -
    2 * placeholderTokens;

  const said = unitsOf(prompt.slice(inputIndex + 1));
  const added = keysThatFit(said, ([message]) => message?.role === 'user', room, counter);
  room -= tokensOf([...added], counter);
  const tail = newestThatFit(said, room, counter, added);
  room -= tokensOf(
    tail.filter((unit) => !added.has(unit)),
    counter,
  );
  let end = said.length - tail.length;
  const after = [...tail];
  if (!after.some(hasResults)) {
    const shortened = shortenResults(said[end - 1] ?? [], room, counter, language);
    if (shortened) {
      end -= 1;
      after.unshift(shortened);
      room -= promptTokens(shortened, counter);
    }
  }
  after.unshift(...said.slice(0, end).filter((unit) => added.has(unit)));

  const past = unitsOf(prompt.slice(system.length, inputIndex));
  const opening = openingOf(past, room, counter);
  if (opening) room -= messageTokens(opening, counter);
  const rest = opening ? past.slice(1) : past;
  const summarised = keysThatFit(rest, ([message]) => message !== undefined && summaries.has(message), room, counter);
  const fitting = newestThatFit(rest, room - tokensOf([...summarised], counter), counter, summarised);
  const isRoundWhole = after.length === said.length;
  const before = !isRoundWhole ? [] : fitting.length === rest.length ? rest : fromUserMessage(fitting);
  const older = rest.slice(0, rest.length - before.length);

  const head = [
    ...system,
    ...(opening ? [opening] : []),
    ...older.filter((unit) => summarised.has(unit)).flat(),
    ...placeholderFor(older.filter((unit) => !summarised.has(unit)).flat(), language),
    ...before.flat(),
  ];
  const lostAfter = lengthOf(said) - lengthOf(after) + (noted.get(current)?.count ?? 0);
  const truncated = [...head, withNote(input, lostAfter, language), ...after.flat()];
  return {
    prompt: truncated,
    inputIndex: head.length,
    leftOut: truncated.reduce((count, message) => count + (placeholders.get(message) ?? 0), lostAfter),
    requestTokens: promptTokens(truncated, counter) + request.toolTokens,
  };
}

type Unit = readonly LanguageModelV4Message[];

const NONE: ReadonlySet<LanguageModelV4Message> = new Set();
/** Percent of what is left that key messages may take before the tail is filled. */
const KEY_PERCENT = 50;

/** The newest key units that fit into their part of the room. */
function keysThatFit(
  units: readonly Unit[],
  isKey: (unit: Unit) => boolean,
  room: number,
  counter: TokenCounter,
): ReadonlySet<Unit> {
  return new Set(newestThatFit(units.filter(isKey), Math.floor((room * KEY_PERCENT) / 100), counter));
}

function lengthOf(units: readonly Unit[]): number {
  return units.reduce((count, unit) => count + unit.length, 0);
}

function tokensOf(units: readonly Unit[], counter: TokenCounter): number {
  return promptTokens(units.flat(), counter);
}

/** A message, or an assistant message with the results of its calls. */
function unitsOf(messages: readonly LanguageModelV4Message[]): Unit[] {
  const units: LanguageModelV4Message[][] = [];
  for (const message of messages) {
    const open = units.at(-1);
    if (message.role === 'tool' && open) open.push(message);
    else units.push([message]);
  }
  return units;
}

function hasResults(unit: Unit): boolean {
  return unit.at(-1)?.role === 'tool';
}

/** The first thing the user said, when it is still there and fits. */
function openingOf(past: readonly Unit[], room: number, counter: TokenCounter): LanguageModelV4Message | undefined {
  const message = past[0]?.[0];
  if (message?.role !== 'user' || placeholders.has(message)) return undefined;
  return messageTokens(message, counter) <= room ? message : undefined;
}

/** The longest tail of the units that fits; `counted` ones have their room already. */
function newestThatFit(
  units: readonly Unit[],
  room: number,
  counter: TokenCounter,
  counted: ReadonlySet<Unit> = new Set(),
): Unit[] {
  let start = units.length;
  let tokens = 0;
  while (start > 0) {
    const unit = units[start - 1] ?? [];
    const next = counted.has(unit) ? 0 : promptTokens(unit, counter);
    if (tokens + next > room) break;
    tokens += next;
    start -= 1;
  }
  return units.slice(start);
}

/** History goes on with what a user said, never with half an answer. */
function fromUserMessage(units: readonly Unit[]): Unit[] {
  const start = units.findIndex(([message]) => message?.role === 'user' && !placeholders.has(message));
  return start < 0 ? [] : units.slice(start);
}

/**
 * What the round itself has lost is noted inside the message of its input, before the input: what a user said last
 * stays the last thing that a user said.
 */
function withNote(input: LanguageModelV4Message, count: number, language: Language): LanguageModelV4Message {
  const last = input.role === 'user' ? input.content.at(-1) : undefined;
  if (count === 0 || input.role !== 'user' || !last) return input;
  const note = { type: 'text', text: leftOutText(count, language) } as const;
  const message: LanguageModelV4Message = { role: 'user', content: [...input.content.slice(0, -1), note, last] };
  noted.set(message, { original: input, count });
  return message;
}

function placeholderFor(lost: readonly LanguageModelV4Message[], language: Language): LanguageModelV4Message[] {
  if (lost.length === 0) return [];
  const count = lost.reduce((sum, message) => sum + (placeholders.get(message) ?? 1), 0);
  const placeholder = userMessage(leftOutText(count, language));
  placeholders.set(placeholder, count);
  return [placeholder];
}
