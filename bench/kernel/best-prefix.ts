/** What a round costs in a request: as it was said, and as its summary. */
export interface RoundSizes {
  readonly whole: Size;
  readonly summary: Size;
  /** Of its input while it is the current one. */
  readonly inputLength: number;
  /** Tokens that earlier rounds may take in its request. */
  readonly roomTokens: number;
}

interface Size {
  readonly tokens: number;
  /** Characters of the request. */
  readonly length: number;
}

/** The rounds that a request may begin with behind the first one, and how long it then is. */
type Choices = ReadonlyMap<number, number>;

const KEEP = 5;
const STEP = 5;
/** A request in which less of what fits is loaded is no choice. */
const LEAST_LOADED = 0.5;

/**
 * The largest share of a request that the one before can have begun with, over a whole conversation, by any choice of which
 * old rounds are left out, made by somebody who knows the conversation beforehand. What is replaced is the rule's to say: all
 * but the newest five to nine rounds, five at a time, the first exempt. `headLength` are the characters in front of all rounds.
 */
export function bestPrefixShare(rounds: readonly RoundSizes[], headLength: number): number {
  let lower = 0;
  let upper = 1;
  // A share can be reached when some choices keep at least that much of all that was sent.
  for (let times = 0; times < 12; times++) {
    const share = (lower + upper) / 2;
    if (mostKept(rounds, headLength, share) >= 0) lower = share;
    else upper = share;
  }
  return lower;
}

/** The most that consecutive requests can have in common, less a share of the length of each. */
function mostKept(rounds: readonly RoundSizes[], headLength: number, share: number): number {
  let before: ReadonlyMap<number, number> = new Map([[1, 0]]);
  let lengths: Choices = choicesOf(rounds, 0, headLength);
  for (let count = 1; count < rounds.length; count++) {
    const choices = choicesOf(rounds, count, headLength);
    const kept = new Map<number, number>();
    for (const start of choices.keys()) {
      let most = Number.NEGATIVE_INFINITY;
      for (const [earlier, sum] of before) {
        const length = lengths.get(earlier) ?? 0;
        const common =
          earlier === start
            ? commonWith(rounds, count, start, headLength, length)
            : headOf(rounds, count - 1, headLength);
        most = Math.max(most, sum + common - share * length);
      }
      kept.set(start, most);
    }
    before = kept;
    lengths = choices;
  }
  return Math.max(...before.values());
}

/** A request over `count` earlier rounds that begins like the one before: all of it, or in a step what was replaced before. */
function commonWith(
  rounds: readonly RoundSizes[],
  count: number,
  start: number,
  headLength: number,
  length: number,
): number {
  const replaced = replacedBefore(count - 1);
  if (replacedBefore(count) === replaced || start >= replacedBefore(count)) return length;
  let common = headOf(rounds, count - 1, headLength);
  for (let index = start; index < replaced; index++) common += rounds[index]?.summary.length ?? 0;
  return common;
}

function choicesOf(rounds: readonly RoundSizes[], count: number, headLength: number): Choices {
  const { roomTokens = 0, inputLength = 0 } = rounds[count] ?? {};
  let tokens = count > 0 ? (rounds[0]?.whole.tokens ?? 0) : 0;
  let length = headOf(rounds, count, headLength) + inputLength;
  const fitting: { readonly start: number; readonly tokens: number; readonly length: number }[] = [
    { start: Math.max(1, count), tokens, length },
  ];
  for (let start = count - 1; start >= 1; start--) {
    const size = start < replacedBefore(count) ? rounds[start]?.summary : rounds[start]?.whole;
    tokens += size?.tokens ?? 0;
    length += size?.length ?? 0;
    if (tokens > roomTokens) break;
    fitting.push({ start, tokens, length });
  }
  const most = fitting.at(-1)?.tokens ?? 0;
  return new Map(
    fitting.filter((one) => one.tokens >= most * LEAST_LOADED).map((one): [number, number] => [one.start, one.length]),
  );
}

function headOf(rounds: readonly RoundSizes[], count: number, headLength: number): number {
  return headLength + (count > 0 ? (rounds[0]?.whole.length ?? 0) : 0);
}

function replacedBefore(count: number): number {
  return Math.max(0, Math.floor((count - KEEP) / STEP) * STEP);
}
