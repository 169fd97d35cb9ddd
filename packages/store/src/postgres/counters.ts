import { CommitRefused, type CounterRaise } from '@rolecall/journal';
import type { Scope } from './organisation.ts';
import { tables } from './query.ts';

/**
 * Counts an operation inside a commit that holds the counter's lock, or refuses the commit. One that is counted already
 * is not counted again.
 */
export async function raiseCounter(scope: Scope, raise: CounterRaise, at: number): Promise<void> {
  const { organisation, transaction } = scope;
  const { counter, operation, max, withinMs } = raise;
  const counted = await transaction.get(
    tables
      .selectFrom('counters')
      .select('at')
      .where('organisation', '=', organisation)
      .where('counter', '=', counter)
      .where('operation', '=', operation),
  );
  if (counted) return;
  if ((await countedAfter(scope, counter, at - withinMs)) >= max)
    throw new CommitRefused({ status: 'limit_reached', counter });
  await transaction.run(tables.insertInto('counters').values({ organisation, counter, operation, at }));
}

/** Takes back what an operation was counted. */
export async function giveBack(
  { organisation, transaction }: Scope,
  counter: string,
  operation: string,
): Promise<void> {
  await transaction.run(
    tables
      .deleteFrom('counters')
      .where('organisation', '=', organisation)
      .where('counter', '=', counter)
      .where('operation', '=', operation),
  );
}

/** How often a counter was raised after a time. */
export async function countedAfter(
  { organisation, transaction }: Scope,
  counter: string,
  since: number,
): Promise<number> {
  const found = await transaction.get(
    tables
      .selectFrom('counters')
      .select((build) => build.fn.countAll<number>().as('count'))
      .where('organisation', '=', organisation)
      .where('counter', '=', counter)
      .where('at', '>', since),
  );
  return found?.count ?? 0;
}
