import { OPERATIONS_TABLE, type Operation } from '@rolecall/gate';
import type { ItemAtWork } from './round-context.ts';

/** An operation of this conversation that waits for the customer's word. */
export type WaitingOperation = Extract<Operation, { readonly state: 'awaiting_confirmation' }>;

/** The operations that wait, the one asked about last first; what has expired is left out. */
export async function openOperations(work: ItemAtWork): Promise<readonly WaitingOperation[]> {
  const { contact, conversation, store, clock } = work.context;
  const rows = await store.rows(OPERATIONS_TABLE, `contact:${contact.id}`);
  return rows
    .map((row) => row.value as unknown as Operation)
    .filter((operation): operation is WaitingOperation => operation.state === 'awaiting_confirmation')
    .filter(
      (operation) => operation.conversation === conversation.id && Date.parse(operation.notice.expiresAt) > clock.now(),
    )
    .sort((left, right) => right.askedSequence - left.askedSequence);
}
