import type { ContactRecord } from '@rolecall/journal';

/**
 * Who the contact turned out to be in this conversation, by a read whose contract declares `identifies`. An assertion of
 * the conversation: the contact's record, its memory and its other conversations stay what they are.
 * Source: design, section 6, "Who the contact is".
 */
export interface Identity {
  readonly external_id: string;
  readonly level: ContactRecord['level'];
  /**
   * Under whom ledger keys and limits count while the level is `verified`, so that who comes back under another contact
   * meets the same ones: the id of the contact that the business knows by this external id, else a hash of it.
   */
  readonly owner: string;
  /** The call that told. */
  readonly by: string;
}

/** What a further identification means for what a conversation knows of its contact. */
export type IdentityChange = 'first' | 'same' | 'raised' | 'changed';

/**
 * Compares an identification with who the contact is so far: by the channel's word, where that is verified, or by an
 * earlier read. What a channel says of an anonymous contact is no identity.
 */
export function compareIdentity(
  found: Pick<Identity, 'external_id' | 'level'>,
  contact: ContactRecord,
  present: Identity | undefined,
): IdentityChange {
  const known = contact.level === 'verified' ? { external_id: contact.externalId, level: contact.level } : present;
  if (!known) return 'first';
  if (known.external_id !== found.external_id) return 'changed';
  return known.level === 'anonymous' && found.level === 'verified' ? 'raised' : 'same';
}

/** The identity after a further identification was written: the first one stays, and its level only rises. */
export function identityAfter(present: Identity | undefined, found: Identity): Identity {
  if (!present) return found;
  const isRaised = present.external_id === found.external_id && present.level === 'anonymous';
  return isRaised ? found : present;
}

/** The channel has verified somebody else than a read of this conversation told. */
export function contradicts(contact: ContactRecord, identity: Identity | undefined): boolean {
  return identity !== undefined && contact.level === 'verified' && contact.externalId !== identity.external_id;
}

/** The contact as expressions and texts see it: with the identity of the conversation, where it has one. */
export function contactSeen(
  contact: ContactRecord,
  identity: Identity | undefined,
): { readonly id: string; readonly external_id: string; readonly level: ContactRecord['level'] } {
  const { id, externalId, level } = contact;
  if (!identity || level === 'verified') return { id, external_id: externalId, level };
  return { id, external_id: identity.external_id, level: identity.level };
}

/** Under whom ledger keys and limits count. */
export function ownerOf({
  contact,
  identity,
}: {
  readonly contact: { readonly id: string };
  readonly identity?: Identity | undefined;
}): string {
  return identity?.level === 'verified' ? identity.owner : contact.id;
}
