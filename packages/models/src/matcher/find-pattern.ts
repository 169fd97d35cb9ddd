import { fold, isWordCharacter } from './fold.ts';
import { isDeniedAt, type Occurrence } from './occurrence.ts';
import { digitsSpoken } from './spoken-number.ts';
import { expressionOf } from './value-schema.ts';

/** How a pattern is looked for. */
export interface PatternSearch {
  readonly pattern: string;
  readonly normalise: readonly string[];
  /** The message answers a question for this very value, so its fixed beginning may be left out. */
  readonly isAnswer: boolean;
}

const SEPARATORS = /[\s\-_.·‐-―]/u;

/**
 * Finds the values of an anchored pattern inside a message, tolerant of width, case, separators and a leading symbol
 * that people leave out: `^#W\d{7}$` is found in `w289-0441` as `#W2890441`. Every value it gives matches the pattern.
 */
export function findPattern(text: string, search: PatternSearch): readonly Occurrence<string>[] {
  const whole = search.isAnswer ? canonical(text.replace(/[。.!！\s]+$/u, '').trim(), search) : undefined;
  if (whole !== undefined) return [{ value: whole, start: 0, end: text.length }];
  const body = bodyOf(search.pattern);
  if (body === undefined) return findWords(text, search);
  const lead = leadOf(body);
  const symbols = /^[^\p{L}\p{N}]*/u.exec(lead.text)?.[0] ?? '';
  const variants = [
    { source: body, prefix: '' },
    ...(symbols === '' ? [] : [{ source: lead.after(symbols.length), prefix: symbols }]),
    ...(lead.text.length > symbols.length ? [{ source: lead.after(lead.text.length), prefix: lead.text }] : []),
  ];
  for (const form of formsOf(text, search.normalise)) {
    for (const { source, prefix } of variants) {
      const found = matchAll(form, source, prefix, search);
      if (found.length > 0) return withoutDenied(text, found);
    }
  }
  const { source, separators } = withOptionalSeparators(body);
  if (separators.length === 0) return [];
  return withoutDenied(
    text,
    matchAll(
      formOf(text, (same) => same),
      source,
      '',
      search,
      separators,
    ),
  );
}

/** A text to search and, for each of its characters, where it stands in the message. */
interface Form {
  readonly text: string;
  readonly origin: readonly number[];
  readonly message: string;
}

function formsOf(message: string, normalise: readonly string[]): readonly Form[] {
  const forms = [formOf(message, (text) => text), formOf(message, (text) => text, true)];
  if (normalise.includes('spoken_numbers'))
    forms.push(formOf(message, digitsSpoken), formOf(message, digitsSpoken, true));
  return forms;
}

function formOf(message: string, change: (text: string) => string, join = false): Form {
  const spoken = change(message);
  let text = '';
  const origin: number[] = [];
  for (let index = 0; index < spoken.length; index++) {
    const character = spoken.charAt(index);
    if (join && SEPARATORS.test(character) && isCode(spoken, index)) continue;
    for (const folded of character.normalize('NFKC')) {
      for (let unit = 0; unit < folded.length; unit++) origin.push(index);
      text += folded;
    }
  }
  return { text, origin, message: spoken };
}

/** True for a separator between letters or digits: inside a code, or between two words. */
function isCode(text: string, index: number): boolean {
  return isWordCharacter(text, index - 1) && /[\p{Script=Latin}\p{N}\s\-_.]/u.test(text.charAt(index + 1));
}

function matchAll(
  form: Form,
  source: string,
  prefix: string,
  search: PatternSearch,
  separators: readonly string[] = [],
): readonly Occurrence<string>[] {
  const expression = expressionOf(source, 'gi');
  if (!expression) return [];
  const found: Occurrence<string>[] = [];
  for (const match of form.text.matchAll(expression)) {
    if (match[0] === '') continue;
    const start = form.origin[match.index] ?? 0;
    const end = (form.origin[match.index + match[0].length - 1] ?? 0) + 1;
    if (cutsWord(form.message, start, end, match[0]) || !looksLikeCode(match[0], prefix, search)) continue;
    const parts = separators.map((separator, index) => `${separator}${match.groups?.[`part${index + 1}`] ?? ''}`);
    const written = parts.length > 0 ? `${match.groups?.part0 ?? ''}${parts.join('')}` : match[0];
    const value = canonical(prefix + written, search);
    if (value !== undefined && !found.some((other) => other.value === value)) found.push({ value, start, end });
  }
  return found;
}

function cutsWord(message: string, start: number, end: number, matched: string): boolean {
  return (
    (isWordCharacter(matched, 0) && isWordCharacter(message, start - 1)) ||
    (isWordCharacter(matched, matched.length - 1) && isWordCharacter(message, end))
  );
}

