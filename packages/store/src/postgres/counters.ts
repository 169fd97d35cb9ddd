import { CommitRefused, type CounterRaise } from '@rolecall/journal';
import { sql } from 'kysely';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/**
 * Counts an operation inside a commit that holds the counter's lock, or refuses the commit. One that is counted already
 * is not counted again.
 */
export async function raiseCounter(scope: Scope, raise: CounterRaise, at: number): Promise<void> {
  const { organisation, transaction } = scope;
  const { counter, operation, amount = 1, max, withinMs } = raise;
  const [counted, sum] = await Promise.all([
    transaction.get(
      tables
        .selectFrom('counters')
        .select('at')
        .where('organisation', '=', organisation)
        .where('counter', '=', counter)
        .where('operation', '=', operation),
    ),
    countedAfter(scope, counter, at - withinMs),
  ]);
  if (counted) return;
  if (sum > max - amount) throw new CommitRefused({ status: 'limit_reached', counter });
  transaction.send(tables.insertInto('counters').values({ organisation, counter, operation, at, amount }));
}

/** Takes back what an operation was counted. */
export function giveBack({ organisation, transaction }: Scope, counter: string, operation: string): void {
  transaction.send(
    tables
      .deleteFrom('counters')
      .where('organisation', '=', organisation)
      .where('counter', '=', counter)
      .where('operation', '=', operation),
  );
}

/** The sum of what a counter was raised by after a time; more than a number holds is as much as it holds. */
export async function countedAfter(
  { organisation, transaction }: Scope,
  counter: string,
  since: number,
): Promise<number> {
  const found = await transaction.get(
    tables
      .selectFrom('counters')
      .select(sql<number>`least(coalesce(sum(amount), 0), ${sql.lit(Number.MAX_SAFE_INTEGER)})::bigint`.as('sum'))
      .where('organisation', '=', organisation)
      .where('counter', '=', counter)
      .where('at', '>', since),
  );
  return found?.sum ?? 0;
}
