import type { InstalledTask } from '@rolecall/assets';
import { type JsonObject, textIn } from '@rolecall/base';
import type { ItemAtWork } from '../round-context.ts';

/** What the expressions of a subscription may use. */
export function eventBindings(
  event: JsonObject,
  facts: JsonObject,
  { configuration }: InstalledTask,
  { context, language }: ItemAtWork,
): JsonObject {
  const { contact, conversation, release, clock } = context;
  const { employee } = release;
  return {
    event,
    facts,
    configuration,
    contact: { id: contact.id, external_id: contact.externalId, level: contact.level },
    conversation: { id: conversation.id, channel: conversation.channel },
    employee: {
      id: employee.id,
      display_name: textIn(employee.display_name, language),
      time_zone: employee.time_zone,
      grants: employee.grants,
    },
    now: new Date(clock.now()).toISOString(),
  };
}
