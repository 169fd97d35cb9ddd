import type { Memory, MemoryQuery } from '../memory-port.ts';
import type { StoredMemory } from '../memory-storage.ts';
import { type Day, type DaySpan, includes, localDay } from '../time/calendar.ts';
import { mentionedTimes } from '../time/mentioned-times.ts';
import { isCharacter, termsOf } from './terms.ts';

/** How often a term stands in each part of a memory. */
interface Posting {
  input: number;
  /** In statements of the reply. */
  reply: number;
  /** In questions of the reply. */
  asked: number;
  summary: number;
}

interface IndexedMemory {
  readonly memory: StoredMemory;
  readonly terms: ReadonlyMap<string, Posting>;
  readonly length: number;
  readonly day: Day;
  readonly mentions: readonly DaySpan[];
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
const SHARE_BACK = 0.1;
const SHARE_ON = 0.3;
/** A question in a reply says less about its own round than about the answer, which is in the next one. */
const ASKED_HERE = 0.3;
const ASKED_BEFORE = 0.9;
/** A word that stands nowhere finds the words that begin with it. */
const PREFIX_WEIGHT = 0.5;
const PREFIX_LETTERS = 3;

/**
 * The words of one scope's memories. Follows changes one by one; deleted memories are not in it. Ranking is BM25 over
 * the parts of a round, with a share of its neighbours in the session.
 */
export class MemoryIndex {
  readonly #timeZone: string;
  readonly #memories = new Map<string, IndexedMemory>();
  readonly #postings = new Map<string, Map<string, Posting>>();
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
    this.#remove(memory.summary.id);
    if (memory.summary.deletedAt === undefined) this.#add(memory);
  }

  /** Memories of the days, or about them. */
  ofTime(span: DaySpan): { readonly on: ReadonlySet<string>; readonly about: ReadonlySet<string> } {
    const on = new Set<string>();
    const about = new Set<string>();
    for (const [id, { day, mentions }] of this.#memories) {
      if (includes(span, day)) on.add(id);
      else if (mentions.some(({ from, to }) => includes(span, from) && includes(span, to))) about.add(id);
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

  #addScores(
    into: Map<string, number>,
    postings: ReadonlyMap<string, Posting>,
    weight: number,
    fields: FieldWeights,
  ): void {
    const total = this.#memories.size;
    const rarity = Math.log(1 + (total - postings.size + 0.5) / (postings.size + 0.5));
    const mean = this.#totalLength / total;
    for (const [id, count] of this.#counts(postings, fields)) {
      const length = this.#memories.get(id)?.length ?? mean;
      const norm = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / mean);
      into.set(id, (into.get(id) ?? 0) + (weight * rarity * count * (SATURATION + 1)) / (count + norm));
    }
  }

  /** How often a term counts for each round; what a reply asked counts for the round that answers. */
  #counts(postings: ReadonlyMap<string, Posting>, fields: FieldWeights): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const raise = (id: string, by: number) => {
      if (by > 0) counts.set(id, (counts.get(id) ?? 0) + by);
    };
    for (const [id, { input, reply, asked, summary }] of postings) {
      raise(id, input * fields.input + (reply + asked * ASKED_HERE) * fields.reply + summary * fields.summary);
      const next = this.#memories.get(id)?.next;
      if (next !== undefined) raise(next, asked * ASKED_BEFORE * fields.input);
    }
    return counts;
  }

  *#beginningWith(term: string): Iterable<ReadonlyMap<string, Posting>> {
    if (!/^\p{L}/u.test(term) || isCharacter(term) || [...term].length < PREFIX_LETTERS) return;
    for (const [other, postings] of this.#postings) if (other.startsWith(term)) yield postings;
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
    const terms = postingsOf(memory);
    let length = 0;
    for (const [term, posting] of terms) {
      if (!isCharacter(term)) length += posting.input + posting.reply + posting.asked + posting.summary;
      const postings = this.#postings.get(term) ?? new Map<string, Posting>();
      this.#postings.set(term, postings.set(id, posting));
    }
    this.#totalLength += length;
    const day = localDay(at, this.#timeZone);
    const mentions = mentionedTimes(`${memory.original.input}\n${memory.original.reply}\n${summaryWords(memory)}`, day);
    const indexed: IndexedMemory = { memory, terms, length, day, mentions };
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

  #remove(id: string): void {
    const present = this.#memories.get(id);
    if (!present) return;
    for (const term of present.terms.keys()) {
      const postings = this.#postings.get(term);
      postings?.delete(id);
      if (postings?.size === 0) this.#postings.delete(term);
    }
    this.#totalLength -= present.length;
    this.#unlink(present.memory.summary.session, present);
    this.#memories.delete(id);
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

function postingsOf(memory: Memory): ReadonlyMap<string, Posting> {
  const postings = new Map<string, Posting>();
  const count = (text: string, field: keyof Posting) => {
    for (const [term, times] of termsOf(text)) {
      const posting = postings.get(term) ?? { input: 0, reply: 0, asked: 0, summary: 0 };
      posting[field] += times;
      postings.set(term, posting);
    }
  };
  count(memory.original.input, 'input');
  const { statements, questions } = partedByMood(memory.original.reply);
  count(statements, 'reply');
  count(questions, 'asked');
  count(summaryWords(memory), 'summary');
  return postings;
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
