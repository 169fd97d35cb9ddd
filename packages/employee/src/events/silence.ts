import { durationMs, type JsonObject } from '@rolecall/base';
import { isFromCustomer, type TimerChange } from '@rolecall/journal';
import type { Reply } from '../compose-reply.ts';
import type { ConversationState } from '../conversation-state.ts';
import { employeeEntry } from '../entries.ts';
import type { Handled } from '../handled.ts';
import { openOperations } from '../open-operations.ts';
import type { ItemAtWork } from '../round-context.ts';
import { afterQuietHours } from './quiet-hours.ts';

const TIMER = 'silence';

/**
 * Begins to wait for the customer once something of theirs has been answered and the conversation waits for them: a
 * notice or a question is open, or a task is. Whatever they do next begins it anew or ends it.
 */
export async function withSilence(work: ItemAtWork, handled: Handled): Promise<Handled> {
  const { context, item } = work;
  const { silence } = context.release.business;
  if (silence === undefined || !isFromCustomer(item.kind)) return handled;
  const isWaiting = !work.state.handOver && (handled.replies.some(asks) || (await waits(work)));
  const timer: TimerChange = isWaiting
    ? silenceTimer(work, { round: work.round, since: item.acceptedAt, touch: 1 })
    : { op: 'clear', id: TIMER };
  return { ...handled, timers: [...(handled.timers ?? []), timer] };
}

/**
 * The customer has let the time pass. Nothing is due when they have written meanwhile, when the conversation is closed or
 * no longer waits; in quiet hours it waits for their end.
 */
export async function handleSilence(work: ItemAtWork, data: JsonObject): Promise<Handled> {
  const { context, state } = work;
  const { business, employee } = context.release;
  const touch = Number(data.touch ?? 1);
  const nothing: Handled = { replies: [], end: 'nothing_due' };
  // A person has the conversation, and asks after the customer as they see fit.
  if (state.handOver) return nothing;
  if (business.silence === undefined || touch > business.silence.after.length) return nothing;
  if (context.conversation.closedAt !== undefined || lastHeard(state) !== data.round) return nothing;
  if ((await context.hasUnread?.()) === true || !(await waits(work))) return nothing;
  const now = context.clock.now();
  const begun = { round: String(data.round), since: String(data.since) };
  const allowed = afterQuietHours(now, business.silence.quiet_hours, employee.time_zone);
  if (allowed > now) return { ...nothing, end: 'quiet_hours', timers: [timerAt(allowed, { ...begun, touch })] };
  const payload = { conversation: context.conversation.id, since: begun.since, touch };
  return {
    replies: [],
    end: 'silence',
    entries: [employeeEntry('employee.event_raised', { event: 'sys_silence', payload })],
    timers: touch < business.silence.after.length ? [silenceTimer(work, { ...begun, touch: touch + 1 })] : [],
  };
}

interface Waiting {
  /** Of the item that the customer was heard of last. */
  readonly round: string;
  readonly since: string;
  readonly touch: number;
}

function silenceTimer({ context }: ItemAtWork, waiting: Waiting): TimerChange {
  const { business, employee } = context.release;
  const afterMs = durationMs(business.silence?.after[waiting.touch - 1] ?? '') ?? 0;
  const due = context.clock.now() + afterMs;
  return timerAt(afterQuietHours(due, business.silence?.quiet_hours, employee.time_zone), waiting);
}

function timerAt(dueMs: number, waiting: Waiting): TimerChange {
  return { op: 'set', id: TIMER, dueAt: new Date(dueMs).toISOString(), data: { purpose: TIMER, ...waiting } };
}

function asks({ kind, parts }: Reply): boolean {
  return kind === 'notice' || kind === 'question' || parts.some((part) => part.kind === 'ask');
}

/** An open notice or task; what was asked last, when nothing of the customer came after it. */
async function waits(work: ItemAtWork): Promise<boolean> {
  if (work.finder.instances().some(({ terminal }) => !terminal)) return true;
  const asked = work.state.lastSent?.kind;
  const isAsked = !isFromCustomer(work.item.kind) && (asked === 'question' || asked === 'notice');
  return isAsked || (await openOperations(work)).length > 0;
}

/** The last round that began with something of the customer. */
function lastHeard({ rounds }: ConversationState): string | undefined {
  return rounds.findLast(({ entries }) => CAUSES.has(String(entries[0]?.data.cause)))?.round;
}

const CAUSES: ReadonlySet<string> = new Set(['message', 'opened', 'confirm_button', 'decline_button']);
