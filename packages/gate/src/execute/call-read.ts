import { setTimeout as wait } from 'node:timers/promises';
import type { CapabilityContract } from '@rolecall/assets';
import type { CallContext } from '../call-context.ts';
import type { PreparedArguments } from '../decision.ts';
import type { Bindings } from '../expressions.ts';
import type { ResourceAnswer, ResourceBinding, ResourceCall } from '../resource-port.ts';
import { type Classification, classifyResult } from '../results/classify-result.ts';
import { isLarge, tellable } from '../results/large-answer.ts';
import { callResource, timeoutOf } from './call-resource.ts';

/** A call that is ready to leave. */
export interface ReadyCall {
  readonly contract: CapabilityContract;
  readonly binding: ResourceBinding;
  readonly id: string;
  readonly prepared: PreparedArguments;
  readonly bindings: Bindings;
}

/** A read may be sent again after so many milliseconds, twice. */
const BACKOFF_MS = [100, 400];

/** Makes a read. What got no answer, and what its contract says to retry, is sent again with backoff. */
export async function callRead(
  ready: ReadyCall,
  context: Pick<CallContext, 'resources' | 'release' | 'signal' | 'conversation'>,
): Promise<{
  readonly classification: Classification;
  readonly attempts: number;
  /** Of the last attempt. */
  readonly answer: ResourceAnswer;
}> {
  for (let attempts = 1; ; attempts++) {
    const { answer, problem } = await callResource(toolCall(ready, context), context);
    const classified = classifyResult(ready.contract, answer, ready.bindings, context.release.records);
    const known = isLarge(answer) ? tellable(ready.contract, classified, ready.bindings) : classified;
    const classification = problem === undefined ? known : { ...known, detail: problem };
    const pause = BACKOFF_MS[attempts - 1];
    if (pause === undefined || context.signal?.aborted || !mayRetry(answer, classification)) {
      return { classification, attempts, answer };
    }
    await pauseFor(pause, context.signal);
  }
}

/** What a model has written for it would be written and paid for again. */
function mayRetry(answer: ResourceAnswer, { matched }: Classification): boolean {
  if (answer.sampled !== undefined) return false;
  if (answer.status === 'no_answer') return answer.reason !== 'cancelled';
  return answer.status === 'not_sent' || matched?.then === 'retry';
}

/** An abort ends the pause early; whoever waits sees it in the signal. */
async function pauseFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await wait(ms, undefined, { ref: true, ...(signal ? { signal } : {}) }).catch((error: unknown) => {
    if (!signal?.aborted) throw error;
  });
}

function toolCall(
  { contract, binding, id, prepared }: ReadyCall,
  { signal, conversation }: Pick<CallContext, 'signal' | 'conversation'>,
): ResourceCall {
  return {
    capability: contract.capability,
    conversation: conversation.id,
    effect: 'read',
    binding,
    arguments: prepared.values,
    requestId: id,
    timeoutMs: timeoutOf(contract, binding),
    ...(signal ? { signal } : {}),
  };
}
