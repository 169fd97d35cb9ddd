import { CommitRefused, type CounterRaise } from '@rolecall/journal';
import { sql } from 'kysely';
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const selectRaise = query((args: { organisation: string; counter: string; operation: string }) =>
  tables
    .selectFrom('counters')
    .select('at')
    .where('organisation', '=', args.organisation)
    .where('counter', '=', args.counter)
    .where('operation', '=', args.operation),
);

const sumRaises = query((args: { organisation: string; counter: string; since: number }) =>
  tables
    .selectFrom('counters')
    .select(sql<number>`min(coalesce(sum(amount), 0), ${sql.lit(Number.MAX_SAFE_INTEGER)})`.as('sum'))
    .where('organisation', '=', args.organisation)
    .where('counter', '=', args.counter)
    .where('at', '>', args.since),
);

const insertRaise = query(
  (args: { organisation: string; counter: string; operation: string; at: number; amount: number }) =>
    tables.insertInto('counters').values({
      organisation: args.organisation,
      counter: args.counter,
      operation: args.operation,
      at: args.at,
      amount: args.amount,
    }),
);

const deleteRaise = query((args: { organisation: string; counter: string; operation: string }) =>
  tables
    .deleteFrom('counters')
    .where('organisation', '=', args.organisation)
    .where('counter', '=', args.counter)
    .where('operation', '=', args.operation),
);

/** Counts an operation inside a commit, or refuses the commit. One that is counted already is not counted again. */
export function raiseCounter(organisation: SqliteOrganisation, raise: CounterRaise, at: number): void {
  const { id, connection } = organisation;
  const { counter, operation, amount = 1, max, withinMs } = raise;
  if (connection.get(selectRaise, { organisation: id, counter, operation })) return;
  if (countedAfter(organisation, counter, at - withinMs) > max - amount)
    throw new CommitRefused({ status: 'limit_reached', counter });
  connection.run(insertRaise, { organisation: id, counter, operation, at, amount });
}

/** Takes back what an operation was counted. */
export function giveBack({ id, connection }: SqliteOrganisation, counter: string, operation: string): void {
  connection.run(deleteRaise, { organisation: id, counter, operation });
}

/** The sum of what a counter was raised by after a time; more than a number holds is as much as it holds. */
export function countedAfter({ id, connection }: SqliteOrganisation, counter: string, since: number): number {
  return connection.get(sumRaises, { organisation: id, counter, since })?.sum ?? 0;
}
