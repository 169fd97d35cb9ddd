import type { Memory, MemoryQuery } from '../memory-port.ts';
import type { StoredMemory } from '../memory-storage.ts';
import { type Day, type DaySpan, includes, localDay } from '../time/calendar.ts';
import { mentionedTimes } from '../time/mentioned-times.ts';
import { countsOf, type MemoryPart, type Postings, withCount } from './posting.ts';
import { isCharacter, termsOf } from './terms.ts';

interface IndexedMemory {
  memory: StoredMemory;
  readonly place: number;
  readonly length: number;
  readonly day: Day;
  /** Read when a time is first asked for. */
  mentions?: readonly DaySpan[] | undefined;
  /** Its neighbours in the session. */
  previous?: string | undefined;
  next?: string | undefined;
}

/** How much a term counts in each part of a memory. */
export interface FieldWeights {
  readonly input: number;
  readonly reply: number;
  readonly summary: number;
}

const SATURATION = 1.2;
const LENGTH_SHARE = 0.4;
/** A single character says little: there are many words with it. */
const CHARACTER_WEIGHT = 0.3;
/** A round is also found by what was said right before and after it. */
const SHARE_BACK = 0.05;
const SHARE_ON = 0.35;
/** A question in a reply says less about its own round than about the answer, which is in the next one. */
const ASKED_HERE = 0.3;
const ASKED_BEFORE = 0.9;
/** A word that stands nowhere finds the words that begin with it. */
const PREFIX_WEIGHT = 0.5;
const PREFIX_LETTERS = 3;
/** What two English words of one family have in common at least, and how much ending they may differ by. */
const ROOT_LETTERS = 5;
const MOST_ENDING = 2;

/**
 * The words of one scope's memories. Follows changes one by one; deleted memories are not in it. Ranking is BM25 over
 * the parts of a round, with a share of its neighbours in the session.
 */
export class MemoryIndex {
  readonly #timeZone: string;
  readonly #memories = new Map<string, IndexedMemory>();
  /** By place; undefined where one was taken out. */
  #places: (IndexedMemory | undefined)[] = [];
  #postings = new Map<string, Postings>();
  /** The newest memory of each session. */
  readonly #lastOf = new Map<string, string>();
  #totalLength = 0;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  get size(): number {
    return this.#memories.size;
  }

  get(id: string): StoredMemory | undefined {
    return this.#memories.get(id)?.memory;
  }

  all(): Iterable<StoredMemory> {
    return [...this.#memories.values()].map(({ memory }) => memory);
  }

  /** Takes a memory in, in place of an earlier state of it; a deleted one is taken out. */
  put(memory: StoredMemory): void {
    const present = this.#memories.get(memory.summary.id);
    if (present && memory.summary.deletedAt === undefined) {
      // Words and time of a memory never change; its marks and its vector do.
      present.memory = memory;
      return;
    }
    if (present) this.#remove(present);
    else if (memory.summary.deletedAt === undefined) this.#add(memory);
  }

  /** Memories of the days, or about them. */
  ofTime(span: DaySpan): { readonly on: ReadonlySet<string>; readonly about: ReadonlySet<string> } {
    const on = new Set<string>();
    const about = new Set<string>();
    for (const [id, indexed] of this.#memories) {
      if (includes(span, indexed.day)) on.add(id);
      else if (mentionsOf(indexed).some(({ from, to }) => includes(span, from) && includes(span, to))) about.add(id);
    }
    return { on, about };
  }

  /** How well each memory fits, by id; what does not fit at all is not in it. */
  scores(terms: ReadonlyMap<string, number>, fields: FieldWeights): ReadonlyMap<string, number> {
    const own = new Map<string, number>();
    for (const [term, count] of terms) {
      const weight = isCharacter(term) ? CHARACTER_WEIGHT : 1;
      const exact = this.#postings.get(term);
      if (exact) this.#addScores(own, exact, weight * count, fields);
      else
        for (const postings of this.#beginningWith(term)) {
          this.#addScores(own, postings, PREFIX_WEIGHT * weight * count, fields);
        }
    }
    return this.#withNeighbours(own);
  }

  #addScores(into: Map<string, number>, postings: Postings, weight: number, fields: FieldWeights): void {
    const total = this.#memories.size;
    const { counts, holding } = this.#counts(postings, fields);
    const rarity = Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
    const mean = this.#totalLength / total;
    for (const [id, count] of counts) {
      const length = this.#memories.get(id)?.length ?? mean;
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / mean);
      into.set(id, (into.get(id) ?? 0) + (weight * rarity * count * (SATURATION + 1)) / (count + norm));
    }
  }

  /**
   * How often a term counts for each round, and how many hold it; what a reply asked counts for the round that answers.
   */
  #counts(
    { places, counts: packed }: Postings,
    fields: FieldWeights,
  ): { readonly counts: ReadonlyMap<string, number>; readonly holding: number } {
    const counts = new Map<string, number>();
    let holding = 0;
    const raise = (id: string, by: number) => {
      if (by > 0) counts.set(id, (counts.get(id) ?? 0) + by);
    };
    places.forEach((place, index) => {
      const indexed = this.#places[place];
      if (!indexed) return;
      holding += 1;
      const { input, reply, asked, summary } = countsOf(packed[index] ?? 0);
      const { id } = indexed.memory.summary;
      raise(id, input * fields.input + (reply + asked * ASKED_HERE) * fields.reply + summary * fields.summary);
      if (indexed.next !== undefined) raise(indexed.next, asked * ASKED_BEFORE * fields.input);
    });
    return { counts, holding };
  }

  /** Of words that begin with it; where there are none, of those that begin as it does: `allergy` finds `allergic`. */
  #beginningWith(term: string): readonly Postings[] {
    if (!/^\p{L}/u.test(term) || isCharacter(term) || [...term].length < PREFIX_LETTERS) return [];
    const whole = this.#withPrefix(term);
    const isLongWord = /^[a-z]+$/u.test(term) && term.length > ROOT_LETTERS;
    if (whole.length > 0 || !isLongWord) return whole;
    return this.#withPrefix(term.slice(0, Math.max(ROOT_LETTERS, term.length - MOST_ENDING)));
  }

  #withPrefix(prefix: string): readonly Postings[] {
    const found: Postings[] = [];
    for (const [term, postings] of this.#postings) if (term.startsWith(prefix)) found.push(postings);
    return found;
  }

  #withNeighbours(own: ReadonlyMap<string, number>): Map<string, number> {
    const scores = new Map(own);
    for (const [id, score] of own) {
      const { previous, next } = this.#memories.get(id) ?? {};
      for (const [neighbour, share] of [
        [previous, SHARE_BACK],
        [next, SHARE_ON],
      ] as const) {
        if (neighbour !== undefined) scores.set(neighbour, (scores.get(neighbour) ?? 0) + share * score);
      }
    }
    return scores;
  }

  #add(memory: StoredMemory): void {
    const { id, session, at } = memory.summary;
    const place = this.#places.length;
    let length = 0;
    for (const [term, packed] of packedTerms(memory)) {
      if (!isCharacter(term)) length += sumOf(packed);
      const postings = this.#postings.get(term) ?? { places: [], counts: [] };
      postings.places.push(place);
      postings.counts.push(packed);
      this.#postings.set(term, postings);
    }
    this.#totalLength += length;
    const indexed: IndexedMemory = { memory, place, length, day: localDay(at, this.#timeZone) };
    this.#places.push(indexed);
    this.#memories.set(id, indexed);
    this.#link(session, indexed);
  }

  /** Into its place in the session; nearly always the end. */
  #link(session: string, added: IndexedMemory): void {
    const { id, at } = added.memory.summary;
    let before = this.#memories.get(this.#lastOf.get(session) ?? '');
    let after: IndexedMemory | undefined;
    while (before && before.memory.summary.at > at) {
      after = before;
      before = this.#memories.get(before.previous ?? '');
    }
    added.previous = before?.memory.summary.id;
    added.next = after?.memory.summary.id;
    if (before) before.next = id;
    if (after) after.previous = id;
    else this.#lastOf.set(session, id);
  }

  #unlink(session: string, { previous, next }: IndexedMemory): void {
    const before = this.#memories.get(previous ?? '');
    const after = this.#memories.get(next ?? '');
    if (before) before.next = next;
    if (after) after.previous = previous;
    else if (previous !== undefined) this.#lastOf.set(session, previous);
    else this.#lastOf.delete(session);
  }

  /** Its postings stay and are passed over, until half of all are such. */
  #remove(indexed: IndexedMemory): void {
    this.#totalLength -= indexed.length;
    this.#unlink(indexed.memory.summary.session, indexed);
    this.#memories.delete(indexed.memory.summary.id);
    this.#places[indexed.place] = undefined;
    if (this.#places.length > 2 * this.#memories.size) this.#compact();
  }

  #compact(): void {
    const kept = [...this.#memories.values()].map(({ memory }) => memory);
    this.#memories.clear();
    this.#lastOf.clear();
    this.#places = [];
    this.#postings = new Map();
    this.#totalLength = 0;
    for (const memory of kept) this.#add(memory);
  }
}

