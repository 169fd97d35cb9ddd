import type { LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import type { TokenCounter } from './token-counter.ts';

/** What a provider's frame around a message, a call or result, and a tool's declaration costs. */
const MESSAGE_FRAME = 4;
const CALL_FRAME = 8;
const TOOL_FRAME = 12;

/** What was counted with one counter. */
interface Notes {
  readonly ofObjects: WeakMap<object, number>;
  readonly ofTexts: Map<string, number>;
  characters: number;
}

const counted = new WeakMap<TokenCounter, Notes>();
/** Of texts that come again, so many characters are remembered. */
const MOST_REMEMBERED_CHARACTERS = 1_000_000;

/** The tokens of a text that comes again in every round: the stable part of a prompt, the words of a tool. */
export function stableTextTokens(text: string, counter: TokenCounter): number {
  if (text === '') return 0;
  const notes = notesOf(counter);
  const known = notes.ofTexts.get(text);
  if (known !== undefined) return known;
  const tokens = counter(text);
  notes.characters += text.length;
  if (notes.characters > MOST_REMEMBERED_CHARACTERS) {
    notes.ofTexts.clear();
    notes.characters = text.length;
  }
  notes.ofTexts.set(text, tokens);
  return tokens;
}

/** The tokens of the system part, which is nearly always the one before. */
export function systemTokens(messages: readonly LanguageModelV4Message[], counter: TokenCounter): number {
  let tokens = 0;
  for (const message of messages) {
    if (message.role === 'system') tokens += MESSAGE_FRAME + stableTextTokens(message.content, counter);
  }
  return tokens;
}

/** The tokens of a message, counted once for as long as the message lives. */
export function messageTokens(message: LanguageModelV4Message, counter: TokenCounter): number {
  return countedOnce(message, counter, countMessage);
}

/** Notes what a message was counted at, so that it is not counted again. */
export function noteTokens(message: LanguageModelV4Message, tokens: number, counter: TokenCounter): void {
  notesOf(counter).ofObjects.set(message, tokens);
}

/** The tokens of a list of messages. */
export function promptTokens(messages: readonly LanguageModelV4Message[], counter: TokenCounter): number {
  let tokens = 0;
  for (const message of messages) tokens += messageTokens(message, counter);
  return tokens;
}

/** The tokens of the tools' declarations; a schema is counted once for as long as it lives. */
export function toolTokens(tools: readonly LanguageModelV4FunctionTool[], counter: TokenCounter): number {
  let tokens = 0;
  for (const tool of tools) {
    const schema = countedOnce(tool.inputSchema as object, counter, (value) => counter(JSON.stringify(value)));
    tokens += TOOL_FRAME + stableTextTokens(tool.name, counter) + schema;
    tokens += stableTextTokens(tool.description ?? '', counter);
  }
  return tokens;
}

function countedOnce<Key extends object>(
  key: Key,
  counter: TokenCounter,
  count: (key: Key, counter: TokenCounter) => number,
): number {
  const notes = notesOf(counter).ofObjects;
  const known = notes.get(key);
  if (known !== undefined) return known;
  const tokens = count(key, counter);
  notes.set(key, tokens);
  return tokens;
}

function notesOf(counter: TokenCounter): Notes {
  let notes = counted.get(counter);
  if (!notes) {
    notes = { ofObjects: new WeakMap(), ofTexts: new Map(), characters: 0 };
    counted.set(counter, notes);
  }
  return notes;
}

/** The tokens of a message of which nothing is noted: for one that its owner counts just once. */
export function countMessage(message: LanguageModelV4Message, counter: TokenCounter): number {
  if (message.role === 'system') return MESSAGE_FRAME + counter(message.content);
  let tokens = MESSAGE_FRAME;
  for (const part of message.content) {
    switch (part.type) {
      case 'text':
      case 'reasoning':
        tokens += counter(part.text);
        break;
      case 'tool-call':
        tokens += CALL_FRAME + counter(part.toolName) + counter(JSON.stringify(part.input));
        break;
      case 'tool-result':
        tokens += resultTokens(part.toolName, textOfOutput(part.output), counter);
        break;
      default:
        tokens += counter(JSON.stringify(part));
    }
  }
  return tokens;
}

function textOfOutput(output: { readonly type: string; readonly value?: unknown }): string {
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value ?? null);
}

/** The tokens of one result in a message of results. */
function resultTokens(name: string, text: string, counter: TokenCounter): number {
  return CALL_FRAME + counter(name) + counter(text);
}

/** The tokens of a message of results whose texts are at hand: the same as `countMessage` of it. */
export function resultsTokens(
  results: readonly { readonly name: string; readonly shownText: string }[],
  counter: TokenCounter,
): number {
  let tokens = MESSAGE_FRAME;
  for (const { name, shownText } of results) tokens += resultTokens(name, shownText, counter);
  return tokens;
}
