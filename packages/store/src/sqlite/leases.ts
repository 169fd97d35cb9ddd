import { epochMs, grantLease, isSameLease, type Lease, type LeaseRow, leaseOf, unknownId } from '@rolecall/journal';
import { findConversation } from './conversations.ts';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';
import { endTaken } from './take-up.ts';

const selectLease = query((args: { organisation: string; conversation: string }) =>
  tables
    .selectFrom('leases')
    .select(['holder', 'fence', 'expires_at as expiresAt'])
    .where('organisation', '=', args.organisation)
    .where('conversation', '=', args.conversation),
);

const putLease = query(
  (args: { organisation: string; conversation: string; holder: string | null; fence: number; expiresAt: number }) =>
    tables
      .insertInto('leases')
      .values({
        organisation: args.organisation,
        conversation: args.conversation,
        holder: args.holder,
        fence: args.fence,
        expires_at: args.expiresAt,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organisation', 'conversation'])
          .doUpdateSet({ holder: args.holder, fence: args.fence, expires_at: args.expiresAt }),
      ),
);

/** `StorePorts.acquireLease`. Who asks in vain does not disturb those who write. */
export function acquireLease(
  organisation: SqliteOrganisation,
  conversation: string,
  holder: string,
  ttlMs: number,
  at: string,
): Lease | undefined {
  if (!grantLease(presentLease(organisation, conversation), holder, ttlMs, at)) return undefined;
  return organisation.connection.transaction('process', () => {
    if (!findConversation(organisation, conversation)) throw unknownId('conversation', conversation);
    const granted = grantLease(presentLease(organisation, conversation), holder, ttlMs, at);
    if (!granted) return undefined;
    write(organisation, conversation, granted);
    return leaseOf(conversation, granted);
  });
}

/** `StorePorts.renewLease`. */
export function renewLease(organisation: SqliteOrganisation, lease: Lease, ttlMs: number, at: string): boolean {
  return organisation.connection.transaction('process', () => {
    if (!isSameLease(presentLease(organisation, lease.conversation), lease)) return false;
    const { holder, fence } = lease;
    write(organisation, lease.conversation, { holder, fence, expiresAt: epochMs(at) + ttlMs });
    return true;
  });
}

/** `StorePorts.releaseLease`: the fence stays, so that the next one is higher. */
export function releaseLease(organisation: SqliteOrganisation, lease: Lease): void {
  organisation.connection.transaction('process', () => {
    if (!isSameLease(presentLease(organisation, lease.conversation), lease)) return;
    write(organisation, lease.conversation, { holder: null, fence: lease.fence, expiresAt: 0 });
    endTaken(organisation, lease);
  });
}

function presentLease({ id, connection }: SqliteOrganisation, conversation: string): LeaseRow | undefined {
  return connection.get(selectLease, { organisation: id, conversation });
}

function write({ id, connection }: SqliteOrganisation, conversation: string, row: LeaseRow): void {
  const { holder, fence, expiresAt } = row;
  connection.run(putLease, { organisation: id, conversation, holder, fence, expiresAt });
}
