import { toolNameOf } from '@rolecall/base';
import { openEntries } from './capability-tools.ts';
import type { KnowledgePassage } from './knowledge-port.ts';
import type { ItemAtWork } from './round-context.ts';

/** What `builtin/matcher` is told of the material that may answer a message; it looks the answer up itself. */
export interface PlannerKnowledge {
  /** The tool by which it is looked up, and the argument that takes the question. */
  readonly lookUp: { readonly tool: string; readonly argument: string };
  readonly passages: readonly KnowledgePassage[];
}

/** The name under which an employee binds the material. */
const PLATFORM_KNOWLEDGE = 'knowledge';
const QUESTION = 'question';
const CANDIDATES = 5;
/**
 * From here a passage may be quoted without a model having read it. On public question sets in English and Chinese half to
 * nine of ten right answers pass it, and one in thirteen of the questions that the material has no answer to.
 */
const QUOTABLE = 0.4;

/**
 * The passages that may answer a message, for a planner that reads no text itself. Undefined for every other model, without
 * material, and where the employee may not look it up.
 */
export async function plannerKnowledge(work: ItemAtWork, message: string): Promise<PlannerKnowledge | undefined> {
  const { knowledge, model, space } = work.context;
  if (!knowledge || model.provider !== 'builtin') return undefined;
  const lookup = openEntries(space).find(
    ({ entry: { binding } }) => binding && 'platform' in binding && binding.platform === PLATFORM_KNOWLEDGE,
  );
  if (!lookup) return undefined;
  const lookUp = { tool: toolNameOf(lookup.capability), argument: QUESTION };
  try {
    const { passages } = await knowledge.search(
      { question: message, language: work.language, limit: CANDIDATES },
      work.context.signal,
    );
    return { lookUp, passages: passages.filter(({ confidence }) => confidence >= QUOTABLE) };
  } catch (problem) {
    work.context.onProblem?.(problem);
    return { lookUp, passages: [] };
  }
}
