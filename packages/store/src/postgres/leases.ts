import { epochMs, grantLease, isSameLease, type Lease, type LeaseRow, leaseOf, unknownId } from '@rolecall/journal';
import { type PostgresOrganisation, type Scope, writing } from './organisation.ts';
import { tables } from './query.ts';
import { endTaken } from './take-up.ts';

/** `StorePorts.acquireLease`. */
export function acquireLease(
  organisation: PostgresOrganisation,
  conversation: string,
  holder: string,
  ttlMs: number,
  at: string,
): Promise<Lease | undefined> {
  return writing(organisation, 'process', async (scope) => {
    const [isKnown, present] = await held(scope, conversation);
    if (!isKnown) throw unknownId('conversation', conversation);
    const granted = grantLease(present, holder, ttlMs, at);
    if (!granted) return undefined;
    write(scope, conversation, granted);
    return leaseOf(conversation, granted);
  });
}

/** `StorePorts.renewLease`. */
export function renewLease(
  organisation: PostgresOrganisation,
  lease: Lease,
  ttlMs: number,
  at: string,
): Promise<boolean> {
  return writing(organisation, 'process', async (scope) => {
    const [, present] = await held(scope, lease.conversation);
    if (!isSameLease(present, lease)) return false;
    const { holder, fence } = lease;
    write(scope, lease.conversation, { holder, fence, expiresAt: epochMs(at) + ttlMs });
    return true;
  });
}

/** `StorePorts.releaseLease`: the fence stays, so that the next one is higher. */
export function releaseLease(organisation: PostgresOrganisation, lease: Lease): Promise<void> {
  return writing(organisation, 'process', async (scope) => {
    const [, present] = await held(scope, lease.conversation);
    if (!isSameLease(present, lease)) return;
    write(scope, lease.conversation, { holder: null, fence: lease.fence, expiresAt: 0 });
    endTaken(scope, lease);
  });
}

/** Whether the conversation is known, and its lease. Both are asked for at once; the second sees what stands once the row is held. */
function held(scope: Scope, conversation: string): Promise<[boolean, LeaseRow | undefined]> {
  return Promise.all([holdConversation(scope, conversation), presentLease(scope, conversation)]);
}

/** No commit may be under way between a look at the lease and its change; a commit holds the same row. */
export async function holdConversation({ organisation, transaction }: Scope, conversation: string): Promise<boolean> {
  const row = await transaction.get(
    tables
      .selectFrom('conversations')
      .select('id')
      .where('organisation', '=', organisation)
      .where('id', '=', conversation)
      .forUpdate(),
  );
  return row !== undefined;
}

function presentLease({ organisation, transaction }: Scope, conversation: string): Promise<LeaseRow | undefined> {
  return transaction.get(
    tables
      .selectFrom('leases')
      .select(['holder', 'fence', 'expires_at as expiresAt'])
      .where('organisation', '=', organisation)
      .where('conversation', '=', conversation),
  );
}

function write({ organisation, transaction }: Scope, conversation: string, row: LeaseRow): void {
  const { holder, fence, expiresAt: expires_at } = row;
  transaction.send(
    tables
      .insertInto('leases')
      .values({ organisation, conversation, holder, fence, expires_at })
      .onConflict((conflict) =>
        conflict.columns(['organisation', 'conversation']).doUpdateSet({ holder, fence, expires_at }),
      ),
  );
}
