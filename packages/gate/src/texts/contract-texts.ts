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
  const overrides = overridesOf(release.replies, contract.id, slot);
  if (overrides.length === 0) return neutral;
  return (
    overrides.find((text) => has(text, language)) ??
    (neutral !== undefined && has(neutral, language) ? neutral : overrides[0])
  );
}

function overridesOf(replies: Release['replies'], contract: string, slot: TextSlot): readonly LocalizedText[] {
  const found: LocalizedText[] = [];
  for (const { overrides } of replies) {
    const slots = Object.hasOwn(overrides, contract) ? overrides[contract] : undefined;
    const text = slots && Object.hasOwn(slots, slot) ? slots[slot] : undefined;
    if (text !== undefined) found.push(text);
  }
  return found;
}

function has(text: LocalizedText, language: Language): boolean {
  return typeof text === 'string' || text[language] !== undefined;
}
