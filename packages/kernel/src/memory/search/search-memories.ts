import { RolecallError } from '@rolecall/base';
import type { MemoryAnswer, MemoryHit, MemoryQuery } from '../memory-port.ts';
import type { Day, DaySpan } from '../time/calendar.ts';
import { readTime } from '../time/find-times.ts';
import { nearestMemories } from './compare-vectors.ts';
import { fuseRankings } from './fuse-rankings.ts';
import { type MemoryIndex, weightsFor } from './memory-index.ts';
import { type ReadQuestion, readQuestion } from './read-question.ts';

const DEFAULT_LIMIT = 5;
export const MOST_HITS = 50;
/** A round that was not on the day but about it. */
const ABOUT_FACTOR = 0.6;
/** What is no longer so is found after what is. */
const SUPERSEDED_FACTOR = 0.5;
/** What fits so much worse than the best is noise. */
const LEAST_SHARE = 0.08;

/** The question as a vector, where there is an embedder. */
export interface QuestionVector {
  readonly embedder: string;
  readonly values: readonly number[];
}

/**
 * Ranks the memories of an index for a question: by words and, where there are vectors, by meaning; inside the time that
 * is asked for; of two that fit alike the newer one first. Throws `memory_time_unclear`.
 */
export function searchMemories(
  index: MemoryIndex,
  query: MemoryQuery,
  today: Day,
  vector?: QuestionVector,
): MemoryAnswer {
  const question = readQuestion(query.query, today);
  const time = query.time === undefined || query.time.trim() === '' ? question.time : givenTime(query.time, today);
  const allowed = allowedMemories(index, query);
  const fitting = fit(index, query, question, vector);
  const inTime = time && ofTime(index, time, fitting, allowed);
  const isTimeRelaxed = time !== undefined && inTime?.size === 0;
  const ranked = inTime && inTime.size > 0 ? inTime : onlyFitting(fitting);
  const hits = [...ranked]
    .flatMap(([id, score]): MemoryHit[] => {
      const summary = allowed.has(id) ? index.get(id)?.summary : undefined;
      if (!summary) return [];
      const isOutdated = summary.supersededBy !== undefined && index.get(summary.supersededBy) !== undefined;
      return [{ summary, score: isOutdated ? score * SUPERSEDED_FACTOR : score }];
    })
    .sort(byScoreThenTime)
    .slice(0, Math.min(query.limit ?? DEFAULT_LIMIT, MOST_HITS));
  return { hits, time, ...(isTimeRelaxed ? { isTimeRelaxed } : {}) };
}

function givenTime(time: string, today: Day): DaySpan {
  const span = readTime(time, today);
  if (span) return span;
  throw new RolecallError({
    code: 'memory_time_unclear',
    message: { en: `"${time}" is no time that can be searched for.`, zh: `“${time}”不是可以搜索的时间。` },
    hint: {
      en: 'Write a day (2026-03-01), a month (2026-03), two days with / between them, or an expression such as 上周五 or last March.',
      zh: '写一天（2026-03-01）、一个月（2026-03）、用 / 隔开的两天，或上周五、last March 这样的说法。',
    },
  });
}

function allowedMemories(index: MemoryIndex, { type, exceptRounds = [] }: MemoryQuery): ReadonlySet<string> {
  const except = new Set(exceptRounds);
  const allowed = new Set<string>();
  for (const { summary } of index.all()) {
    if (!except.has(summary.round) && (type === undefined || summary.type === type)) allowed.add(summary.id);
  }
  return allowed;
}

function fit(
  index: MemoryIndex,
  { source }: MemoryQuery,
  { terms, said }: ReadQuestion,
  vector: QuestionVector | undefined,
): ReadonlyMap<string, number> {
  const byWords = index.scores(terms, weightsFor(source, said));
  if (!vector) return byWords;
  return fuseRankings([byWords, nearestMemories(index.all(), vector.embedder, vector.values)]);
}

/** What was said in the time, fitting or not, and what fits and is about it. */
function ofTime(
  index: MemoryIndex,
  time: DaySpan,
  fitting: ReadonlyMap<string, number>,
  allowed: ReadonlySet<string>,
): ReadonlyMap<string, number> {
  const { on, about } = index.ofTime(time);
  const found = new Map<string, number>();
  for (const id of on) if (allowed.has(id)) found.set(id, fitting.get(id) ?? 0);
  for (const id of about) {
    const fit = allowed.has(id) ? fitting.get(id) : undefined;
    if (fit !== undefined) found.set(id, fit * ABOUT_FACTOR);
  }
  return found;
}

function onlyFitting(fitting: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  // More of them than a function takes arguments may fit.
  let best = 0;
  for (const score of fitting.values()) best = Math.max(best, score);
  return new Map([...fitting].filter(([, score]) => score >= best * LEAST_SHARE));
}

function byScoreThenTime(left: MemoryHit, right: MemoryHit): number {
  if (left.score !== right.score) return right.score - left.score;
  return left.summary.at < right.summary.at ? 1 : left.summary.at > right.summary.at ? -1 : 0;
}
