import { contentHash } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import type { CallContext } from '../call-context.ts';
import { compareIdentity, type Identity } from '../identity.ts';
import { gateEntry } from '../operations/entries.ts';

/**
 * Writes down whom a read identified. False when the conversation is somebody else's already: nothing of the read may then
 * be used. Of two reads that identify at the same time the first one written counts.
 */
export async function* recordIdentity(
  found: Pick<Identity, 'external_id' | 'level'>,
  call: { readonly id: string; readonly capability: string },
  context: CallContext,
): Writing<boolean> {
  const change = compareIdentity(found, context.contact, context.identity?.());
  if (change === 'changed') return false;
  if (change === 'same') return true;
  const identity: Identity = { ...found, owner: await ownerFor(found.external_id, context), by: call.id };
  const { id: by, capability } = call;
  yield {
    entries: [
      gateEntry(
        'gate.identified',
        { call: by, capability, contact: context.contact.id, identity },
        { step: context.step },
      ),
    ],
  };
  return compareIdentity(found, context.contact, context.identity?.()) !== 'changed';
}

async function ownerFor(externalId: string, { store }: CallContext): Promise<string> {
  const known = await store.contactByExternalId(externalId);
  return known?.id ?? `identity_${contentHash({ external_id: externalId }).slice(-32)}`;
}
