import type { JournalEntry } from '@rolecall/journal';
import type { PastRound } from '../round.ts';
import { MOST_ACTIVE_SKILLS } from '../running-round.ts';
import type { TokenCounter } from '../token-counter.ts';
import { isAgentEntry } from './agent-entries.ts';
import type { ConversationJournal } from './conversation-journal.ts';
import { type ConversationState, emptyState, foldEntry } from './conversation-state.ts';
import { lastCheckpoint, readTail } from './read-tail.ts';

/** Entries of a page where older skills are looked for. */
const PAGE = 200;
/** The first round is looked for in so few entries, and where it is longer in more. */
const STARTS = [8, 60, 400];
/** So many windows' worth is read: with summaries in the place of old rounds a request reaches further back. */
const WINDOWS_READ = 0.8;
const WINDOWS_READ_WITH_SUMMARIES = 4;
/** Rounds kept in memory beyond what is read at the start, before the oldest are let go. */
const TRIM_SLACK = 1.5;

/** A conversation as far as it has to be read, and the sequence of its last entry. */
export interface ReadConversation {
  readonly state: ConversationState;
  readonly sequence: number;
}

/** How far a conversation is read. */
export interface ReadExtent {
  readonly windowTokens: number;
  /** Old rounds give way to their summaries. */
  readonly hasSummaries: boolean;
  /** Content hash of the present pack. */
  readonly pack: string | undefined;
  /** As the round will count. */
  readonly counter: TokenCounter;
}

function tokensRead(windowTokens: number, hasSummaries: boolean): number {
  return windowTokens * (hasSummaries ? WINDOWS_READ_WITH_SUMMARIES : WINDOWS_READ);
}

/**
 * Reads a conversation from its end, as far as a request can hold, and its first round. How long the conversation is
 * does not matter; the checkpoint at each round's end stands for what was not read.
 */
export async function readConversation(
  journal: ConversationJournal,
  conversation: string,
  { windowTokens, hasSummaries, pack, counter }: ReadExtent,
): Promise<ReadConversation> {
  const tail = await readTail(journal, conversation, tokensRead(windowTokens, hasSummaries), counter);
  const state = emptyState();
  const [oldest] = tail;
  if (!oldest) return { state, sequence: 0 };
  const first = oldest.sequence;
  if (first > 1) await foldStart(journal, conversation, first, state);
  for (const entry of fromWholeRound(tail)) foldEntry(state, entry);
  const rounds = lastCheckpoint(tail)?.rounds;
  if (first > 1 && rounds !== undefined) state.gap = Math.max(0, rounds - state.rounds.length);
  await completeSkills(journal, conversation, first, tail, state);
  if (lastCheckpoint(tail)?.pack !== pack) state.skills = [];
  return { state, sequence: tail.at(-1)?.sequence ?? 0 };
}

/** Lets go of the oldest rounds but the first when there are more than a request could ever hold. */
export function trimRounds(
  state: ConversationState,
  { windowTokens, hasSummaries }: Omit<ReadExtent, 'pack' | 'counter'>,
): void {
  const most = tokensRead(windowTokens, hasSummaries) * TRIM_SLACK;
  // No round counts for less than this, so a short list needs no measuring.
  if (state.rounds.length * ROUND_FRAME < most / 20) return;
  let tokens = 0;
  let start = state.rounds.length;
  while (start > 1 && tokens <= most) {
    start -= 1;
    tokens += roundWeight(state.rounds[start] as PastRound);
  }
  if (start <= 1) return;
  state.gap += start - 1;
  state.rounds = [...state.rounds.slice(0, 1), ...state.rounds.slice(start)];
  const kept = new Set(state.rounds.map(({ round }) => round));
  for (const [input, { round }] of state.ended) if (!kept.has(round)) state.ended.delete(input);
}

const ROUND_FRAME = 16;
const weights = new WeakMap<PastRound, number>();

function roundWeight(round: PastRound): number {
  const known = weights.get(round);
  if (known !== undefined) return known;
  let tokens = ROUND_FRAME;
  for (const message of round.messages) tokens += weightOf(message.role === 'tool' ? message.results : message);
  weights.set(round, tokens);
  return tokens;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') {
    let tokens = 0;
    for (let index = 0; index < value.length; index++) tokens += value.charCodeAt(index) < 0x80 ? 0.2 : 0.6;
    return tokens;
  }
  if (typeof value !== 'object' || value === null) return 1;
  let tokens = 0;
  for (const part of Object.values(value)) tokens += weightOf(part);
  return tokens;
}

/** The first round alone: what follows it in the start is not read. */
async function foldStart(
  journal: ConversationJournal,
  conversation: string,
  before: number,
  state: ConversationState,
): Promise<void> {
  for (const limit of STARTS) {
    const start = await journal.readStart(conversation, Math.min(limit, before - 1));
    const end = start.findIndex((entry) => isAgentEntry(entry, 'agent.round_ended'));
    if (end < 0) continue;
    for (const entry of start.slice(0, end + 1)) foldEntry(state, entry);
    state.queue = [];
    return;
  }
}

/** The tail begins behind the first round's end in it: half a round is none. Input that was accepted there is kept. */
function fromWholeRound(tail: readonly JournalEntry[]): readonly JournalEntry[] {
  if (tail[0]?.sequence === 1) return tail;
  const end = tail.findIndex((entry) => isAgentEntry(entry, 'agent.round_ended'));
  const begun = new Set(
    tail.flatMap((entry) => (isAgentEntry(entry, 'agent.round_started') ? [entry.data.input] : [])),
  );
  const rest = tail.slice(Math.max(0, end));
  const started = new Set(
    rest.flatMap((entry) => (isAgentEntry(entry, 'agent.round_started') ? [entry.data.input] : [])),
  );
  const waiting = tail
    .slice(0, Math.max(0, end))
    .filter((entry) => isAgentEntry(entry, 'agent.input') && (started.has(entry.data.id) || !begun.has(entry.data.id)));
  return [...waiting, ...rest];
}

/** Active skills whose text was read before the tail: looked up further back. */
async function completeSkills(
  journal: ConversationJournal,
  conversation: string,
  first: number,
  tail: readonly JournalEntry[],
  state: ConversationState,
): Promise<void> {
  const names = lastCheckpoint(tail)?.skills ?? [];
  if (names.length === 0 && state.skills.length === 0) return;
  const missing = new Set(names.filter((name) => !state.skills.some((one) => one.name === name)));
  const found = new Map<string, string>();
  for (let before = first; missing.size > 0 && before > 1; ) {
    const page = await journal.readBack(conversation, PAGE, before);
    if (page.length === 0) break;
    for (const entry of page.toReversed()) {
      if (!isAgentEntry(entry, 'agent.skill') || !missing.delete(entry.data.name)) continue;
      found.set(entry.data.name, entry.data.text);
    }
    before = page[0]?.sequence ?? 1;
  }
  const older = [...found].map(([name, text]) => ({ name, text }));
  const order = (name: string) => (names.indexOf(name) < 0 ? names.length : names.indexOf(name));
  state.skills = [...older, ...state.skills]
    .sort((left, right) => order(left.name) - order(right.name))
    .slice(-MOST_ACTIVE_SKILLS);
}
