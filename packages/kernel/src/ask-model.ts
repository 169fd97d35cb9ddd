import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Clock } from '@rolecall/base';
import { type CollectedStep, collectStep } from './collect-step.ts';
import { type ModelFault, modelFaultOf, modelTimeout, streamCut } from './model-fault.ts';

/** What came of asking the model once. */
export type ModelAnswer =
  | { readonly status: 'said'; readonly step: CollectedStep }
  | { readonly status: 'fault'; readonly fault: ModelFault }
  | { readonly status: 'aborted'; readonly textSoFar: string };

/** How a model is asked. */
export interface AskOptions {
  readonly request: LanguageModelV4CallOptions;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly onText: ((delta: string) => void) | undefined;
  /** False: the answer is asked for whole, and told in one piece. */
  readonly isStreaming: boolean;
}

/**
 * Asks the model once and reads its stream to the end. Answers a fault for whatever goes wrong and never throws; a
 * stream counts only if the model itself ended it. Abort and silence end the wait also for a model that ignores its
 * signal.
 */
export async function askModel(model: LanguageModelV4, options: AskOptions): Promise<ModelAnswer> {
  const { signal, timeoutMs, clock } = options;
  const name = `${model.provider}/${model.modelId}`;
  const collector = collectStep(options.onText);
  const stop = new AbortController();
  const onAbort = () => stop.abort(ABORTED);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const silence = setTimeout(() => stop.abort(SILENT), timeoutMs);
  try {
    const request = { ...options.request, abortSignal: stop.signal };
    const take = (part: LanguageModelV4StreamPart) => {
      silence.refresh();
      return collector.take(part);
    };
    const failure = options.isStreaming
      ? await readStream(model, request, take)
      : await readWhole(model, request, collector.take);
    if (failure) return { status: 'fault', fault: modelFaultOf(failure.error, name, clock) };
    const step = collector.end();
    return step ? { status: 'said', step } : { status: 'fault', fault: streamCut(name) };
  } catch (error) {
    if (stop.signal.reason === ABORTED) return { status: 'aborted', textSoFar: collector.textSoFar() };
    if (stop.signal.reason === SILENT) return { status: 'fault', fault: modelTimeout(name, timeoutMs) };
    return { status: 'fault', fault: modelFaultOf(error, name, clock) };
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', onAbort);
  }
}

const ABORTED = new DOMException('The round was aborted.', 'AbortError');
const SILENT = new DOMException('The model was silent for too long.', 'TimeoutError');

/** Hands every part to `take` until the stream ends or `take` answers a failure. Throws once the signal aborts. */
async function readStream(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions & { readonly abortSignal: AbortSignal },
  take: (part: LanguageModelV4StreamPart) => { readonly error: unknown } | undefined,
): Promise<{ readonly error: unknown } | undefined> {
  const { abortSignal } = request;
  abortSignal.throwIfAborted();
  const { stream } = await unlessAborted(Promise.resolve(model.doStream(request)), abortSignal);
  const reader = stream.getReader();
  // A cancelled reader answers the read that is waiting. That the source fails to cancel changes nothing for the round.
  const cancel = () => void reader.cancel(abortSignal.reason).catch(() => undefined);
  abortSignal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      abortSignal.throwIfAborted();
      if (done) return undefined;
      const failure = take(value);
      if (failure) {
        cancel();
        return failure;
      }
    }
  } finally {
    abortSignal.removeEventListener('abort', cancel);
  }
}

/** Asks for the answer whole and hands its content to `take` as the parts of a stream that is already there. */
async function readWhole(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions & { readonly abortSignal: AbortSignal },
  take: (part: LanguageModelV4StreamPart) => { readonly error: unknown } | undefined,
): Promise<undefined> {
  request.abortSignal.throwIfAborted();
  const answer = await unlessAborted(Promise.resolve(model.doGenerate(request)), request.abortSignal);
  answer.content.forEach((part, index) => {
    const id = String(index);
    const marks =
      'providerMetadata' in part && part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
    if (part.type === 'text') take({ type: 'text-delta', id, delta: part.text, ...marks });
    else if (part.type === 'reasoning') take({ type: 'reasoning-delta', id, delta: part.text, ...marks });
    else if (part.type === 'tool-call') take(part);
  });
  if (answer.response) take({ type: 'response-metadata', ...answer.response });
  take({ type: 'finish', finishReason: answer.finishReason, usage: answer.usage });
  return undefined;
}

function cancelStream(reason: unknown): (answer: object) => Promise<void> | undefined {
  return (answer) =>
    'stream' in answer && answer.stream instanceof ReadableStream ? answer.stream.cancel(reason) : undefined;
}

/** Waits for an answer to begin, or for the abort; a stream that begins after it is cancelled. */
function unlessAborted<Result extends object>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      reject(signal.reason);
      promise.then(cancelStream(signal.reason)).catch(() => undefined);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
