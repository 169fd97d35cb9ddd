import type { JsonObject } from '@rolecall/base';
import type { CommitDraft, EntryDraft } from '@rolecall/journal';
import type { RaisedEvent } from '../conversation-state.ts';
import { employeeEntry } from '../entries.ts';
import type { Handled } from '../handled.ts';
import type { ItemAtWork } from '../round-context.ts';
import { isSubscribed, joined, MESSAGE_RECEIVED, type Occurrence, runSubscriptions } from './run-subscriptions.ts';

/**
 * Adds what the tasks do about the events that were raised since an item was closed last. It is written with the commit
 * that closes the item: with each event once, also when a crash comes between. What a subscription does raises no event,
 * so that this ends.
 */
export function withSubscriptions(work: ItemAtWork, handled: Handled): Handled {
  const raised = [...work.state.unanswered, ...raisedIn(handled.entries ?? [])].filter(
    ({ event }) => event !== MESSAGE_RECEIVED,
  );
  const effects = joined(raised.map((each, place) => runSubscriptions(occurrenceOf(each, place, work), work)));
  if (effects.entries.length === 0) return handled;
  // While a person has the conversation, the employee is quiet.
  const said = work.state.handOver ? [] : effects.replies;
  const notice = handled.replies.findIndex(({ kind }) => kind === 'notice');
  const at = notice < 0 ? handled.replies.length : notice;
  return {
    ...handled,
    replies: [...handled.replies.slice(0, at), ...said, ...handled.replies.slice(at)],
    entries: [...(handled.entries ?? []), ...effects.entries],
    timers: [...(handled.timers ?? []), ...effects.timers],
  };
}

/**
 * That a message has come in, for tasks that wait for it: written before the message is handled, so that the model sees
 * what they make of it. Undefined when no task waits, or when it is written already.
 */
export function messageArrival(work: ItemAtWork): CommitDraft | undefined {
  const { item, context, state } = work;
  const id = `inbox:${item.id}`;
  if (item.kind !== 'message' || state.heard.has(id) || !isSubscribed(MESSAGE_RECEIVED, work)) return undefined;
  const { contact, conversation } = context;
  const payload = { contact: contact.id, conversation: conversation.id, channel: conversation.channel };
  const raised = employeeEntry('employee.event_raised', { event: MESSAGE_RECEIVED, payload });
  const effects = runSubscriptions({ event: MESSAGE_RECEIVED, payload, id }, work);
  return { entries: [raised, ...effects.entries], timers: effects.timers };
}

/** An event of an operation is that of the operation, whenever it is looked at; any other belongs to its round. */
function occurrenceOf(raised: RaisedEvent, place: number, { round }: ItemAtWork): Occurrence {
  const { operation } = raised.payload;
  return { ...raised, id: typeof operation === 'string' ? `${operation}:${raised.event}` : `${round}:${place}` };
}

function raisedIn(entries: readonly EntryDraft[]): readonly RaisedEvent[] {
  return entries.flatMap(({ kind, data }) =>
    kind === 'employee.event_raised' ? [{ event: String(data.event), payload: data.payload as JsonObject }] : [],
  );
}
