import { clausesOf, type Terms, termsOf } from './terms.ts';

/** Something that a message may be about: the phrases that speak for it and those that speak against it. */
export interface Topic {
  readonly phrases: readonly string[];
  readonly notWhen?: readonly string[] | undefined;
  /** It takes any text (what to look for): words that no topic knows are likely that text and count less against it. */
  readonly takesText?: boolean | undefined;
}

/** How well a topic fits. Between 0 and 1. */
export interface Ranked<Subject extends Topic> {
  readonly topic: Subject;
  readonly score: number;
}

/** A set of topics, prepared once for any number of messages. */
export interface Ranker<Subject extends Topic> {
  /** Best first; equal scores keep the order of the topics. Topics without any fit are left out. */
  rank(message: string): readonly Ranked<Subject>[];
}

const SHARE_OF_BEST_PHRASE = 0.7;
/** A part of the message that fits counts nearly as much as the whole: people tell a story around their wish. */
const CLAUSE_DISCOUNT = 0.94;
/** Words that no topic knows say little about which topic is meant. */
const UNKNOWN_TERM = 0.5;
const UNKNOWN_TERM_AS_TEXT = 0.2;
/** A fit that rests on next to nothing (one function word in a short clause) counts half. */
const HALF_EVIDENCE = 0.6;
const CLEARLY_BETTER = 1.15;
const OWN_SHARE = 0.2;

interface Prepared<Subject extends Topic> {
  readonly topic: Subject;
  readonly phrases: readonly Terms[];
  readonly notWhen: readonly Terms[];
  readonly plain: ReadonlySet<string>;
  readonly denied: ReadonlySet<string>;
}

/**
 * Ranks topics by lexical similarity. The weight of a term falls with the number of topics that use it; a message that
 * denies a term does not fit a topic that asks for it; a `notWhen` that fits clearly better than every phrase takes the
 * topic out.
 */
export function createRanker<Subject extends Topic>(topics: readonly Subject[]): Ranker<Subject> {
  const prepared = topics.map(prepare);
  const rarity = rarityOf(prepared, UNKNOWN_TERM);
  const rarityWithText = rarityOf(prepared, UNKNOWN_TERM_AS_TEXT);
  return {
    rank(message) {
      const clauses = clausesOf(message);
      const parts = [termsOf(message), ...(clauses.length > 1 ? clauses.map(termsOf) : [])];
      return prepared
        .map((topic) => ({
          topic: topic.topic,
          score: bestScore(parts, topic, topic.topic.takesText ? rarityWithText : rarity),
        }))
        .filter(({ score }) => score > 0)
        .sort((left, right) => right.score - left.score);
    },
  };
}

function prepare<Subject extends Topic>(topic: Subject): Prepared<Subject> {
  const phrases = topic.phrases.map(termsOf);
  return {
    topic,
    phrases,
    notWhen: (topic.notWhen ?? []).map(termsOf),
    plain: new Set(phrases.flatMap((phrase) => [...phrase.plain.keys()])),
    denied: new Set(phrases.flatMap((phrase) => [...phrase.denied.keys()])),
  };
}

type Rarity = (term: string) => number;

function rarityOf(topics: readonly Prepared<Topic>[], unknown: number): Rarity {
  const uses = new Map<string, number>();
  for (const { plain, denied } of topics) {
    for (const term of new Set([...plain, ...denied])) uses.set(term, (uses.get(term) ?? 0) + 1);
  }
  const rarest = Math.log(1 + topics.length);
  return (term) => {
    const count = uses.get(term);
    return count === undefined ? unknown * rarest : Math.log(1 + topics.length / count);
  };
}

function bestScore(parts: readonly Terms[], topic: Prepared<Topic>, rarity: Rarity): number {
  let best = 0;
  parts.forEach((part, index) => {
    const score = scoreOf(part, topic, rarity) * (index === 0 ? 1 : CLAUSE_DISCOUNT);
    if (score > best) best = score;
  });
  return best;
}

function scoreOf(message: Terms, topic: Prepared<Topic>, rarity: Rarity): number {
  const all = weigh(message.plain, rarity) + weigh(message.denied, rarity);
  const phrase = Math.max(0, ...topic.phrases.map((terms) => similarity(message, terms, rarity)));
  const against = againstShare(message, topic, phrase, rarity);
  if (all === 0 || against === 1) return 0;
  const known = weigh(message.plain, rarity, topic.plain) + weigh(message.denied, rarity, topic.denied);
  const contradicted = weigh(message.denied, rarity, topic.plain) - weigh(message.denied, rarity, topic.denied);
  const cover = (known - Math.max(0, contradicted)) / all;
  const evidence = known / (known + HALF_EVIDENCE);
  const fit = SHARE_OF_BEST_PHRASE * phrase + (1 - SHARE_OF_BEST_PHRASE) * cover;
  return Math.max(0, evidence * fit * (1 - against));
}

/**
 * The share of the message that speaks against the topic: words that are a `notWhen`'s own, for what it shares with the
 * phrases (`asks whether X is possible` shares X) says nothing. All of it, when that `notWhen` fits clearly better than
 * every phrase.
 */
function againstShare(message: Terms, topic: Prepared<Topic>, phrase: number, rarity: Rarity): number {
  const shares = topic.notWhen.map((terms) => {
    const own = new Map([...terms.plain].filter(([term]) => !topic.plain.has(term)));
    const share = commonWeight(message.plain, own, rarity) / weigh(message.plain, rarity);
    const isClear = share > OWN_SHARE && similarity(message, terms, rarity) > phrase * CLEARLY_BETTER;
    return isClear ? 1 : share || 0;
  });
  return Math.max(0, ...shares);
}

/** The common weight of two texts over the mean of their own weights (a cosine over sets of weighted terms). */
function similarity(left: Terms, right: Terms, rarity: Rarity): number {
  const common = commonWeight(left.plain, right.plain, rarity) + commonWeight(left.denied, right.denied, rarity);
  if (common === 0) return 0;
  const ofLeft = weigh(left.plain, rarity) + weigh(left.denied, rarity);
  const ofRight = weigh(right.plain, rarity) + weigh(right.denied, rarity);
  return common / Math.sqrt(ofLeft * ofRight);
}

function commonWeight(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>, rarity: Rarity): number {
  let weight = 0;
  for (const [term, own] of left) {
    const other = right.get(term);
    if (other !== undefined) weight += Math.min(own, other) * rarity(term);
  }
  return weight;
}

function weigh(terms: ReadonlyMap<string, number>, rarity: Rarity, among?: ReadonlySet<string>): number {
  let weight = 0;
  for (const [term, own] of terms) if (!among || among.has(term)) weight += own * rarity(term);
  return weight;
}
