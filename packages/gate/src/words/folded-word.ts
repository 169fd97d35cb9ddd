import { CharacterClass } from './character-class.ts';
import { foldText } from './folded-text.ts';

/** A value or word that is looked for, folded. Made once, and looked for in many texts. */
export interface FoldedWord {
  readonly text: string;
  /** Every character is ASCII, once folded. */
  readonly isAscii: boolean;
  /** With one blank where there were several. */
  readonly singleBlanks: string;
  /** Without its separators, where it is an identifier: letters, digits (at least one) and separators. */
  readonly core: string | undefined;
}

/** Folds what is looked for. */
export function foldWord(word: string): FoldedWord {
  const folded = foldText(word);
  const text = folded.text.trim();
  const isAscii = folded.isAscii || ASCII.test(text);
  const hasOtherBlanks = folded.singleBlanks() !== folded && OTHER_BLANKS.test(text);
  const singleBlanks = hasOtherBlanks ? text.replace(/\s+/gu, ' ') : text;
  return { text, isAscii, singleBlanks, core: isAscii ? coreOfUnits(text) : coreOf(text) };
}

const ASCII = /^\p{ASCII}*$/u;
const OTHER_BLANKS = /\s\s|[^\S ]/u;

/** The parts of an identifier may stand apart by these. */
export const SEPARATOR = new CharacterClass(/[\s\p{Pd}_·#]/u);
export const DIGIT = new CharacterClass(/\p{Nd}/u);

const SIGN = new CharacterClass(/[\p{L}\p{N}\s\p{Pd}_·#]/u);
const IDENTIFIER = /^[\p{L}\p{N}\s\p{Pd}_·#]+$/u;
const PAIR = /[\ud800-\udfff]/;

function coreOf(text: string): string | undefined {
  if (PAIR.test(text) && !(IDENTIFIER.test(text) && /\p{Nd}/u.test(text))) return undefined;
  return PAIR.test(text) ? withoutSeparators(text) : coreOfUnits(text);
}

function coreOfUnits(text: string): string | undefined {
  let hasDigit = false;
  let hasSeparator = false;
  for (let at = 0; at < text.length; at++) {
    if (!SIGN.hasAt(text, at)) return undefined;
    if (DIGIT.hasAt(text, at)) hasDigit = true;
    else if (SEPARATOR.hasAt(text, at)) hasSeparator = true;
  }
  if (!hasDigit) return undefined;
  return hasSeparator ? withoutSeparators(text) : text;
}

function withoutSeparators(text: string): string {
  let core = '';
  for (let at = 0; at < text.length; at++) if (!SEPARATOR.hasAt(text, at)) core += text.charAt(at);
  return core;
}
