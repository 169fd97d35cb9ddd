import { type CapabilityContract, compilePattern } from '@rolecall/assets';
import { foldedText } from './searched-forms.ts';

/** The values in a text that look like targets of a contract: what the patterns of its arguments describe. */
export function namedTargets(text: string, contract: Pick<CapabilityContract, 'arguments'>): readonly string[] {
  const words = wordsOf(foldedText(text));
  const targets = Object.values(contract.arguments).flatMap((argument) => {
    const pattern = 'origin' in argument ? argument.schema.pattern : undefined;
    return typeof pattern === 'string' ? words.flatMap((word) => acceptedForm(word, pattern)) : [];
  });
  return [...new Set(targets)];
}

const LONGEST_PARTS = 3;

/** The words, and neighbours written as one: a number may be written in groups. */
function wordsOf(text: string): readonly string[] {
  const words = (text.match(/[#A-Za-z0-9_](?:[A-Za-z0-9_#.-]*[A-Za-z0-9_])?/g) ?? []).map((word) => word);
  return words.flatMap((_, index) =>
    Array.from({ length: LONGEST_PARTS }, (__, more) => words.slice(index, index + more + 1).join('')),
  );
}

/** The form of a word that the pattern accepts: with or without the sign in front, in capitals, without separators. */
function acceptedForm(word: string, pattern: string): readonly string[] {
  const compiled = compilePattern(pattern);
  if (!compiled.ok) return [];
  const joined = word.replace(/[-._]/g, '');
  const forms = [word, joined, `#${word}`, `#${joined}`].flatMap((form) => [form, form.toUpperCase()]);
  const accepted = forms.find((form) => compiled.pattern.test(form));
  return accepted === undefined ? [] : [accepted];
}
