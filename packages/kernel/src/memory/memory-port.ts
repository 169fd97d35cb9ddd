import type { Language } from '@rolecall/base';

/**
 * What a round was about. `preference`: how the person wants things; `decision`: what was settled; `intent`: what they
 * mean to do; `fact`: what is the case; `general`: none of these. Source: design, section 9.
 */
export type SummaryType = (typeof SUMMARY_TYPES)[number];

export const SUMMARY_TYPES = ['preference', 'decision', 'intent', 'fact', 'general'] as const;

/** What a round comes to, before it is kept. */
export interface SummaryContent {
  readonly type: SummaryType;
  /** Prose, in the conversation's language. */
  readonly text: string;
  /** Numbers, ids, dates, decisions and open items of the round, word for word. */
  readonly verbatim: readonly string[];
  /** What it is a statement about, in a few words: a newer statement on the same subject supersedes an older one. */
  readonly subject?: string | undefined;
  readonly language: Language;
  /** Who wrote it: a model, or the rules that take over when a model's output is not usable. */
  readonly writtenBy: 'model' | 'extract';
}

/** The only unit of memory: one per completed round, with the way back to it. */
export interface RoundSummary extends SummaryContent {
  readonly id: string;
  readonly session: string;
  readonly round: string;
  /** When the round ended. ISO 8601, UTC. */
  readonly at: string;
  /** Older summaries on the same subject. They stay, marked, and rank lower. */
  readonly supersedes: readonly string[];
  readonly supersededBy?: string | undefined;
  /** When a search last answered with it. */
  readonly accessedAt?: string | undefined;
  /** Set on a deleted one until it is restored or purged. */
  readonly deletedAt?: string | undefined;
}

/** What was said in a round. Nothing of persona, rules or skills. */
export interface RoundWords {
  readonly input: string;
  readonly reply: string;
}

/** A completed round on its way into memory. */
export interface MemoryDraft {
  readonly session: string;
  readonly round: string;
  readonly at: string;
  readonly summary: SummaryContent;
  readonly original: RoundWords;
}

/** A round as it is remembered. */
export interface Memory {
  readonly summary: RoundSummary;
  readonly original: RoundWords;
}

export interface MemoryQuery {
  /** In the person's own words; dates in it (上周五, last March) become a time filter unless `time` is given. */
  readonly query: string;
  /** Looks only into summaries, or only into what was said. Both without it. */
  readonly source?: 'summary' | 'original' | undefined;
  readonly type?: SummaryType | undefined;
  /** A date expression, a day or month (`2026-03`), or two days with `/` between them. */
  readonly time?: string | undefined;
  /** At most so many hits; 5 without it. */
  readonly limit?: number | undefined;
  /** Rounds that stand in the context already: left out of the hits, exactly these. */
  readonly exceptRounds?: readonly string[] | undefined;
}

export interface MemoryHit {
  readonly summary: RoundSummary;
  /** Comparable inside one answer only. */
  readonly score: number;
}

export interface MemoryAnswer {
  /** Best first. */
  readonly hits: readonly MemoryHit[];
  /** The days that were asked for, inclusive, as `YYYY-MM-DD`. */
  readonly time?: { readonly from: string; readonly to: string } | undefined;
  /** Nothing was remembered of that time: the hits are from any. */
  readonly isTimeRelaxed?: boolean | undefined;
  /** What did not work on the way, such as an embedder that cannot be reached; the hits are by words alone then. */
  readonly problem?: { readonly code: string; readonly message: string } | undefined;
}

/** One session of which something is remembered. */
export interface MemorySession {
  readonly session: string;
  readonly rounds: number;
  readonly from: string;
  readonly to: string;
}

/**
 * The memory of one scope, as a round uses it. Never injected by itself: it enters by replacement and by
 * `memory_search`. Source: RolePack, section 六 D2 and D3.
 */
export interface MemoryPort {
  /**
   * Keeps a round. A round has one summary: a second one for it, as by a client that echoes the transcript, is `known`
   * and changes nothing. Marks what it supersedes in the same write.
   */
  remember(draft: MemoryDraft): Promise<{ readonly status: 'kept' | 'known'; readonly summary: RoundSummary }>;
  /** The summaries of these rounds, by round; a round without one is not in it. Deleted ones are not given. */
  summariesOf(rounds: readonly string[]): Promise<ReadonlyMap<string, RoundSummary>>;
  /** Throws `memory_time_unclear` when `time` is no time. */
  search(query: MemoryQuery): Promise<MemoryAnswer>;
  /** The round behind a summary, and the summaries that took its place or gave it theirs. */
  trace(summary: string): Promise<Memory | undefined>;
  /** Newest first. */
  sessions(limit?: number): Promise<readonly MemorySession[]>;
}

/** What a person may do with a memory. */
export interface MemoryArchive {
  /** Everything, oldest first; deleted ones only when asked for. */
  list(options?: { readonly withDeleted?: boolean | undefined }): Promise<readonly Memory[]>;
  /** Takes summaries out of search and replacement; they can be restored. Answers how many it changed. */
  remove(summaries: readonly string[]): Promise<number>;
  restore(summaries: readonly string[]): Promise<number>;
  /** Destroys: these, all that are deleted, or all. Cannot be undone. */
  purge(which: readonly string[] | 'deleted' | 'all'): Promise<number>;
  /** Everything there is, deleted ones too, as JSON that says what it is. */
  export(): Promise<MemoryExport>;
}

export interface MemoryExport {
  readonly kind: 'rolecall_memory';
  readonly version: 1;
  readonly scope: MemoryScope;
  readonly exportedAt: string;
  readonly memories: readonly Memory[];
}

/** Whose memory it is. One scope never sees another's. */
export interface MemoryScope {
  readonly kind: 'project' | 'contact';
  readonly id: string;
}
