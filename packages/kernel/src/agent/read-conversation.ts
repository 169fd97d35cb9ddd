import type { JournalEntry } from '@rolecall/journal';
import { MOST_ACTIVE_SKILLS } from '../running-round.ts';
import { type Checkpoint, isAgentEntry } from './agent-entries.ts';
import type { ConversationJournal } from './conversation-journal.ts';
import { type ConversationState, emptyState, foldEntry } from './conversation-state.ts';

const PAGE = 200;
/** The first round is looked for in so many entries. */
const START = 400;
/** Of the journal so many characters are read for each token of the window: summaries reach further than whole rounds. */
const CHARACTERS_PER_TOKEN = 6;
/** Rounds kept in memory beyond what was read at the start, before the oldest are let go. */
const TRIM_SLACK = 1.5;

/** A conversation as far as it has to be read, and the sequence of its last entry. */
export interface ReadConversation {
  readonly state: ConversationState;
  readonly sequence: number;
}

/**
 * Reads a conversation from its end, as far as a request can hold, and its first round. How long the conversation is
 * does not matter; the checkpoint at each round's end stands for what was not read.
 */
export async function readConversation(
  journal: ConversationJournal,
  conversation: string,
  windowTokens: number,
  pack: string | undefined,
): Promise<ReadConversation> {
  const tail = await readTail(journal, conversation, windowTokens * CHARACTERS_PER_TOKEN);
  const state = emptyState();
  const first = tail[0]?.sequence ?? 1;
  if (first > 1) await foldStart(journal, conversation, first, state);
  for (const entry of fromWholeRound(tail)) foldEntry(state, entry);
  const rounds = lastCheckpoint(tail)?.rounds;
  if (first > 1 && rounds !== undefined) state.gap = Math.max(0, rounds - state.rounds.length);
  await completeSkills(journal, conversation, first, tail, state);
  if (lastCheckpoint(tail)?.pack !== pack) state.skills = [];
  return { state, sequence: tail.at(-1)?.sequence ?? 0 };
}

/** Lets go of the oldest rounds but the first when there are more than a request could ever hold. */
export function trimRounds(state: ConversationState, windowTokens: number): void {
  const most = windowTokens * CHARACTERS_PER_TOKEN * TRIM_SLACK;
  // No round is smaller than this, so a short list needs no measuring.
  if (state.rounds.length * 40 < most / 50) return;
  let characters = 0;
  let start = state.rounds.length;
  while (start > 1 && characters <= most) {
    start -= 1;
    characters += sizeOf(state.rounds[start]);
  }
  if (start <= 1) return;
  state.gap += start - 1;
  state.rounds = [...state.rounds.slice(0, 1), ...state.rounds.slice(start)];
}

const sizes = new WeakMap<object, number>();

function sizeOf(value: object | undefined): number {
  if (!value) return 0;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  const size = JSON.stringify(value).length;
  sizes.set(value, size);
  return size;
}

async function readTail(
  journal: ConversationJournal,
  conversation: string,
  characters: number,
): Promise<readonly JournalEntry[]> {
  const pages: (readonly JournalEntry[])[] = [];
  let read = 0;
  let before: number | undefined;
  while (read < characters) {
    const page = await journal.readBack(conversation, PAGE, before);
    if (page.length === 0) break;
    pages.push(page);
    for (const entry of page) read += sizeOf(entry.data);
    before = page[0]?.sequence;
    if (before === 1) break;
  }
  return pages.reverse().flat();
}

/** The first round alone: what follows it in the start is not read. */
async function foldStart(
  journal: ConversationJournal,
  conversation: string,
  before: number,
  state: ConversationState,
): Promise<void> {
  const start = await journal.readStart(conversation, Math.min(START, before - 1));
  const end = start.findIndex((entry) => isAgentEntry(entry, 'agent.round_ended'));
  if (end < 0) return;
  for (const entry of start.slice(0, end + 1)) foldEntry(state, entry);
  state.queue = [];
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

function lastCheckpoint(tail: readonly JournalEntry[]): Checkpoint | undefined {
  const last = tail.findLast((entry) => isAgentEntry(entry, 'agent.round_ended'));
  return last && isAgentEntry(last, 'agent.round_ended') ? last.data.checkpoint : undefined;
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
