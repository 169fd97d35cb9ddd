import type { JournalEntry } from '@rolecall/journal';
import type { TokenCounter } from '../token-counter.ts';
import { type Checkpoint, isAgentEntry } from './agent-entries.ts';
import type { ConversationJournal } from './conversation-journal.ts';

/** The end is read in pages: the first is small, and says how many entries the others need. */
const FIRST_PAGE = 16;
const LEAST_PAGE = 16;
const MOST_PAGE = 200;
const PAGE_SLACK = 1.1;
/** What is known to be needed comes in one page of at most so many. */
const LARGEST_PAGE = 1_000;
/** A round's input and the end of the round before stand this close in front of it, nearly always. */
const ENTRIES_BEFORE_ROUND = 4;
/** A request begins where the one before began as long as half of its room is filled from there (`chooseRounds`). */
const LEAST_SHARE_READ = 0.6;
/** What is on record for those who look into a round, and of which nothing is folded: it may be most of what was written. */
const PASSED_OVER = ['kernel.context', 'kernel.large_result', 'kernel.fault', 'kernel.compressed', 'kernel.shrunk'];

/**
 * The newest entries of a conversation, oldest first, until they hold so many tokens; where the last request began is enough,
 * as long as the next one may begin there too. What nothing is folded of may be missing among them, but for the last entry.
 */
export async function readTail(
  journal: ConversationJournal,
  conversation: string,
  mostTokens: number,
  counter: TokenCounter,
): Promise<readonly JournalEntry[]> {
  const newest = await journal.readBack(conversation, FIRST_PAGE);
  if (newest.length === 0) return newest;
  const pages = [newest];
  const { countCorrection = 1, loadedAt = 0 } = lastCheckpoint(newest) ?? {};
  const wanted = mostTokens / Math.min(1, countCorrection);
  const begin = loadedAt - ENTRIES_BEFORE_ROUND;
  let before = newest[0]?.sequence ?? 1;
  if (begin > 1 && begin < before) {
    const limit = Math.min(LARGEST_PAGE, before - begin);
    const page = await journal.readBack(conversation, limit, before, { kinds: PASSED_OVER, below: begin });
    pages.push(page);
    before = page[0]?.sequence ?? before;
  }
  const enough = hasWholeRound(pages, loadedAt) ? wanted * LEAST_SHARE_READ : wanted;
  let tokens = tokensOf(pages.flat(), enough, counter);
  while (tokens < enough && before > 1) {
    const entries = pages.reduce((sum, { length }) => sum + length, 0);
    const missing = ((wanted - tokens) * entries) / Math.max(tokens, entries);
    const limit = Math.min(MOST_PAGE, Math.max(LEAST_PAGE, Math.ceil(missing * PAGE_SLACK)));
    const page = await journal.readBack(conversation, limit, before, { kinds: PASSED_OVER, below: 0 });
    if (page.length === 0) break;
    pages.push(page);
    before = page[0]?.sequence ?? before;
    tokens += tokensOf(page, enough - tokens, counter);
  }
  return pages.reverse().flat();
}

/** The checkpoint behind the last of the rounds that have ended. */
export function lastCheckpoint(tail: readonly JournalEntry[]): Checkpoint | undefined {
  const last = tail.findLast((entry) => isAgentEntry(entry, 'agent.round_ended'));
  return last && isAgentEntry(last, 'agent.round_ended') ? last.data.checkpoint : undefined;
}

/** True when the round that began with an entry can be folded: its input and the end of the one before it were read too. */
function hasWholeRound(pages: readonly (readonly JournalEntry[])[], began: number): boolean {
  const read = pages.flat();
  const started = read.find(({ sequence }) => sequence === began);
  return (
    started !== undefined &&
    isAgentEntry(started, 'agent.round_started') &&
    read.some((entry) => isAgentEntry(entry, 'agent.input') && entry.data.id === started.data.input) &&
    read.some((entry) => isAgentEntry(entry, 'agent.round_ended') && entry.sequence < began)
  );
}

/** The tokens of entries, counted no further than until they are enough. */
function tokensOf(entries: readonly JournalEntry[], enough: number, counter: TokenCounter): number {
  let tokens = 0;
  for (const entry of entries) {
    if (tokens >= enough) break;
    tokens += entryTokens(entry, counter);
  }
  return tokens;
}

/** The tokens of what an entry adds to a request; without the frames around it, rather too few than too many. */
function entryTokens({ kind, data }: JournalEntry, counter: TokenCounter): number {
  switch (kind) {
    case 'agent.input':
    case 'agent.decided_call':
    case 'kernel.steered':
    case 'kernel.closing':
      return textTokens(data.text, counter);
    case 'kernel.step':
      return textTokens(data.text, counter) + textTokens(data.calls, counter);
    case 'kernel.results':
      return textTokens(data.results, counter);
    default:
      return 0;
  }
}

function textTokens(value: unknown, counter: TokenCounter): number {
  if (typeof value === 'string') return counter(value);
  return Array.isArray(value) && value.length > 0 ? counter(JSON.stringify(value)) : 0;
}
