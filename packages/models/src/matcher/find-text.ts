import { textIn } from '@rolecall/base';
import { fold } from './fold.ts';
import type { MatcherCapability } from './matcher-options.ts';
import { clausesOf, FUNCTION_WORD, termsOf, withoutFrames } from './terms.ts';

/** How a free text is looked for. */
export interface FreeTextSearch {
  readonly capability: MatcherCapability;
  /** Label and name of the argument, in lower case. */
  readonly names: readonly string[];
  readonly isAnswer: boolean;
  readonly isRequired: boolean;
  /** The origin is `open`: free text that is no target. */
  readonly isOpen: boolean;
}

const QUOTES = /《([^》]{1,200})》|「([^」]{1,200})」|『([^』]{1,200})』|“([^”]{1,200})”|"([^"]{1,200})"/u;
const LONGEST_SUBJECT = 40;

/**
 * A free text in the customer's words: an answer is taken whole; else what stands in quotation marks or after the
 * argument's label; else, for what a read needs, what the message says beyond the capability's own words, and for an
 * open text of a write the clauses beyond the one that asks for it. Undefined when nothing is left, so that it is asked.
 */
export function findFreeText(words: string, search: FreeTextSearch): string | undefined {
  if (search.isAnswer) return unquoted(words.trim()) || undefined;
  const stated = labelledText(words, search.names);
  if (stated !== undefined) return stated;
  if (!search.isRequired) return undefined;
  const quoted = QUOTES.exec(words)
    ?.slice(1)
    .find((text) => text !== undefined);
  if (quoted !== undefined) return quoted.trim();
  if (search.capability.effect === 'read') return subjectOf(words, search.capability);
  return search.isOpen ? otherClauses(words, search.capability) : undefined;
}

function unquoted(text: string): string {
  const match = QUOTES.exec(text);
  return match && match[0] === text ? (match.slice(1).find((part) => part !== undefined) ?? text) : text;
}

function labelledText(words: string, names: readonly string[]): string | undefined {
  const text = fold(words);
  // Folding may change the length of exotic texts; then the label cannot be located.
  if (text.length !== words.length) return undefined;
  for (const name of names) {
    const at = text.indexOf(name);
    if (at < 0) continue;
    const rest = /^\s*(?:[:：=]|是|为|is\b)\s*([^,，。;；\n]+)/u.exec(words.slice(at + name.length));
    if (rest?.[1]) return unquoted(rest[1].trim());
  }
  return undefined;
}

/** The longest run of the message that the capability's own words do not account for. */
function subjectOf(words: string, capability: MatcherCapability): string | undefined {
  const known = vocabularyOf(capability);
  const runs: string[] = [];
  for (const part of clausesOf(words).flatMap((clause) => framed(clause))) {
    let run: Piece[] = [];
    for (const piece of piecesOf(part, known)) {
      if (piece.role === 'known') {
        runs.push(trimmed(run));
        run = [];
      } else run.push(piece);
    }
    runs.push(trimmed(run));
  }
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return [...longest].length >= 2 && longest.length <= LONGEST_SUBJECT ? longest : undefined;
}

/** A clause cut at its framing phrases; those of Latin script are function words. */
function framed(clause: string): readonly string[] {
  return /\p{Script=Han}/u.test(clause)
    ? withoutFrames(clause).split(/\s{1,}(?=\p{Script=Han})|(?<=\p{Script=Han})\s+/u)
    : [clause];
}

interface Piece {
  readonly text: string;
  /** `function` words stay inside a run and fall off its ends. */
  readonly role: 'known' | 'function' | 'new';
}

function piecesOf(text: string, known: ReadonlySet<string>): readonly Piece[] {
  return [...text.matchAll(/\p{Script=Han}|[^\p{Script=Han}\s]+|\s+/gu)].map((match) => ({
    text: match[0],
    role: roleOf(match[0], text, match.index, known),
  }));
}

function roleOf(piece: string, text: string, at: number, known: ReadonlySet<string>): Piece['role'] {
  if (/\p{N}/u.test(piece)) return 'new';
  const terms = [...termsOf(piece).plain].filter(([, weight]) => weight > FUNCTION_WORD);
  const pairs = /\p{Script=Han}/u.test(piece) ? [text.slice(Math.max(0, at - 1), at + 1), text.slice(at, at + 2)] : [];
  if (pairs.some((pair) => pair.length === 2 && known.has(pair))) return 'known';
  if (terms.length === 0) return 'function';
  return terms.every(([term]) => known.has(term)) ? 'known' : 'new';
}

function trimmed(run: readonly Piece[]): string {
  const first = run.findIndex(({ role }) => role === 'new');
  const last = run.findLastIndex(({ role }) => role === 'new');
  return first < 0
    ? ''
    : run
        .slice(first, last + 1)
        .map(({ text }) => text)
        .join('')
        .trim();
}

function vocabularyOf({ title, useWhen, examples }: MatcherCapability): ReadonlySet<string> {
  const phrases = [textIn(title, 'zh'), textIn(title, 'en'), ...useWhen, ...examples];
  return new Set(phrases.flatMap((phrase) => [...termsOf(phrase).plain.keys()]));
}

/** The clauses that share nothing with the capability's words. */
function otherClauses(words: string, capability: MatcherCapability): string | undefined {
  const known = vocabularyOf(capability);
  const rest = clausesOf(words).filter((clause) => {
    const terms = [...termsOf(clause).plain].filter(([, weight]) => weight >= 0.5);
    return terms.length > 0 && terms.filter(([term]) => known.has(term)).length * 4 < terms.length;
  });
  const joint = /\p{Script=Han}/u.test(words) ? '，' : ', ';
  return rest.length > 0 ? rest.map((clause) => clause.trim()).join(joint) : undefined;
}
