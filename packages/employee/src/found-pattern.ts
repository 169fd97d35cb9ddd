import { compilePattern } from '@rolecall/assets';
import { foldedText, isPlainText, searchedForms, spelledOut } from './searched-forms.ts';
import { simplifiedForm } from './simplified-form.ts';

/** A text, prepared for looking for patterns in it: everything that could hide a word is taken away. */
export interface Searched {
  readonly forms: readonly string[];
  readonly spelled: string | undefined;
}

/** Prepares a text once for all patterns. */
export function searched(text: string): Searched {
  return { forms: searchedForms(text), spelled: spelledOut(text) };
}

/** A pattern that cannot be compiled is found everywhere: what cannot be evaluated fails to the safe side. */
export function isFound(pattern: string, { forms, spelled }: Searched): boolean {
  const simplified = simplifiedForm(pattern);
  return (
    forms.some((form) => matchesOrBroken(form, pattern) || matchesOrBroken(form, simplified)) ||
    (spelled !== undefined && matchesOrBroken(spelled, pattern.replaceAll(' ', '')))
  );
}

/**
 * True when nothing of the pattern is left in the text once `spare` has taken out what does not say it (a denial, a
 * question …). A text that hides something is never spared.
 */
export function isSparedIn(
  text: string,
  pattern: string,
  spare: (text: string, finds: (piece: string) => boolean) => string,
): boolean {
  if (!isPlainText(text)) return false;
  const simplified = simplifiedForm(pattern);
  const rest = spare(foldedText(text), (piece) => matchesOrBroken(piece, simplified));
  return !isFound(pattern, searched(rest));
}

function matchesOrBroken(text: string, pattern: string): boolean {
  const compiled = compilePattern(`(?is)${pattern}`);
  return !compiled.ok || compiled.pattern.test(text);
}
