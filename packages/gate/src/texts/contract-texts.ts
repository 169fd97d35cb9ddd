import type { CapabilityContract, Release } from '@rolecall/assets';
import type { Language, LocalizedText } from '@rolecall/base';

/** A place in a contract where a text stands that a business may word otherwise. */
export type TextSlot = 'notice' | `ask.${string}` | `say.${string}` | `text.${string}`;

/**
 * The business's own text for a slot of a contract in the language, else the contract's neutral one. An override that
 * lacks the language leaves the neutral text in it.
 */
export function contractText(
  release: Pick<Release, 'replies'>,
  contract: Pick<CapabilityContract, 'id'>,
  slot: TextSlot,
  neutral: LocalizedText | undefined,
  language: Language,
): LocalizedText | undefined {
  const overrides = release.replies.flatMap((reply) => {
    const slots = Object.hasOwn(reply.overrides, contract.id) ? reply.overrides[contract.id] : undefined;
    const text = slots && Object.hasOwn(slots, slot) ? slots[slot] : undefined;
    return text === undefined ? [] : [text];
  });
  return (
    overrides.find((text) => has(text, language)) ??
    (neutral !== undefined && has(neutral, language) ? neutral : overrides[0]) ??
    neutral
  );
}

function has(text: LocalizedText, language: Language): boolean {
  return typeof text === 'string' || text[language] !== undefined;
}
