import { asGateEntry, type CallOutcome, type DecisionData } from '@rolecall/gate';
import type { JournalEntry } from '@rolecall/journal';
import { composeReplies } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import type { Handled } from './handled.ts';
import { openOperations } from './open-operations.ts';
import type { ItemAtWork } from './round-context.ts';

/**
 * Takes up a round that a crash has interrupted. What it had come to is told and nothing is planned anew: writes that may
 * have left, the notice that it was about to show, what became of the customer's answer to a notice. Undefined when it had
 * come to none of these, so that the item can be handled from the start.
 */
export async function takeUp(work: ItemAtWork): Promise<Handled | undefined> {
  const entries = work.state.rounds.find(({ round }) => round === work.round)?.entries ?? [];
  const notices = await undeliveredNotice(work, entries);
  const outcomes = notices.length > 0 ? notices : heldAnswers(entries);
  const hasWritten = entries.some(({ kind }) => kind === 'gate.executing');
  if (outcomes.length === 0 && !hasWritten) return undefined;
  return {
    // The outcomes of writes are told by whoever closes the item.
    replies: outcomes.length === 0 ? [] : composeReplies({ ...EMPTY, outcomes, ...settingOf(work) }),
    end: 'resumed',
    ...consequencesOf(outcomes, work),
  };
}

const EMPTY = { sentences: [], withheld: undefined, fallback: '' } as const;

function settingOf({ language, context: { space } }: ItemAtWork) {
  return { language, space };
}

/** The notice that the interrupted round had decided to show last, as long as it waits. */
async function undeliveredNotice(work: ItemAtWork, entries: readonly JournalEntry[]): Promise<readonly CallOutcome[]> {
  const [waiting] = await openOperations(work);
  if (!waiting || !entries.some(({ sequence }) => sequence === waiting.asked.sequence)) return [];
  const decided = decisionsIn(entries).findLast(({ operation }) => operation === waiting.id);
  return decided ? [{ kind: 'awaiting_confirmation', notice: waiting.asked.notice, decision: decided.decision }] : [];
}

/** Why the operation did not run whose notice the customer answered in the interrupted round. */
function heldAnswers(entries: readonly JournalEntry[]): readonly CallOutcome[] {
  const answered = new Set(
    entries.flatMap((entry) => {
      const own = asGateEntry(entry);
      return own?.kind === 'gate.confirmation_answered' ? [own.data.operation] : [];
    }),
  );
  return decisionsIn(entries).flatMap(({ operation, decision, callId, capability }): readonly CallOutcome[] =>
    operation !== undefined && answered.has(operation) && decision.verdict === 'block'
      ? [{ kind: 'blocked', call: callId, capability, decision, code: decision.code }]
      : [],
  );
}

function decisionsIn(entries: readonly JournalEntry[]): readonly DecisionData[] {
  return entries.flatMap((entry) => {
    const own = asGateEntry(entry);
    return own?.kind === 'gate.decision' ? [own.data] : [];
  });
}
