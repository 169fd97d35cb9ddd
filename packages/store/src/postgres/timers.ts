import {
  type Accepted,
  epochMs,
  isoTime,
  jsonOf,
  jsonText,
  type TimerChange,
  type TimerRecord,
  timerItem,
} from '@rolecall/journal';
import { acceptItem } from './accept.ts';
import { type PostgresOrganisation, type Scope, writing } from './organisation.ts';
import { tables } from './query.ts';

/** Sets or clears a timer, inside a commit. */
export function changeTimer(scope: Scope, conversation: string, change: TimerChange): void {
  const { organisation, transaction } = scope;
  if (change.op === 'clear') {
    transaction.send(
      tables
        .deleteFrom('timers')
        .where('organisation', '=', organisation)
        .where('conversation', '=', conversation)
        .where('id', '=', change.id),
    );
    return;
  }
  const data = jsonText(change.data, `timers[${change.id}].data`);
  const due_at = epochMs(change.dueAt);
  transaction.send(
    tables
      .insertInto('timers')
      .values({ organisation, conversation, id: change.id, due_at, data })
      .onConflict((conflict) => conflict.columns(['organisation', 'conversation', 'id']).doUpdateSet({ due_at, data })),
  );
}

/** Timers that are due at a time, the earliest first. */
export async function dueTimers(
  { organisation, transaction }: Scope,
  at: string,
  limit: number | undefined,
): Promise<TimerRecord[]> {
  let select = tables
    .selectFrom('timers')
    .select(['id', 'conversation', 'due_at', 'data'])
    .where('organisation', '=', organisation)
    .where('due_at', '<=', epochMs(at))
    .orderBy('due_at');
  if (limit !== undefined) select = select.limit(limit);
  return (await transaction.all(select)).map((row) => ({
    id: row.id,
    conversation: row.conversation,
    dueAt: isoTime(row.due_at),
    data: jsonOf(row.data),
  }));
}

/** Turns a due timer into an inbox item, unless it was claimed, cleared or set anew meanwhile. */
export function claimTimer(
  organisation: PostgresOrganisation,
  timer: TimerRecord,
  at: string,
): Promise<Accepted | undefined> {
  return writing(organisation, 'process', async (scope) => {
    const claimed = await scope.transaction.get(
      tables
        .deleteFrom('timers')
        .where('organisation', '=', organisation.id)
        .where('conversation', '=', timer.conversation)
        .where('id', '=', timer.id)
        .where('due_at', '=', epochMs(timer.dueAt))
        .where('due_at', '<=', epochMs(at))
        .returning('data'),
    );
    if (!claimed) return undefined;
    return acceptItem(scope, timerItem({ ...timer, data: jsonOf(claimed.data) }, isoTime(epochMs(at))));
  });
}
