import { type Operation, operationsOf } from '@rolecall/gate';
import type { ItemAtWork } from './round-context.ts';

/** An operation of this conversation that waits for the customer's word. */
export type WaitingOperation = Extract<Operation, { readonly state: 'awaiting_confirmation' }>;

/**
 * The operations that wait, the one asked about last first. One whose notice has expired still waits for an answer: a yes
 * to it asks again.
 */
export async function openOperations({ context }: ItemAtWork): Promise<readonly WaitingOperation[]> {
  const operations = await operationsOf(context);
  return operations
    .filter((operation): operation is WaitingOperation => operation.state === 'awaiting_confirmation')
    .sort((left, right) => right.asked.sequence - left.asked.sequence);
}
