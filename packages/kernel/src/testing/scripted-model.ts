import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import { type JsonValue, RolecallError } from '@rolecall/base';

/** One call of a scripted step. */
export interface ScriptedCall {
  readonly name: string;
  /** The arguments; none is `{}`. */
  readonly input?: JsonValue | undefined;
  /** The arguments as text, for what is not JSON. */
  readonly argumentsText?: string | undefined;
  /** `call_<step>_<index>` without it. */
  readonly id?: string | undefined;
}

/** What a scripted step says. */
export interface ScriptedWords {
  readonly text?: string | undefined;
  readonly reasoning?: string | undefined;
  readonly calls?: readonly ScriptedCall[] | undefined;
  /** Characters of a delta of text or arguments; everything in one without it. */
  readonly deltaCharacters?: number | undefined;
  readonly finish?: LanguageModelV4FinishReason['unified'] | undefined;
  /** Not told to the round without it, as some providers do. */
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number } | undefined;
  /** The stream ends after these words without a finish part. */
  readonly cut?: boolean | undefined;
  /** The stream stays open after these words until it is aborted. */
  readonly hangs?: boolean | undefined;
}

/** An answer of the provider over HTTP that is not a stream. */
export interface ScriptedRefusal {
  readonly status: number;
  readonly message?: string | undefined;
  /** Seconds, or a date as HTTP writes it. */
  readonly retryAfter?: number | string | undefined;
  readonly body?: string | undefined;
}

/** What a scripted model does in one step; a text alone is what it says. */
export type ScriptedStep =
  | string
  | ScriptedWords
  /** Refused over HTTP before anything is said. */
  | { readonly error: ScriptedRefusal }
  /** Thrown as it is. */
  | { readonly throws: unknown }
  /** Says something, then streams an error part. */
  | (ScriptedWords & { readonly streamsError: unknown });

/** Makes a step out of the request; requests count from 1. */
export type ScriptedAnswer = (request: LanguageModelV4CallOptions, number: number) => ScriptedStep;

/** Line after line, one for each request; or one function for all of them. */
export type Script = readonly (ScriptedStep | ScriptedAnswer)[] | ScriptedAnswer;

/** A model whose words are known beforehand, and what it was asked. */
export interface ScriptedModel extends LanguageModelV4 {
  /** The options of every call it has received, in order. */
  readonly calls: readonly LanguageModelV4CallOptions[];
}

/** A model that says what the script says. A request beyond the script fails and says so. */
export function scriptedModel(script: Script, modelId = 'test'): ScriptedModel {
  const calls: LanguageModelV4CallOptions[] = [];
  const take = (request: LanguageModelV4CallOptions): ReadableStream<LanguageModelV4StreamPart> => {
    calls.push(request);
    const number = calls.length;
    const line = typeof script === 'function' ? script : script[number - 1];
    if (line === undefined) throw beyondScript(script.length, number);
    return streamOf(typeof line === 'function' ? line(request, number) : line, number, request.abortSignal);
  };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId,
    supportedUrls: {},
    calls,
    doStream: async (request) => ({ stream: take(request) }),
    doGenerate: async (request) => generated(take(request)),
  };
}

/** One of our own errors, so that no round asks again. */
function beyondScript(length: number, number: number): RolecallError {
  return new RolecallError({
    code: 'script_exhausted',
    message: {
      en: `The script has ${length} steps; this is request ${number}.`,
      zh: `脚本有 ${length} 步；这是第 ${number} 次请求。`,
    },
    hint: {
      en: 'Give the model another line, or one function for all requests.',
      zh: '再给模型一行，或用一个函数应对所有请求。',
    },
  });
}

function streamOf(
  step: ScriptedStep,
  number: number,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  if (typeof step === 'string') return streamOf({ text: step }, number, signal);
  if ('throws' in step) throw step.throws;
  if ('error' in step) throw refusal(step.error);
  return new ReadableStream({
    start(controller) {
      for (const part of partsOf(step, number)) controller.enqueue(part);
      if ('streamsError' in step) controller.enqueue({ type: 'error', error: step.streamsError });
      if (!step.hangs) controller.close();
      else signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true });
    },
  });
}

function refusal({ status, message, retryAfter, body = '' }: ScriptedRefusal): APICallError {
  return new APICallError({
    message: message ?? `Status ${status}`,
    url: 'https://model.test/v1/chat/completions',
    requestBodyValues: {},
    statusCode: status,
    responseHeaders: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    responseBody: body,
  });
}

function* partsOf(words: ScriptedWords, number: number): Generator<LanguageModelV4StreamPart> {
  const { text, reasoning, calls = [], deltaCharacters = Number.POSITIVE_INFINITY } = words;
  yield { type: 'stream-start', warnings: [] };
  if (reasoning !== undefined) {
    yield { type: 'reasoning-start', id: 'r' };
    for (const delta of deltasOf(reasoning, deltaCharacters)) yield { type: 'reasoning-delta', id: 'r', delta };
    yield { type: 'reasoning-end', id: 'r' };
  }
  if (text !== undefined) {
    yield { type: 'text-start', id: 't' };
    for (const delta of deltasOf(text, deltaCharacters)) yield { type: 'text-delta', id: 't', delta };
    yield { type: 'text-end', id: 't' };
  }
  for (const [index, call] of calls.entries()) {
    const id = call.id ?? `call_${number}_${index + 1}`;
    const input = call.argumentsText ?? JSON.stringify(call.input ?? {});
    yield { type: 'tool-input-start', id, toolName: call.name };
    for (const delta of deltasOf(input, deltaCharacters)) yield { type: 'tool-input-delta', id, delta };
    yield { type: 'tool-input-end', id };
    yield { type: 'tool-call', toolCallId: id, toolName: call.name, input };
  }
  if (words.cut || words.hangs || 'streamsError' in words) return;
  const unified = words.finish ?? (calls.length > 0 ? 'tool-calls' : 'stop');
  yield { type: 'finish', finishReason: { unified, raw: unified }, usage: usageOf(words) };
}

function* deltasOf(text: string, characters: number): Generator<string> {
  for (let start = 0; start < text.length; start += characters) yield text.slice(start, start + characters);
}

function usageOf({ usage }: ScriptedWords) {
  return {
    inputTokens: { total: usage?.inputTokens, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: usage?.outputTokens, text: undefined, reasoning: undefined },
  };
}

async function generated(stream: ReadableStream<LanguageModelV4StreamPart>) {
  const content: LanguageModelV4Content[] = [];
  let text = '';
  for await (const part of stream) {
    if (part.type === 'text-delta') text += part.delta;
    if (part.type === 'tool-call') content.push(part);
    if (part.type === 'error') throw part.error;
    if (part.type !== 'finish') continue;
    if (text !== '') content.unshift({ type: 'text', text });
    return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] };
  }
  throw new Error('The scripted answer was cut.');
}
