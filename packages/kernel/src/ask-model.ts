import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { Clock } from '@rolecall/base';
import { type CollectedStep, StepCollector } from './collect-step.ts';
import { type ModelFault, modelFaultOf, modelTimeout, streamCut } from './model-fault.ts';
import { type ModelWatch, Stopped } from './model-watch.ts';

/** What came of asking the model once. */
export type ModelAnswer =
  | { readonly status: 'said'; readonly step: CollectedStep }
  | { readonly status: 'fault'; readonly fault: ModelFault }
  | { readonly status: 'aborted'; readonly textSoFar: string };

/** How a model is asked. */
export interface AskOptions {
  /** Made for this one time: it gets its signal here. */
  readonly request: LanguageModelV4CallOptions;
  readonly watch: ModelWatch;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly onText: ((delta: string) => void) | undefined;
  /** False: the answer is asked for whole, and told in one piece. */
  readonly isStreaming: boolean;
}

/**
 * Asks the model once and reads its answer to the end. Answers a fault for whatever goes wrong and never throws; a
 * stream counts only if the model itself ended it. Abort and silence end the wait also for a model that ignores its
 * signal.
 */
export async function askModel(model: LanguageModelV4, options: AskOptions): Promise<ModelAnswer> {
  const { watch, timeoutMs, clock } = options;
  const name = `${model.provider}/${model.modelId}`;
  const collector = new StepCollector(options.onText);
  const { request } = options;
  request.abortSignal = watch.begin();
  try {
    if (watch.reason !== undefined) throw new Stopped();
    if (!options.isStreaming) await readWhole(model, request, watch, collector);
    else {
      const { stream } = await watch.unlessStopped(model.doStream(request), (late) => void cancel(late.stream));
      const reader = stream.getReader();
      // A cancelled reader answers the read that is waiting.
      watch.onStop(() => void cancel(reader));
      for (;;) {
        const { done, value } = await reader.read();
        if (watch.reason !== undefined) throw new Stopped();
        if (done) break;
        watch.heard();
        const failure = collector.take(value);
        if (!failure) continue;
        void cancel(reader);
        return { status: 'fault', fault: modelFaultOf(failure.error, name, clock) };
      }
    }
    const step = collector.end();
    return step ? { status: 'said', step } : { status: 'fault', fault: streamCut(name) };
  } catch (error) {
    if (watch.reason === 'aborted') return { status: 'aborted', textSoFar: collector.text };
    if (watch.reason === 'silent') return { status: 'fault', fault: modelTimeout(name, timeoutMs) };
    return { status: 'fault', fault: modelFaultOf(error, name, clock) };
  } finally {
    watch.end();
  }
}

/** That the source fails to cancel changes nothing for the round. */
async function cancel(source: { cancel(): Promise<void> }): Promise<void> {
  await source.cancel().catch(() => undefined);
}

/** Asks for the answer whole and hands its content to the collector as the parts of a stream that is already there. */
async function readWhole(
  model: LanguageModelV4,
  request: LanguageModelV4CallOptions,
  watch: ModelWatch,
  collector: StepCollector,
): Promise<void> {
  const answer = await watch.unlessStopped(model.doGenerate(request), () => undefined);
  answer.content.forEach((part, index) => {
    const id = String(index);
    const marks =
      'providerMetadata' in part && part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
    if (part.type === 'text') collector.take({ type: 'text-delta', id, delta: part.text, ...marks });
    else if (part.type === 'reasoning') collector.take({ type: 'reasoning-delta', id, delta: part.text, ...marks });
    else if (part.type === 'tool-call') collector.take(part);
  });
  if (answer.response) collector.take({ type: 'response-metadata', ...answer.response });
  collector.take({ type: 'finish', finishReason: answer.finishReason, usage: answer.usage });
}