/** What of a memory a question may look into. */
export function weightsFor(source: MemoryQuery['source'], said: 'input' | 'reply' | undefined): FieldWeights {
  if (source === 'summary') return { input: 0, reply: 0, summary: 1 };
  const summary = source === 'original' ? 0 : 1;
  return { input: said === 'reply' ? 0.6 : 1, reply: said === 'input' ? 0.6 : 1, summary };
}

export function summaryWords({ summary }: Memory): string {
  return [summary.text, ...summary.verbatim].join('\n');
}

function packedTerms(memory: Memory): ReadonlyMap<string, number> {
  const terms = new Map<string, number>();
  const count = (text: string, part: MemoryPart) => {
    for (const [term, times] of termsOf(text)) terms.set(term, withCount(terms.get(term) ?? 0, part, times));
  };
  count(memory.original.input, 'input');
  const { statements, questions } = partedByMood(memory.original.reply);
  count(statements, 'reply');
  count(questions, 'asked');
  count(summaryWords(memory), 'summary');
  return terms;
}

function sumOf(packed: number): number {
  const { input, reply, asked, summary } = countsOf(packed);
  return input + reply + asked + summary;
}

function mentionsOf(indexed: IndexedMemory): readonly DaySpan[] {
  const { memory, day } = indexed;
  const { input, reply } = memory.original;
  indexed.mentions ??= mentionedTimes(`${input}\n${reply}\n${summaryWords(memory)}`, day);
  return indexed.mentions;
}

/** What a text says, and what it asks. */
function partedByMood(text: string): { readonly statements: string; readonly questions: string } {
  const sentences = text.match(/[^。！？!?\n]*[。！？!?\n]?/gu) ?? [];
  const isQuestion = (sentence: string) => /[？?]\s*$/u.test(sentence);
  return {
    statements: sentences.filter((sentence) => !isQuestion(sentence)).join(''),
    questions: sentences.filter(isQuestion).join(''),
  };
}
