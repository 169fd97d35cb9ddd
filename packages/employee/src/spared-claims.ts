/** Stands where a spared claim stood: a letter, so that nothing grows together around it. */
const SPARED = 'ʘ';

/**
 * The text without the claims that claim nothing: that something did not happen (还没有取消成功), whether it did
 * (是否已取消, 取消成功了吗？), what comes after it would (取消成功后退款). `claims` finds the claim in a piece of text.
 *
 * Narrow on purpose: what is not plainly one of these forms stays, and is held back. It looks at one clause at a time, and
 * only at the words right beside the claim, so that a denial elsewhere spares nothing (没问题，已取消).
 */
export function withoutSparedClaims(text: string, claims: (piece: string) => boolean): string {
  return withoutSpared(text, claims, isSpared);
}

/** The same for any kind of saying: `isSpared` looks at each place where `finds` finds it, and at the mark that ends its clause. */
export function withoutSpared(
  text: string,
  finds: (piece: string) => boolean,
  isSparedHere: (found: FoundSaying, end: string) => boolean,
): string {
  const pieces = text.split(/([，,、；;：:。！!？?\n…—]+)/u);
  return pieces
    .map((piece, index) =>
      index % 2 === 0 ? withoutSparedIn(piece, pieces[index + 1] ?? '', finds, isSparedHere) : piece,
    )
    .join('');
}

const MOST_IN_A_CLAUSE = 8;
/** Whoever denies something does so in few words; and looking for it takes time by the square of them. */
const LONGEST_CLAUSE = 160;

function withoutSparedIn(
  clause: string,
  end: string,
  finds: (piece: string) => boolean,
  isSparedHere: (found: FoundSaying, end: string) => boolean,
): string {
  if (clause.length > LONGEST_CLAUSE) return clause;
  let rest = clause;
  for (let count = 0; count < MOST_IN_A_CLAUSE && finds(rest); count++) {
    const found = firstFound(rest, finds);
    if (!found || !isSparedHere(found, end)) return rest;
    rest = `${found.before}${SPARED}${found.after}`;
  }
  return rest;
}

/** A saying in its clause, in as few characters as it takes. */
export interface FoundSaying {
  readonly before: string;
  readonly said: string;
  readonly after: string;
}

/** The first one. Undefined where no piece says what the whole does. */
function firstFound(clause: string, finds: (piece: string) => boolean): FoundSaying | undefined {
  for (let end = 1; end <= clause.length; end++) {
    if (!finds(clause.slice(0, end))) continue;
    let start = end - 1;
    while (start > 0 && !finds(clause.slice(start, end))) start--;
    return { before: clause.slice(0, start), said: clause.slice(start, end), after: clause.slice(end) };
  }
  return undefined;
}

const DENIED =
  /(?:还没有?|没有?|尚未|仍未|并未|还未|未能?|没能|没法|无法|不能)(?:真正|完全|被|能够?)?$|(?:\bnot|n['’]t|\bnever)(?: yet| been| be)? ?$/iu;
const ANY_DENIAL = /[不没未无非勿别]|\b(?:not|never|no|neither|nor)\b|n['’]t\b/giu;
const WHETHER = /(?:是否|有没有|是不是)(?:已经?|被|真的)?$|\bwhether (?:\S+ ){0,3}$/iu;
const ASKS = /^[^好对是行懂]{0,8}[吗么]$/u;
const LATER = /^(?:之?后|以后|的话|之?前|时)/u;
const DONE = /[已经了]|\b(?:has|have|is|was|were|been|now)\b/iu;
const FOR_YOU = /[为帮给替][您你]|\bfor you\b/iu;

function isSpared({ before, said, after }: FoundSaying, end: string): boolean {
  if (DENIED.test(before) && (`${before} ${after}`.match(ANY_DENIAL)?.length ?? 0) === denialsIn(before)) return true;
  if (FOR_YOU.test(said)) return false;
  if (WHETHER.test(before) || (/[?？]/u.test(end) && ASKS.test(after))) return true;
  return !DONE.test(said) && LATER.test(after);
}

/** How many signs of denial the words right before the claim have: one more anywhere turns their sense around. */
function denialsIn(before: string): number {
  return DENIED.exec(before)?.[0].match(ANY_DENIAL)?.length ?? 0;
}