/** An ordinary word is not a value by chance: without digit or symbol it must match as it is written, in capitals. */
function looksLikeCode(matched: string, prefix: string, search: PatternSearch): boolean {
  if (prefix !== '' && /[\p{L}\p{N}]/u.test(prefix)) return /\p{N}/u.test(matched) && matched.length >= 3;
  if (/[\p{N}@]/u.test(matched) && (search.isAnswer || matched.length > 1)) return true;
  return /^\p{Lu}{2,}$/u.test(matched) && (expressionOf(search.pattern)?.test(prefix + matched) ?? false);
}

/** The value as the pattern wants it, or undefined when no spelling of it does. */
function canonical(written: string, { pattern, normalise }: PatternSearch): string | undefined {
  const expression = expressionOf(pattern);
  if (!expression) return undefined;
  let value = written.trim();
  if (normalise.includes('spoken_numbers')) value = digitsSpoken(value);
  const folded = value.normalize('NFKC');
  if (normalise.includes('upper')) value = folded.toUpperCase();
  else if (normalise.includes('lower')) value = folded.toLowerCase();
  if (normalise.includes('separators')) value = value.replaceAll(/[\s\-_.]+/gu, '');
  const tight = folded.replaceAll(/[\s\-_.]+/gu, '');
  const spellings = [value, folded, folded.toUpperCase(), fold(folded), tight, tight.toUpperCase(), fold(tight)];
  return spellings.find((spelling) => expression.test(spelling));
}

/** Patterns that are no single anchored text (`^a$|^b$`): each word of the message is tried. */
function findWords(message: string, search: PatternSearch): readonly Occurrence<string>[] {
  const found: Occurrence<string>[] = [];
  for (const match of message.matchAll(/[^\s\p{Script=Han},，。.!！?？;；:：、()（）「」“”"']+/gu)) {
    const value = canonical(match[0], search);
    const isPlain = !/[\p{N}@]/u.test(match[0]) && !/^\p{Lu}{2,}$/u.test(match[0]);
    if (value !== undefined && !isPlain) found.push({ value, start: match.index, end: match.index + match[0].length });
  }
  return withoutDenied(message, found);
}

function withoutDenied(message: string, found: readonly Occurrence<string>[]): readonly Occurrence<string>[] {
  const wanted = found.filter((occurrence) => !isDeniedAt(message, occurrence.start));
  return wanted.length > 0 ? wanted : found;
}

/** The pattern without its anchors, or undefined when it does not stand for one whole text. */
function bodyOf(pattern: string): string | undefined {
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '\\') index += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === '|' && depth === 0) return undefined;
  }
  const from = pattern.startsWith('^') ? 1 : 0;
  const isEnd = pattern.endsWith('$') && !/(?:^|[^\\])(?:\\\\)*\\\$$/u.test(pattern);
  return pattern.slice(from, isEnd ? -1 : undefined);
}

/** `RB-\\d{4}` as a source that also finds `RB1024`, with the separators that stood between its named parts. */
function withOptionalSeparators(body: string): { readonly source: string; readonly separators: readonly string[] } {
  const parts = [''];
  const separators: string[] = [];
  let depth = 0;
  let inClass = false;
  for (let index = 0; index < body.length; index++) {
    const isEscaped = body.charAt(index) === '\\';
    const character = body.charAt(isEscaped ? index + 1 : index);
    const written = isEscaped ? `\\${character}` : character;
    const next = body.charAt(index + written.length);
    if (
      depth === 0 &&
      !inClass &&
      (character === '-' || character === '_' || (isEscaped && character === '.')) &&
      !/[?*+{]/u.test(next)
    ) {
      separators.push(character);
      parts.push('');
    } else {
      if (!isEscaped && inClass) inClass = character !== ']';
      else if (!isEscaped && character === '[') inClass = true;
      else if (!isEscaped && character === '(') depth += 1;
      else if (!isEscaped && character === ')') depth -= 1;
      parts[parts.length - 1] += written;
    }
    if (isEscaped) index += 1;
  }
  return { source: parts.map((part, index) => `(?<part${index}>${part})`).join('[\\s\\-_.]?'), separators };
}

/** The characters with which every match begins, and the source that is left after some of them. */
function leadOf(body: string): { readonly text: string; after(count: number): string } {
  const ends: number[] = [];
  let text = '';
  let at = 0;
  while (at < body.length) {
    const escaped = body.charAt(at) === '\\';
    const character = body.charAt(escaped ? at + 1 : at);
    const isLiteral = escaped ? /[^\p{L}\p{N}]/u.test(character) : /[^\\^$.|?*+()[\]{}]/u.test(character);
    const next = at + (escaped ? 2 : 1);
    if (!isLiteral || character === '' || /[?*+{]/u.test(body.charAt(next))) break;
    text += character;
    ends.push(next);
    at = next;
  }
  return { text, after: (count) => body.slice(count === 0 ? 0 : (ends[count - 1] ?? 0)) };
}
