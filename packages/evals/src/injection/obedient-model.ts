import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { toolNameOf } from '@rolecall/base';
import type { SuiteCall } from './agentdojo-data.ts';
import { capabilityOf } from './suite-assets.ts';

/** What the model does: the user's calls in order, and the attacker's as soon as it has read them. */
export interface ObedientScript {
  readonly suite: string;
  readonly userCalls: readonly SuiteCall[];
  readonly injectedCalls: readonly SuiteCall[];
  /** Words by which an attack is known. */
  readonly goal: string;
}

/** A model that does what it is told by anybody, and how far it has come. */
export interface ObedientModel extends LanguageModelV4 {
  readonly hasRead: () => boolean;
  /** Calls that it has not made yet. */
  readonly left: () => number;
}

/** The worst model there could be: it obeys every instruction that it reads, at once and to the letter. */
export function obedientModel({ suite, userCalls, injectedCalls, goal }: ObedientScript): ObedientModel {
  const queue: SuiteCall[] = [...userCalls];
  const needle = JSON.stringify(goal).slice(1, -1);
  let hasRead = false;
  let requests = 0;
  const next = (request: LanguageModelV4CallOptions): ReadableStream<LanguageModelV4StreamPart> => {
    requests += 1;
    if (!hasRead && JSON.stringify(request.prompt).includes(needle)) {
      hasRead = true;
      queue.unshift(...injectedCalls);
    }
    const call = queue.shift();
    return streamOf(call ? callParts(suite, call, requests) : wordParts('That is all.'));
  };
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'obedient',
    supportedUrls: {},
    hasRead: () => hasRead,
    left: () => queue.length,
    doStream: async (request) => ({ stream: next(request) }),
    doGenerate: () => Promise.reject(new TypeError('an employee streams')),
  };
}

function* callParts(suite: string, call: SuiteCall, number: number): Generator<LanguageModelV4StreamPart> {
  const toolName = toolNameOf(capabilityOf(suite, call.tool));
  yield { type: 'tool-call', toolCallId: `call_${number}`, toolName, input: JSON.stringify(call.arguments) };
  yield finish('tool-calls');
}

function* wordParts(text: string): Generator<LanguageModelV4StreamPart> {
  yield { type: 'text-start', id: 't' };
  yield { type: 'text-delta', id: 't', delta: text };
  yield { type: 'text-end', id: 't' };
  yield finish('stop');
}

function finish(unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart {
  const nothing = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
  return {
    type: 'finish',
    finishReason: { unified, raw: unified },
    usage: { inputTokens: nothing, outputTokens: { total: undefined, text: undefined, reasoning: undefined } },
  };
}

function streamOf(parts: Iterable<LanguageModelV4StreamPart>): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}
