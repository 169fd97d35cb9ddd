import { memoryTools, type RoundTool, summaryText } from '@rolecall/kernel';
import type { RoundSpan } from './conversation-state.ts';
import type { ItemAtWork } from './round-context.ts';

/** Rounds that stay as they are; older ones give way to their summaries. Source: RolePack, section 六 D2. */
const KEPT_ROUNDS = 5;

/** `memory_search` and its companions over what is remembered of this contact; none without a memory. */
export function memoryToolsOf(work: ItemAtWork): readonly RoundTool[] {
  const { memory } = work.context;
  if (!memory) return [];
  return memoryTools(memory, { language: work.promptLanguage, roundsInContext: () => roundsInContext(work) });
}

/** The stored summaries of the rounds that have grown old. A memory that cannot be read replaces nothing. */
export async function storedSummaries(work: ItemAtWork): Promise<ReadonlyMap<string, { id: string; text: string }>> {
  const { memory, onProblem } = work.context;
  const old = work.state.rounds.slice(0, -KEPT_ROUNDS).map(({ round }) => round);
  if (!memory || old.length === 0) return new Map();
  try {
    const found = await memory.summariesOf(old);
    return new Map([...found].map(([round, summary]) => [round, { id: summary.id, text: summaryText(summary) }]));
  } catch (problem) {
    onProblem?.(problem);
    return new Map();
  }
}

/** The rounds that the running one has loaded, and itself. */
function roundsInContext({ state, round }: ItemAtWork): readonly string[] {
  const running = state.rounds.find((span) => span.round === round);
  return [...(running ? loadedRounds(running) : []), round];
}

function loadedRounds({ entries }: RoundSpan): readonly string[] {
  const context = entries.findLast(({ kind }) => kind === 'kernel.context');
  const rounds = context?.data.rounds;
  return Array.isArray(rounds) ? rounds.map(String) : [];
}
