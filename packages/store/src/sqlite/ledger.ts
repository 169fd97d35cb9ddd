import { CommitRefused, type LedgerHolder, type LedgerReservation } from '@rolecall/journal';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectHolder = query((args: { organisation: string; base: string; intent: number }) =>
  tables
    .selectFrom('ledger')
    .select(['base', 'intent', 'operation', 'at'])
    .where('organisation', '=', args.organisation)
    .where('base', '=', args.base)
    .where('intent', '=', args.intent),
);

const selectLatest = query((args: { organisation: string; base: string }) =>
  tables
    .selectFrom('ledger')
    .select(['base', 'intent', 'operation', 'at'])
    .where('organisation', '=', args.organisation)
    .where('base', '=', args.base)
    .orderBy('intent', 'desc')
    .limit(1),
);

const putHolder = query((args: { organisation: string; base: string; intent: number; operation: string; at: string }) =>
  tables
    .insertInto('ledger')
    .values({
      organisation: args.organisation,
      base: args.base,
      intent: args.intent,
      operation: args.operation,
      at: args.at,
    })
    .onConflict((conflict) =>
      conflict.columns(['organisation', 'base', 'intent']).doUpdateSet({ operation: args.operation, at: args.at }),
    ),
);

/** Takes a key inside a commit, or refuses the commit. */
export function reserve({ id, connection }: SqliteOrganisation, reservation: LedgerReservation, at: string): void {
  const { base, intent, operation, replaces } = reservation;
  const holder = connection.get(selectHolder, { organisation: id, base, intent });
  if (holder && holder.operation !== replaces)
    throw new CommitRefused({ status: 'key_taken', base, holder: { ...holder } });
  connection.run(putHolder, { organisation: id, base, intent, operation, at });
}

/** The holder with the highest intent number under a base. */
export function latestHolder({ id, connection }: SqliteOrganisation, base: string): LedgerHolder | undefined {
  const holder = connection.get(selectLatest, { organisation: id, base });
  return holder && { ...holder };
}
