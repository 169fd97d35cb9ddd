import type { Lease, TakenItem } from '@rolecall/journal';
import { takenItemOf } from '../rows/inbox-row.ts';
import { ANY_NUMBER, TAKE_UP_STATEMENTS, type TakenRow } from '../rows/take-up-statements.ts';
import { keyOfConversation } from './contact-key.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { statement } from './query.ts';

const take = statement<TakenRow>(TAKE_UP_STATEMENTS.takeUp);
const ended = statement(TAKE_UP_STATEMENTS.ended);

/** `StorePorts.takeUp`. */
export function takeUp(
  organisation: SqliteOrganisation,
  { conversation, fence }: Lease,
  upTo = ANY_NUMBER,
): TakenItem | undefined {
  const { id, connection } = organisation;
  return connection.transaction('process', () => {
    const row = connection.get(take, [id, conversation, fence, upTo]);
    return row && takenItemOf(conversation, row, keyOfConversation(organisation, conversation));
  });
}

/** What was taken up under a lease has ended, inside the transaction that gives it back. */
export function endTaken({ id, connection }: SqliteOrganisation, { conversation, fence }: Lease): void {
  connection.run(ended, [id, conversation, fence]);
}
