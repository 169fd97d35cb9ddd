import type { OutboxPlace } from './delivery.ts';
import { corruptEvidence, decryptEvidence, encryptEvidence, isEncrypted, keyedHash } from './evidence.ts';
import { inboxContentHash } from './inbox-rules.ts';
import type { InboxDraft } from './ports.ts';

/** Where an inbox item's text belongs: under another item's it is refused. */
export function inboxPlace(item: string): string {
  return `inbox:${item}`;
}

/** Where an outbox item's text belongs. */
export function outboxPlace({ conversation, sequence, index }: OutboxPlace): string {
  return `outbox:${conversation}:${sequence}:${index}`;
}

/** What a contact has written or is told, in the form in which it is kept: under the contact's own key, as evidence is. */
export function keptText(text: string, contactKey: string, place: string): string {
  return encryptEvidence(text, contactKey, place);
}

/** The text again; one that was kept before texts were encrypted is as it was. Throws `evidence_corrupt`. */
export function textKept(kept: string, contactKey: string | null | undefined, place: string): string {
  if (!isEncrypted(kept)) return kept;
  if (!contactKey) throw corruptEvidence(place);
  return decryptEvidence(kept, contactKey, place);
}

/** By which a repeated item is known as the same; under the contact's key, so that nobody else can guess what it says. */
export function keptContentHash(draft: Pick<InboxDraft, 'kind' | 'data'>, contactKey: string): string {
  return keyedHash(inboxContentHash(draft), contactKey);
}

/** True when a kept hash, also one from before hashes were keyed, is that of this content. */
export function isSameContent(
  kept: string,
  draft: Pick<InboxDraft, 'kind' | 'data'>,
  contactKey: string | null | undefined,
): boolean {
  return kept === inboxContentHash(draft) || (!!contactKey && kept === keptContentHash(draft, contactKey));
}
