import { type JsonObject, textIn } from '@rolecall/base';
import type { ItemAtWork } from './round-context.ts';

/** What the named texts, packs and templates of a reply asset may speak of: there is no call. */
export function replyBindings(work: ItemAtWork): JsonObject {
  const { contact, conversation, release } = work.context;
  return {
    employee: { id: release.employee.id, display_name: textIn(release.employee.display_name, work.language) },
    contact: { external_id: contact.externalId, level: contact.level, display_name: contact.displayName ?? '' },
    conversation: { id: conversation.id, channel: conversation.channel },
    language: work.language,
  };
}
