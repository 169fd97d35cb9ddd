/** What a customer's message is to a list of notices; `items` are places in the list, from 0. */
export type ListAnswer =
  | { readonly said: 'yes'; readonly items: readonly number[] }
  | { readonly said: 'no' }
  | { readonly said: 'other' };

/** How a piece of an answer counts that names items of a list by number. */
type PieceKind =
  | 'ordinal'
  | 'digit'
  | 'word'
  | 'all'
  | 'both'
  | 'counted'
  | 'only'
  | 'yes'
  | 'heard'
  | 'join'
  | 'blank';

const HAN_DIGITS = '一二三四五六七八九';
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** What may stand in such an answer, and nothing else. The longer reading comes first. */
const PIECES: readonly (readonly [PieceKind, RegExp])[] = [
  ['blank', /[\s。.!]+/y],
  ['join', /(?:以及|和|与|跟|及|、|,|;|&|\+|and\b)/y],
  ['counted', /([两二三四五六七八九2-9])(?:个|项|件|条|笔)都/y],
  ['ordinal', /第([1-9一二三四五六七八九])(?:个|项|件|条|笔)?(?![0-9一二三四五六七八九十百])/y],
  ['digit', /(?:(?:items?|numbers?) ?)?([1-9])(?![0-9a-z]|[.:\-/~–—]\s*[0-9])/y],
  ['word', new RegExp(`(?:the )?(${ORDINALS.join('|')})(?: one| item)?\\b`, 'y')],
  ['both', /both(?: of them)?\b/y],
  ['all', /全部|全都|所有的?|都|all of them\b|all\b|everything\b/y],
  ['only', /只(?:确认|办理|办|要|需要|需)?|仅|just\b|only\b/y],
  ['yes', /确认|确定|同意|执行|办理|办|提交|可以|要|confirm\b|yes\b|approve\b|(?:proceed|go ahead) with\b|do\b/y],
  ['heard', /就行|就好|即可|就可以|好的|好|行|是的|是|对|ok\b|okay\b|sure\b/y],
  ['blank', /我|请|麻烦|帮我|吧|就|谢谢|多谢|please\b|thanks\b|thank you\b|i want\b|i would like\b|the\b/y],
];

/**
 * Reads an answer that names items of a list of so many by number (1、「第二个」, `the second`, 「只要1」, `1 and 3`) or says that it
 * means all of them. Every character has to belong to it, two numbers are joined by a word or comma, none stands twice, and
 * each is there; else nothing is confirmed. Undefined for an answer that is no such one.
 */
export function readSelection(answer: string, length: number): ListAnswer | undefined {
  if (answer.length > LONGEST) return undefined;
  const pieces = piecesOf(answer);
  if (!pieces) return undefined;
  const kinds = new Set(pieces.map(({ kind }) => kind));
  const isOfAll = kinds.has('all') || kinds.has('both') || kinds.has('counted');
  const named = pieces.filter(({ kind }) => kind === 'ordinal' || kind === 'digit' || kind === 'word');
  if (named.length === 0) return isOfAll ? allOf(pieces, kinds, length) : undefined;
  const items = named.map(({ number }) => number - 1);
  const isMixed = kinds.has('word') && (kinds.has('digit') || kinds.has('ordinal'));
  const isClear =
    !isOfAll &&
    !isMixed &&
    areJoined(pieces) &&
    new Set(items).size === items.length &&
    items.every((item) => item < length);
  return isClear ? { said: 'yes', items: items.sort((left, right) => left - right) } : { said: 'other' };
}

/** A longer answer says more than numbers. */
const LONGEST = 80;

interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  /** Of an item, from 1; of a count, what is counted. */
  readonly number: number;
}

function piecesOf(answer: string): readonly Piece[] | undefined {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < answer.length) {
    const piece = pieceAt(answer, at);
    if (!piece || piece.text === '') return undefined;
    pieces.push(piece);
    at += piece.text.length;
  }
  return pieces;
}

function pieceAt(answer: string, at: number): Piece | undefined {
  // A Latin word is read from its beginning.
  if (/[a-z]/.test(answer[at] ?? '') && /[a-z0-9]/.test(answer[at - 1] ?? '')) return undefined;
  for (const [kind, pattern] of PIECES) {
    pattern.lastIndex = at;
    const match = pattern.exec(answer);
    if (match) return { kind, text: match[0], number: numberOf(match[1] ?? '') };
  }
  return undefined;
}

function numberOf(text: string): number {
  if (ORDINALS.includes(text)) return ORDINALS.indexOf(text) + 1;
  if (text === '两') return 2;
  return HAN_DIGITS.includes(text) ? HAN_DIGITS.indexOf(text) + 1 : Number(text);
}

/** Between two items stands something that joins them. */
function areJoined(pieces: readonly Piece[]): boolean {
  let isOpen = false;
  for (const { kind } of pieces) {
    if (kind === 'join') isOpen = false;
    else if (kind === 'ordinal' || kind === 'digit' || kind === 'word') {
      if (isOpen) return false;
      isOpen = true;
    }
  }
  return true;
}

/** 都 alone, `only all` and a wrong count say nothing for certain. */
function allOf(pieces: readonly Piece[], kinds: ReadonlySet<PieceKind>, length: number): ListAnswer {
  const counts = pieces.flatMap(({ kind, number }) => (kind === 'counted' ? [number] : kind === 'both' ? [2] : []));
  const isBare = !kinds.has('yes') && !kinds.has('both') && !pieces.some(({ text }) => STANDS_ALONE.has(text));
  if (isBare || kinds.has('only') || counts.some((count) => count !== length)) return { said: 'other' };
  return { said: 'yes', items: Array.from({ length }, (_, index) => index) };
}

const STANDS_ALONE = new Set(['全部', '全都', 'all', 'all of them', 'everything']);
