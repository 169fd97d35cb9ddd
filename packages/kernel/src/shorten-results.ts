import type { LanguageModelV4Message, LanguageModelV4ToolResultPart } from '@ai-sdk/provider';
import type { Language } from '@rolecall/base';
import { promptTokens } from './message-tokens.ts';
import { charactersLeftOutText } from './sentences.ts';
import type { TokenCounter } from './token-counter.ts';

type ToolContent = Extract<LanguageModelV4Message, { role: 'tool' }>['content'];

/** Below this many characters a shortened result would say nothing any more. */
const LEAST_CHARACTERS = 200;

/**
 * An assistant message and its results with the results shortened to fit, the longest first: each keeps its head and
 * its tail and says how much is missing between. Undefined when there is nothing to shorten, or not enough.
 */
export function shortenResults(
  unit: readonly LanguageModelV4Message[],
  roomTokens: number,
  counter: TokenCounter,
  language: Language,
): readonly LanguageModelV4Message[] | undefined {
  let longest = 0;
  for (const text of resultTexts(unit)) longest = Math.max(longest, text.length);
  let limit = longest;
  // Each try lowers the limit by what was too much, and by at least a tenth, so that few are needed.
  while (limit >= LEAST_CHARACTERS) {
    const shortened = limit === longest ? unit : unit.map((message) => withShortResults(message, limit, language));
    const tokens = promptTokens(shortened, counter);
    if (tokens <= roomTokens) return shortened;
    limit = Math.floor(limit * Math.max(0.05, Math.min(0.9, roomTokens / tokens)));
  }
  return undefined;
}

function* resultTexts(unit: readonly LanguageModelV4Message[]): Generator<string> {
  for (const message of unit) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) if (part.type === 'tool-result') yield textOf(part.output);
  }
}

function textOf(output: LanguageModelV4ToolResultPart['output']): string {
  if (!('value' in output)) return '';
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
}

function withShortResults(message: LanguageModelV4Message, limit: number, language: Language): LanguageModelV4Message {
  if (message.role !== 'tool') return message;
  const content: ToolContent = message.content.map((part) => {
    if (part.type !== 'tool-result') return part;
    const text = textOf(part.output);
    if (text.length <= limit) return part;
    const type = part.output.type.startsWith('error') ? 'error-text' : 'text';
    return { ...part, output: { type, value: headAndTail(text, limit, language) } };
  });
  return { role: 'tool', content };
}

/** Two thirds of the room go to the head. No pair of code units that makes one character is cut apart. */
function headAndTail(text: string, limit: number, language: Language): string {
  return cutMiddle(text, limit, (characters) => charactersLeftOutText(characters, language));
}

/** Head and tail of a text, and between them what `between` says of the characters left out and where they begin. */
export function cutMiddle(text: string, limit: number, between: (characters: number, from: number) => string): string {
  const headEnd = beforePair(text, Math.ceil((limit * 2) / 3));
  const tailStart = beforePair(text, text.length - Math.floor(limit / 3));
  return text.slice(0, headEnd) + between(tailStart - headEnd, headEnd) + text.slice(tailStart);
}

/** An index that does not stand inside a pair of code units. */
export function beforePair(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff && index > 0 ? index - 1 : index;
}
