import { DEFAULT_REPLACE, memoryTools, type RoundTool, summaryText } from '@rolecall/kernel';
import { entriesOfRound, type ItemAtWork } from './round-context.ts';

/** `memory_search` and its companions over what is remembered of this contact; none without a memory. */
export function memoryToolsOf(work: ItemAtWork): readonly RoundTool[] {
  const { memory } = work.context;
  if (!memory) return [];
  return memoryTools(memory, { language: work.promptLanguage, roundsInContext: () => roundsInContext(work) });
}

/** The stored summaries of the rounds that have grown old. A memory that cannot be read replaces nothing. */
export async function storedSummaries(work: ItemAtWork): Promise<ReadonlyMap<string, { id: string; text: string }>> {
  const { memory, onProblem } = work.context;
  const { keepRounds } = work.context.modelOptions.replace ?? DEFAULT_REPLACE;
  const earlier = work.state.rounds.filter(({ round }) => round !== work.round);
  const old = earlier.slice(0, Math.max(0, earlier.length - keepRounds)).map(({ round }) => round);
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
function roundsInContext(work: ItemAtWork): readonly string[] {
  const context = entriesOfRound(work).findLast(({ kind }) => kind === 'kernel.context');
  const rounds = context?.data.rounds;
  return [...(Array.isArray(rounds) ? rounds.map(String) : []), work.round];
}
