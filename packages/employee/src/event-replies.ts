import { renderTemplate } from '@rolecall/assets';
import type { JsonObject, LocalizedText } from '@rolecall/base';
import { displayable } from '@rolecall/gate';
import type { EntryDraft } from '@rolecall/journal';
import { isBlank } from './blank.ts';
import type { Reply } from './compose-reply.ts';
import type { RaisedEvent } from './conversation-state.ts';
import type { Handled } from './handled.ts';
import { replyBindings } from './reply-bindings.ts';
import type { ItemAtWork } from './round-context.ts';

/**
 * The message that answers an event, word for word as the business has it: the reply that the business package names for
 * the event, else the hard template of one of its reply assets. Undefined where there is neither, or where it cannot be
 * rendered, which the operator is told.
 * Source: capability boundaries, section 八; design, section 8.
 */
export function replyForEvent(raised: RaisedEvent, work: ItemAtWork): Reply | undefined {
  const template = templateFor(raised.event, work);
  return template === undefined ? undefined : written(template, raised, work);
}

/** A named reply of the business, about an event; undefined where it has none or it cannot be rendered. */
export function namedReply(name: string, raised: RaisedEvent, work: ItemAtWork): Reply | undefined {
  const template = replyText(name, work);
  if (template !== undefined) return written(template, raised, work);
  work.context.onProblem?.(
    new Error(`The business has no reply "${name}", which the event "${raised.event}" is to send.`),
  );
  return undefined;
}

function written(template: LocalizedText, raised: RaisedEvent, work: ItemAtWork): Reply | undefined {
  const bindings = { ...replyBindings(work), event: displayable(raised.payload) };
  const rendered = renderTemplate(template, bindings, work.language);
  if (rendered.ok && !isBlank(rendered.text))
    return { kind: 'reply', parts: [{ kind: 'template', text: rendered.text.trim() }] };
  const why = rendered.ok ? 'it is empty' : rendered.error.message.en;
  work.context.onProblem?.(new Error(`The reply to the event "${raised.event}" cannot be written: ${why}`));
  return undefined;
}

/**
 * Adds the answers to all events that were raised since an item was closed last, in the order in which they were. They go
 * out with the commit that closes the item, so that each is sent exactly once, also when a crash comes between. A notice
 * stays the last thing that is sent.
 */
export function withEventReplies(work: ItemAtWork, handled: Handled): Handled {
  const raised = [...work.state.unanswered, ...raisedIn(handled.entries ?? [])];
  const answers = raised
    .filter(({ event }) => !ANSWERED_OTHERWISE.has(event))
    .flatMap((each) => replyForEvent(each, work) ?? []);
  if (answers.length === 0) return handled;
  const notice = handled.replies.findIndex(({ kind }) => kind === 'notice');
  const at = notice < 0 ? handled.replies.length : notice;
  return { ...handled, replies: [...handled.replies.slice(0, at), ...answers, ...handled.replies.slice(at)] };
}

/** Answered by the greeting, which has words also where a business has none; and by the round itself. */
const ANSWERED_OTHERWISE: ReadonlySet<string> = new Set(['sys_first_seen_contact', 'sys_message_received']);

function templateFor(event: string, work: ItemAtWork): LocalizedText | undefined {
  const { business, replies } = work.context.release;
  const named = Object.hasOwn(business.events, event) ? business.events[event]?.reply : undefined;
  const reply = named === undefined ? undefined : replyText(named, work);
  if (reply !== undefined) return reply;
  return replies.flatMap(({ hard_templates: texts }) => (Object.hasOwn(texts, event) ? [texts[event]] : []))[0];
}

function replyText(name: string, { context: { release } }: ItemAtWork): LocalizedText | undefined {
  return release.replies.flatMap(({ replies }) => (Object.hasOwn(replies, name) ? [replies[name]?.text] : []))[0];
}

function raisedIn(entries: readonly EntryDraft[]): readonly RaisedEvent[] {
  return entries.flatMap(({ kind, data }) =>
    kind === 'employee.event_raised' ? [{ event: String(data.event), payload: data.payload as JsonObject }] : [],
  );
}
