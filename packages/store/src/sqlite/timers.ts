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
import type { SqliteOrganisation } from './organisation.ts';
import { query, tables } from './query.ts';

const putTimer = query(
  (args: { organisation: string; conversation: string; timer: string; dueAt: number; data: string }) =>
    tables
      .insertInto('timers')
      .values({
        organisation: args.organisation,
        conversation: args.conversation,
        id: args.timer,
        due_at: args.dueAt,
        data: args.data,
      })
      .onConflict((conflict) =>
        conflict.columns(['organisation', 'conversation', 'id']).doUpdateSet({ due_at: args.dueAt, data: args.data }),
      ),
);

const deleteTimer = query((args: { organisation: string; conversation: string; timer: string }) =>
  tables
    .deleteFrom('timers')
    .where('organisation', '=', args.organisation)
    .where('conversation', '=', args.conversation)
    .where('id', '=', args.timer),
);

const selectTimer = query((args: { organisation: string; conversation: string; timer: string }) =>
  tables
    .selectFrom('timers')
    .select(['id', 'conversation', 'due_at', 'data'])
    .where('organisation', '=', args.organisation)
    .where('conversation', '=', args.conversation)
    .where('id', '=', args.timer),
);

const selectDue = query((args: { organisation: string; at: number; limit: number }) =>
  tables
    .selectFrom('timers')
    .select(['id', 'conversation', 'due_at', 'data'])
    .where('organisation', '=', args.organisation)
    .where('due_at', '<=', args.at)
    .orderBy('due_at')
    .limit(args.limit),
);

/** Sets or clears a timer, inside a commit. */
export function changeTimer({ id, connection }: SqliteOrganisation, conversation: string, change: TimerChange): void {
  if (change.op === 'clear') {
    connection.run(deleteTimer, { organisation: id, conversation, timer: change.id });
    return;
  }
  const data = jsonText(change.data, `timers[${change.id}].data`);
  const dueAt = epochMs(change.dueAt);
  connection.run(putTimer, { organisation: id, conversation, timer: change.id, dueAt, data });
}

/** Timers that are due at a time, the earliest first. */
export function dueTimers({ id, connection }: SqliteOrganisation, at: string, limit: number): TimerRecord[] {
  return connection.all(selectDue, { organisation: id, at: epochMs(at), limit }).map(timerOf);
}

/** Turns a due timer into an inbox item, unless it was claimed, cleared or set anew meanwhile. */
export function claimTimer(organisation: SqliteOrganisation, timer: TimerRecord, at: string): Accepted | undefined {
  const { id, connection } = organisation;
  const key = { organisation: id, conversation: timer.conversation, timer: timer.id };
  return connection.transaction('process', () => {
    const present = connection.get(selectTimer, key);
    if (!present || present.due_at !== epochMs(timer.dueAt) || present.due_at > epochMs(at)) return undefined;
    connection.run(deleteTimer, key);
    return acceptItem(organisation, timerItem(timerOf(present), isoTime(epochMs(at))));
  });
}

function timerOf(row: {
  readonly id: string;
  readonly conversation: string;
  readonly due_at: number;
  readonly data: string;
}): TimerRecord {
  return { id: row.id, conversation: row.conversation, dueAt: isoTime(row.due_at), data: jsonOf(row.data) };
}
