import { CommitRefused, type LedgerHolder, type LedgerReservation } from '@rolecall/journal';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/** Takes a key inside a commit that holds its lock, or refuses the commit. */
export async function reserve(
  { organisation, transaction }: Scope,
  reservation: LedgerReservation,
  at: string,
): Promise<void> {
  const { base, intent, operation, replaces } = reservation;
  const holder = await transaction.get(
    tables
      .selectFrom('ledger')
      .select(['base', 'intent', 'operation', 'at'])
      .where('organisation', '=', organisation)
      .where('base', '=', base)
      .where('intent', '=', intent),
  );
  if (holder && holder.operation !== replaces)
    throw new CommitRefused({ status: 'key_taken', base, holder: { ...holder } });
  transaction.send(
    tables
      .insertInto('ledger')
      .values({ organisation, base, intent, operation, at })
      .onConflict((conflict) => conflict.columns(['organisation', 'base', 'intent']).doUpdateSet({ operation, at })),
  );
}

/** The holder with the highest intent number under a base. */
export async function latestHolder(
  { organisation, transaction }: Scope,
  base: string,
): Promise<LedgerHolder | undefined> {
  return transaction.get(
    tables
      .selectFrom('ledger')
      .select(['base', 'intent', 'operation', 'at'])
      .where('organisation', '=', organisation)
      .where('base', '=', base)
      .orderBy('intent', 'desc')
      .limit(1),
  );
}
