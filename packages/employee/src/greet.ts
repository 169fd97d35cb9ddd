import { contentHash, type JsonObject, textIn } from '@rolecall/base';
import type { Projection, StorePorts } from '@rolecall/journal';
import { engineText } from './engine-texts.ts';
import { employeeEntry, isEmployeeEntry, isWhole } from './entries.ts';
import { replyForEvent } from './event-replies.ts';
import type { Handled } from './handled.ts';
import type { ItemAtWork } from './round-context.ts';

const FIRST_SEEN = 'sys_first_seen_contact';
const TABLE = 'first_seen';

/**
 * The first time a contact is seen on a channel, the employee greets with the reply that the business package names for
 * the event `sys_first_seen_contact`; ever after, opening the conversation says nothing, whichever employee it is with. A
 * key of the ledger sees to it that of two openings at one moment, in whichever conversations, one greets.
 */
export async function greet(work: ItemAtWork): Promise<Handled> {
  const { contact, conversation, store } = work.context;
  const payload = { contact: contact.id, channel: conversation.channel, employee: conversation.employee };
  if (await hasBeenSeen(store, payload)) return { replies: [], end: 'already_greeted' };
  return {
    replies: [{ kind: 'greeting', parts: [{ kind: 'greeting', text: greetingText(work, payload) }] }],
    end: 'greeted',
    entries: [employeeEntry('employee.event_raised', { event: FIRST_SEEN, payload })],
    reserve: {
      base: contentHash({ event: FIRST_SEEN, contact: contact.id, channel: conversation.channel }),
      intent: 1,
      operation: work.round,
    },
  };
}

/** True once the contact has been seen on the channel, by whichever employee. */
export async function hasBeenSeen(
  store: Pick<StorePorts, 'row'>,
  party: { readonly contact: string; readonly channel: string },
): Promise<boolean> {
  return (await store.row(TABLE, firstSeenKey(party))) !== undefined;
}

/** Which contacts have been seen on which channel. */
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
  return `${String(payload.contact)}|${String(payload.channel)}`;
}

/** What the business has for the event; who the employee is, where it has nothing. */
function greetingText(work: ItemAtWork, payload: JsonObject): string {
  const reply = replyForEvent({ event: FIRST_SEEN, payload }, work);
  const name = textIn(work.context.release.employee.display_name, work.language);
  return reply?.parts[0]?.text ?? engineText('greeting', work.language, { name });
}
