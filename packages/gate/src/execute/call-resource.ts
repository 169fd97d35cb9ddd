import type { CapabilityContract } from '@rolecall/assets';
import { durationMs, RolecallError } from '@rolecall/base';
import type { CallContext } from '../call-context.ts';
import type { CallRemarks, ResourceAnswer, ResourceBinding, ResourceCall } from '../resource-port.ts';

/**
 * Calls the port. One that breaks its promise and throws may have sent something, so that nothing is known; the error's
 * own words are left out, since nobody redacted them.
 */
export async function callResource(
  call: ResourceCall,
  { resources }: Pick<CallContext, 'resources'>,
): Promise<{ readonly answer: ResourceAnswer; readonly problem?: string | undefined }> {
  try {
    return { answer: await resources.call(call) };
  } catch (error) {
    const problem = `the resource port threw ${nameOfError(error)}`;
    return { answer: { status: 'no_answer', reason: 'connection_lost' }, problem };
  }
}

/** What happened on the way of a call, and nothing else of its answer. */
export function remarksOf({ notes, sampled }: CallRemarks): CallRemarks {
  return { ...(notes === undefined ? {} : { notes }), ...(sampled === undefined ? {} : { sampled }) };
}

/** What kind of error it was, without its words. */
export function nameOfError(error: unknown): string {
  if (RolecallError.is(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

const STANDARD_TIMEOUT_MS = 30_000;

/** 30 seconds unless the contract, or else the binding, says otherwise. */
export function timeoutOf(contract: CapabilityContract, binding: ResourceBinding): number {
  const declared = contract.timeout ?? ('timeout' in binding ? binding.timeout : undefined);
  return (declared === undefined ? undefined : durationMs(declared)) ?? STANDARD_TIMEOUT_MS;
}

/** However much progress its system tells: `total_timeout` of the binding, where that is longer. */
export function totalTimeoutOf(contract: CapabilityContract, binding: ResourceBinding): number {
  const declared = 'total_timeout' in binding ? binding.total_timeout : undefined;
  return Math.max(timeoutOf(contract, binding), (declared === undefined ? undefined : durationMs(declared)) ?? 0);
}
