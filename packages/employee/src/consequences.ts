import type { JsonObject } from '@rolecall/base';
import type { CallOutcome, Receipt } from '@rolecall/gate';
import type { EntryDraft, TimerChange } from '@rolecall/journal';
import { raisedKey } from './conversation-state.ts';
import { employeeEntry } from './entries.ts';
import { journeyOf } from './record-journey.ts';
import type { ItemAtWork } from './round-context.ts';

/** When an outcome in doubt is looked at again, after the first, second … look: 5 s, 30 s, 2 min, 10 min, then hourly. */
const SETTLE_AFTER_MS = [5_000, 30_000, 120_000, 600_000] as const;
const SETTLE_LATER_MS = 3_600_000;

/** What follows from ended calls, beyond their telling: events, facts and stages, and timers for outcomes in doubt. */
export function consequencesOf(
  outcomes: readonly CallOutcome[],
  work: ItemAtWork,
): { readonly entries: readonly EntryDraft[]; readonly timers: readonly TimerChange[] } {
  const entries: EntryDraft[] = [];
  const timers: TimerChange[] = [];
  const now = work.context.clock.now();
  for (const outcome of outcomes) {
    const journey = journeyOf(outcome, work, now);
    entries.push(...journey.entries);
    timers.push(...journey.timers);
    if (outcome.kind !== 'ended') continue;
    entries.push(...eventsOf(outcome.receipt, work));
    if (outcome.receipt.effect === 'write' && outcome.receipt.outcome === 'unknown')
      timers.push(settleTimer(outcome.receipt.id, 0, now));
  }
  return { entries, timers };
}

/** The timer that looks at an outcome in doubt once more. */
export function settleTimer(operation: string, looks: number, now: number): TimerChange {
  const dueAt = new Date(now + (SETTLE_AFTER_MS[looks] ?? SETTLE_LATER_MS)).toISOString();
  return { op: 'set', id: `settle:${operation}`, dueAt, data: { purpose: 'settle', operation, looks } };
}

const SYSTEM_EVENTS: Record<Receipt['outcome'], string> = {
  succeeded: 'sys_operation_succeeded',
  failed: 'sys_operation_failed',
  unknown: 'sys_operation_in_doubt',
};

/** Each event once for an operation, also when a round is begun again after it was raised. */
function eventsOf(receipt: Receipt, work: ItemAtWork): readonly EntryDraft[] {
  const payload = { capability: receipt.capability, operation: receipt.id, code: receipt.code };
  const events: { readonly event: string; readonly payload: JsonObject }[] = [];
  if (receipt.effect === 'write') events.push({ event: SYSTEM_EVENTS[receipt.outcome], payload });
  if (receipt.event !== undefined) events.push({ event: receipt.event, payload: { ...payload, ...receipt.result } });
  return events
    .filter(({ event }, index) => events.findIndex((other) => other.event === event) === index)
    .filter(({ event }) => !work.state.raised.has(raisedKey(event, receipt.id)))
    .map((raised) => employeeEntry('employee.event_raised', raised));
}
