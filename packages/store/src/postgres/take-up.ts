import type { Lease, TakenItem } from '@rolecall/journal';
import { takenItemOf } from '../rows/inbox-row.ts';
import { ANY_NUMBER, TAKE_UP_STATEMENTS, type TakenRow } from '../rows/take-up-statements.ts';
import { keyOfConversation } from './contact-key.ts';
import { holdConversation } from './leases.ts';
import { type PostgresOrganisation, type Scope, writing } from './organisation.ts';

/** `StorePorts.takeUp`. The conversation is held first, so that its lease goes to nobody else meanwhile. */
export function takeUp(
  organisation: PostgresOrganisation,
  { conversation, fence }: Lease,
  upTo = ANY_NUMBER,
): Promise<TakenItem | undefined> {
  const values = [organisation.id, conversation, fence, upTo];
  return writing(organisation, 'process', async (scope) => {
    const [, key, [row]] = await Promise.all([
      holdConversation(scope, conversation),
      keyOfConversation(scope, conversation),
      scope.transaction.raw<TakenRow>(TAKE_UP_STATEMENTS.takeUp, values),
    ]);
    return row && takenItemOf(conversation, row, key);
  });
}

/** What was taken up under a lease has ended, inside the transaction that gives it back. */
export function endTaken({ organisation, transaction }: Scope, { conversation, fence }: Lease): void {
  transaction.sendRaw(TAKE_UP_STATEMENTS.ended, [organisation, conversation, fence]);
}
