import { renderTemplate } from '@rolecall/assets';
import { type JsonObject, type Language, textIn } from '@rolecall/base';
import type { Projection } from '@rolecall/journal';
import type { Reply } from './compose-reply.ts';
import { engineText } from './engine-texts.ts';
import { employeeEntry, isEmployeeEntry, type ReplyPart } from './entries.ts';
import type { Handled } from './handled.ts';
import type { ItemAtWork } from './round-context.ts';

const FIRST_SEEN = 'sys_first_seen_contact';
const TABLE = 'first_seen';

/**
 * The first time a contact is seen on a channel, the employee greets with the reply that the business package names for
 * the event `sys_first_seen_contact`; ever after, opening the conversation says nothing.
 */
export async function greet(work: ItemAtWork): Promise<Handled> {
  const payload = {
    contact: work.context.contact.id,
    channel: work.context.conversation.channel,
    employee: work.context.conversation.employee,
  };
  if ((await work.context.store.row(TABLE, firstSeenKey(payload))) !== undefined)
    return { replies: [], end: 'already_greeted' };
  return {
    replies: [{ kind: 'greeting', parts: [{ kind: 'greeting', text: greetingText(work) }] }],
    end: 'greeted',
    entries: [employeeEntry('employee.event_raised', { event: FIRST_SEEN, payload })],
  };
}

/** Which contacts have been seen on which channel by which employee. */
export const firstSeenProjection: Projection = {
  name: 'first_seen',
  kinds: ['employee.event_raised'],
  apply(entry) {
    if (!isEmployeeEntry(entry, 'employee.event_raised') || entry.data.event !== FIRST_SEEN) return [];
    const { payload } = entry.data;
    return [
      {
        op: 'put',
        table: TABLE,
        key: firstSeenKey(payload),
        scope: `contact:${String(payload.contact)}`,
        value: { at: entry.at },
      },
    ];
  },
};

/** The first message that is ever sent in a conversation says that an AI writes. */
export function withDisclosure(work: ItemAtWork, replies: readonly Reply[]): readonly Reply[] {
  const [first, ...rest] = replies;
  if (first === undefined || work.state.disclosed) return replies;
  const disclosure: ReplyPart = { kind: 'disclosure', text: engineText('disclosure', work.language) };
  // A notice stands alone, whatever comes before it.
  if (first.kind === 'notice') return [{ kind: 'reply', parts: [disclosure] }, ...replies];
  return [
    { ...first, parts: first.kind === 'greeting' ? [...first.parts, disclosure] : [disclosure, ...first.parts] },
    ...rest,
  ];
}

function firstSeenKey(payload: JsonObject): string {
  return `${String(payload.contact)}|${String(payload.channel)}|${String(payload.employee)}`;
}

function greetingText(work: ItemAtWork): string {
  const { release } = work.context;
  const name = textIn(release.employee.display_name, work.language);
  const reply = release.business.events[FIRST_SEEN]?.reply;
  const asset = reply === undefined ? undefined : release.replies.find(({ replies }) => replies[reply] !== undefined);
  const template = reply === undefined ? undefined : asset?.replies[reply]?.text;
  if (template === undefined) return engineText('greeting', work.language, { name });
  const rendered = renderTemplate(template, greetingBindings(work, name), work.language);
  return rendered.ok ? rendered.text : engineText('greeting', work.language, { name });
}

/** What a reply's template may speak of. */
function greetingBindings(work: ItemAtWork, name: string): JsonObject {
  const { contact, conversation, release } = work.context;
  return {
    employee: { id: release.employee.id, display_name: name },
    contact: { external_id: contact.externalId, level: contact.level, display_name: contact.displayName ?? '' },
    conversation: { id: conversation.id, channel: conversation.channel },
    language: work.language satisfies Language,
  };
}
