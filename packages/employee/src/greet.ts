import { renderTemplate } from '@rolecall/assets';
import { type JsonObject, type Language, textIn } from '@rolecall/base';
import type { Projection, StorePorts } from '@rolecall/journal';
import { isBlank } from './blank.ts';
import { engineText } from './engine-texts.ts';
import { employeeEntry, isEmployeeEntry, isWhole } from './entries.ts';
import type { Handled } from './handled.ts';
import type { ItemAtWork } from './round-context.ts';

const FIRST_SEEN = 'sys_first_seen_contact';
const TABLE = 'first_seen';

/**
 * The first time a contact is seen on a channel, the employee greets with the reply that the business package names for
 * the event `sys_first_seen_contact`; ever after, opening the conversation says nothing.
 */
export async function greet(work: ItemAtWork): Promise<Handled> {
  const { contact, conversation, store } = work.context;
  const payload = { contact: contact.id, channel: conversation.channel, employee: conversation.employee };
  if (await hasBeenGreeted(store, payload)) return { replies: [], end: 'already_greeted' };
  return {
    replies: [{ kind: 'greeting', parts: [{ kind: 'greeting', text: greetingText(work) }] }],
    end: 'greeted',
    entries: [employeeEntry('employee.event_raised', { event: FIRST_SEEN, payload })],
  };
}

/** True once the employee has greeted the contact on the channel. */
export async function hasBeenGreeted(
  store: Pick<StorePorts, 'row'>,
  party: { readonly contact: string; readonly channel: string; readonly employee: string },
): Promise<boolean> {
  return (await store.row(TABLE, firstSeenKey(party))) !== undefined;
}

/** Which contacts have been seen on which channel by which employee. */
export const firstSeenProjection: Projection = {
  name: 'first_seen',
  kinds: ['employee.event_raised'],
  apply(entry) {
    if (!isEmployeeEntry(entry, 'employee.event_raised') || entry.data.event !== FIRST_SEEN || !isWhole(entry))
      return [];
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
  return rendered.ok && !isBlank(rendered.text) ? rendered.text : engineText('greeting', work.language, { name });
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
