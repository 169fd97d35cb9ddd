import { isJsonObject, type JsonObject } from '@rolecall/base';
import type { InboxItem } from '@rolecall/journal';
import { replyForEvent } from '../event-replies.ts';
import type { Handled } from '../handled.ts';
import type { ItemAtWork } from '../round-context.ts';
import { runSubscriptions } from './run-subscriptions.ts';

/**
 * An event from outside: the tasks that subscribe to it do what they say, and the business answers it. All of it is
 * written with the commit that consumes the item, so that it happens once however often the item is begun.
 */
export function handleEvent(work: ItemAtWork): Handled {
  const raised = raisedBy(work.item);
  const effects = runSubscriptions({ ...raised, id: `inbox:${work.item.id}` }, work);
  const answer = replyForEvent(raised, work);
  const replies = [...effects.replies, ...(answer ? [answer] : [])];
  const isHeard = effects.entries.length > 0 || answer !== undefined;
  const isQuiet = work.state.handOver !== undefined && replies.length > 0;
  return {
    replies: isQuiet ? [] : replies,
    end: isQuiet ? 'event_handled_quietly' : isHeard ? 'event_handled' : 'event_unheard',
    problem: isQuiet
      ? 'A person has the conversation, so that the employee did not say what the event has it say.'
      : isHeard
        ? undefined
        : `No task of the release waits for "${raised.event}", and no reply answers it.`,
    entries: effects.entries,
    timers: effects.timers,
  };
}

/** The event that an inbox item tells of. */
export function raisedBy({ data }: InboxItem): { readonly event: string; readonly payload: JsonObject } {
  return { event: String(data.event ?? ''), payload: isJsonObject(data.payload) ? data.payload : {} };
}
