import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';

/** A tool call that stands in the prompt, with its result once there is one. */
export interface PastCall {
  readonly id: string;
  readonly tool: string;
  readonly input: JsonObject;
  readonly output: JsonValue | undefined;
}

/** A message of the customer and what was called for it. */
export interface PastExchange {
  readonly words: string;
  readonly calls: readonly PastCall[];
}

/** The prompt as a planner sees it. */
export interface Conversation {
  /** What the customer wrote now. */
  readonly words: string;
  /** The calls that this round has made so far. */
  readonly calls: readonly PastCall[];
  /** Newest first. */
  readonly earlier: readonly PastExchange[];
}

/**
 * Reads the exchanges out of a prompt. Of a user message only the last text is the customer's, and of user messages in a
 * row only the last is: what stands before is the host's.
 */
export function readPrompt(prompt: LanguageModelV4Prompt): Conversation {
  const exchanges: { words: string; calls: PastCall[] }[] = [];
  let previous: LanguageModelV4Message['role'] | undefined;
  for (const message of prompt) {
    if (message.role === 'user') {
      if (previous === 'user') exchanges.pop();
      exchanges.push({ words: wordsOf(message), calls: [] });
    }
    if (message.role !== 'system') previous = message.role;
    if (message.role === 'user') continue;
    const calls = exchanges.at(-1)?.calls;
    if (calls && message.role !== 'system') readCalls(message, calls);
  }
  const { words, calls } = exchanges.pop() ?? { words: '', calls: [] };
  return { words, calls, earlier: exchanges.reverse() };
}

function wordsOf(message: Extract<LanguageModelV4Message, { role: 'user' }>): string {
  return message.content.findLast((part) => part.type === 'text')?.text ?? '';
}

function readCalls(message: Extract<LanguageModelV4Message, { role: 'assistant' | 'tool' }>, calls: PastCall[]): void {
  for (const part of message.content) {
    if (part.type === 'tool-call') {
      calls.push({ id: part.toolCallId, tool: part.toolName, input: inputOf(part.input), output: undefined });
    } else if (part.type === 'tool-result') {
      const index = calls.findLastIndex((call) => call.id === part.toolCallId);
      const output = outputOf(part.output);
      const call = calls[index];
      if (call) calls[index] = { ...call, output };
      else calls.push({ id: part.toolCallId, tool: part.toolName, input: {}, output });
    }
  }
}

function inputOf(input: unknown): JsonObject {
  const value = typeof input === 'string' ? parsed(input) : input;
  return isJsonObject(value) ? value : {};
}

function outputOf(output: LanguageModelV4ToolResultOutput): JsonValue {
  switch (output.type) {
    case 'json':
    case 'error-json':
      return output.value as JsonValue;
    case 'text':
    case 'error-text':
      return parsed(output.value);
    case 'execution-denied':
      return { status: 'blocked', code: 'execution_denied' };
    case 'content':
      return parsed(output.value.map((part) => (part.type === 'text' ? part.text : '')).join(''));
    default:
      return output satisfies never;
  }
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}
