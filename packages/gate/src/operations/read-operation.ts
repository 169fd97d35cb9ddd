import type { CallContext } from '../call-context.ts';
import type { Operation } from './operation.ts';
import { contactScope, OPERATIONS, operationFrom } from './projections.ts';

/** An operation of this contact, in whatever conversation; undefined when there is none with this id. */
export async function readOperation(
  id: string,
  { store, contact }: Pick<CallContext, 'store' | 'contact'>,
): Promise<Operation | undefined> {
  const operation = operationFrom(await store.row(OPERATIONS, id));
  return operation?.contact === contact.id ? operation : undefined;
}

/** The operations of this conversation, oldest first. */
export async function operationsOf({
  store,
  contact,
  conversation,
}: Pick<CallContext, 'store' | 'contact' | 'conversation'>): Promise<readonly Operation[]> {
  const rows = await store.rows(OPERATIONS, contactScope(contact.id));
  return rows
    .flatMap(({ value }) => operationFrom(value) ?? [])
    .filter((operation) => operation.conversation === conversation.id)
    .sort((left, right) => left.proposedSequence - right.proposedSequence);
}
