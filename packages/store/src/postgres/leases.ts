import { epochMs, grantLease, isSameLease, type Lease, type LeaseRow, leaseOf, unknownId } from '@rolecall/journal';
import { type PostgresOrganisation, type Scope, writing } from './organisation.ts';
import { tables } from './query.ts';

/** `StorePorts.acquireLease`. */
export function acquireLease(
  organisation: PostgresOrganisation,
  conversation: string,
  holder: string,
  ttlMs: number,
  at: string,
): Promise<Lease | undefined> {
  return writing(organisation, 'process', async (scope) => {
    if (!(await holdConversation(scope, conversation))) throw unknownId('conversation', conversation);
    const granted = grantLease(await presentLease(scope, conversation), holder, ttlMs, at);
    if (!granted) return undefined;
    await write(scope, conversation, granted);
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
    await holdConversation(scope, lease.conversation);
    if (!isSameLease(await presentLease(scope, lease.conversation), lease)) return false;
    const { holder, fence } = lease;
    await write(scope, lease.conversation, { holder, fence, expiresAt: epochMs(at) + ttlMs });
    return true;
  });
}

/** `StorePorts.releaseLease`: the fence stays, so that the next one is higher. */
export function releaseLease(organisation: PostgresOrganisation, lease: Lease): Promise<void> {
  return writing(organisation, 'process', async (scope) => {
    await holdConversation(scope, lease.conversation);
    if (!isSameLease(await presentLease(scope, lease.conversation), lease)) return;
    await write(scope, lease.conversation, { holder: null, fence: lease.fence, expiresAt: 0 });
  });
}

/** No commit may be under way between a look at the lease and its change; a commit holds the same row. */
async function holdConversation({ organisation, transaction }: Scope, conversation: string): Promise<boolean> {
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

async function write({ organisation, transaction }: Scope, conversation: string, row: LeaseRow): Promise<void> {
  const { holder, fence, expiresAt: expires_at } = row;
  await transaction.run(
    tables
      .insertInto('leases')
      .values({ organisation, conversation, holder, fence, expires_at })
      .onConflict((conflict) =>
        conflict.columns(['organisation', 'conversation']).doUpdateSet({ holder, fence, expires_at }),
      ),
  );
}
