import type { JsonObject } from '@rolecall/base';
import type { CallOutcome, Receipt } from '@rolecall/gate';
import type { EntryDraft, TimerChange } from '@rolecall/journal';
import { setApprovalTimer } from './approval-timer.ts';
import { raisedKey } from './conversation-state.ts';
import { employeeEntry } from './entries.ts';
import { followUpEvent, reminderTimer } from './platform-consequences.ts';
import { journeyOf } from './record-journey.ts';
import type { ItemAtWork } from './round-context.ts';
import { settleTimer } from './settle-timer.ts';

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
    if (outcome.kind === 'awaiting_approval') timers.push(setApprovalTimer(outcome.request));
    if (outcome.kind !== 'ended') continue;
    entries.push(...eventsOf(outcome.receipt, work));
    const reminder = reminderTimer(outcome.receipt);
    if (reminder) timers.push(reminder);
    if (canSettle(outcome.receipt, work)) timers.push(settleTimer(outcome.receipt.id, 0, now));
  }
  return { entries, timers };
}

/** An outcome in doubt that its contract has a way to look at. */
function canSettle({ effect, outcome, capability }: Receipt, { context: { release } }: ItemAtWork): boolean {
  if (effect !== 'write' || outcome !== 'unknown' || !Object.hasOwn(release.contracts, capability)) return false;
  return release.contracts[capability]?.contract.result.read_back !== undefined;
}

const SYSTEM_EVENTS: Record<Receipt['outcome'], string> = {
  succeeded: 'sys_operation_succeeded',
  failed: 'sys_operation_failed',
  unknown: 'sys_operation_in_doubt',
};

/** Each event once for an operation, also when a round is begun again after it was raised. */
function eventsOf(receipt: Receipt, work: ItemAtWork): readonly EntryDraft[] {
  const { id: operation, capability, contract, code, outcome } = receipt;
  const payload = { capability, operation, code };
  const events: { readonly event: string; readonly payload: JsonObject }[] = [];
  if (receipt.effect === 'write') {
    const ended = outcome === 'unknown' ? { operation, capability, contract } : { ...payload, contract };
    events.push({ event: SYSTEM_EVENTS[outcome], payload: ended });
  }
  const followUp = followUpEvent(receipt, work.context.conversation.id);
  if (followUp) events.push(followUp);
  if (receipt.event !== undefined) events.push({ event: receipt.event, payload: { ...receipt.result, ...payload } });
  return events
    .filter(({ event }, index) => events.findIndex((other) => other.event === event) === index)
    .filter(({ event }) => !work.state.raised.has(raisedKey(event, receipt.id)))
    .filter(({ event, payload }) => !work.state.raised.has(raisedKey(event, String(payload.follow_up ?? ''))))
    .map((raised) => employeeEntry('employee.event_raised', raised));
}
