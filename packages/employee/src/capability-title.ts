import type { CapabilitySpace, Release } from '@rolecall/assets';
import { type Language, textIn } from '@rolecall/base';
import { engineText } from './engine-texts.ts';

/** The customer's word for a capability; one that nobody knows has none of its own, for its name may be made up. */
export function titleOf(space: CapabilitySpace, capability: string, language: Language): string {
  const known = Object.hasOwn(space.entries, capability) ? space.entries[capability]?.known : undefined;
  return textIn(known?.title, language) || engineText('unknown_capability', language);
}

/** What an employee can be asked for, in its own words. */
export function abilitiesText(release: Release, space: CapabilitySpace, language: Language): string {
  const titles = Object.values(space.entries)
    .filter((entry) => entry.heldBackBy === undefined && Object.hasOwn(release.contracts, entry.capability))
    .map((entry) => titleOf(space, entry.capability, language));
  return titles.length === 0
    ? engineText('can_do_nothing', language)
    : engineText('can_do', language, { titles: titles.join(language === 'zh' ? '、' : ', ') });
}
