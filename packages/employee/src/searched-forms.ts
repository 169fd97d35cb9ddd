import { simplifiedForm } from './simplified-form.ts';

/**
 * The forms in which a text is searched for what may not be said: as it stands, and folded so that width, accents,
 * invisible characters, look-alikes, traditional characters, entities, markup, line breaks and signs between characters
 * hide nothing.
 */
export function searchedForms(text: string): readonly string[] {
  const decoded = withoutEntities(text);
  const folded = [foldedText(decoded), foldedText(withoutMarkup(decoded))];
  return [...new Set([text, ...folded, ...folded.map(joinedCharacters), ...folded.map(wordsAlone)])];
}

/** Letters written apart (c a n c e l), joined; undefined where there are none. Blanks between words are gone too. */
export function spelledOut(text: string): string | undefined {
  const runs = foldedText(text).match(/(?<![\p{L}\p{N}])\p{L}(?:[^\p{L}\p{N}]+\p{L}(?![\p{L}\p{N}])){3,}/gu);
  return runs?.map((run) => run.replace(/[^\p{L}\p{N}]+/gu, '')).join(' ');
}

/** A text in one form: compatible characters are one, what is not seen is gone, blanks are single. */
export function foldedText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Me}\p{Cf}]/gu, '')
    .normalize('NFC')
    .replace(/[а-ԯͰ-Ͽ]/gu, (character) => LOOK_ALIKE.get(character) ?? character)
    .replace(/\s+/gu, ' ');
  return simplifiedForm(plain);
}

/** True when folding takes nothing away but width and accents, so that the text is read as it is searched. */
export function isPlainText(text: string): boolean {
  return withoutMarkup(withoutEntities(text)) === text && !/[\p{Cf}\p{Me}]|\p{Mn}/u.test(text);
}

const LOOK_ALIKE: ReadonlyMap<string, string> = new Map(
  Array.from('аеорсхуіѕԁһӏѵԛԝαονρτικυ', (character, index): [string, string] => [
    character,
    'aeopcxyisdhlvqwaovptiku'.charAt(index),
  ]),
);

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
};

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z]{2,6}));?/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** Tags, comments, links and emphasis, as a channel that renders them would show the text. */
function withoutMarkup(text: string): string {
  return text
    .replace(/<!--[\s\S]{0,2000}?-->|<\/?[a-zA-Z][^<>]{0,2000}>/g, '')
    .replace(/!?\[([^[\]]{0,2000})\](?:\([^()]{0,2000}\)|\[[^[\]]{0,200}\])?/g, '$1')
    .replace(/[*`~\\_|]+/g, '');
}

function joinedCharacters(text: string): string {
  return text.replace(/(?<=\p{Script=Han})[^\p{L}\p{N}]+(?=\p{Script=Han})/gu, '');
}

function wordsAlone(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ');
}
