import { type Language, languageOf } from '@rolecall/base';
import type { RunningEmployee } from '@rolecall/host';

/**
 * Things to say to an employee: the examples of the contracts of what it can do, in a language, one of each capability
 * before the second of any.
 */
export function examplesOf(employee: RunningEmployee, language: Language, atMost = 3): readonly string[] {
  const byCapability = Object.values(employee.space.entries)
    .filter((entry) => entry.heldBackBy === undefined)
    .map((entry) => (entry.bound?.contract.semantics ?? entry.known?.semantics)?.examples ?? [])
    .map((examples) => examples.filter((example) => languageOf(example, language) === language));
  const longest = Math.max(0, ...byCapability.map((examples) => examples.length));
  const inTurn = Array.from({ length: longest }, (_, turn) => byCapability.flatMap((examples) => examples[turn] ?? []));
  return [...new Set(inTurn.flat())].slice(0, atMost);
}
