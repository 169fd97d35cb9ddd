import { asGateEntry, type CallOutcome, type DecisionData, operationsOf } from '@rolecall/gate';
import type { JournalEntry, Writing } from '@rolecall/journal';
import { restOfAnswer } from './answer-confirmation.ts';
import { composeReplies } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import type { Handled } from './handled.ts';
import { entriesOfRound, type ItemAtWork } from './round-context.ts';

/**
 * Takes up a round that a crash has interrupted. What it had come to is told and nothing is planned anew: writes that may
 * have left, the notice that it was about to show, what became of the customer's answer to a notice. What the customer has
 * answered with the same word and was not carried out yet is carried out now. Undefined when the round had come to none of
 * these, so that the item can be handled from the start.
 */
export async function* takeUp(work: ItemAtWork): Writing<Handled | undefined> {
  const entries = entriesOfRound(work);
  const answered = answeredIn(entries);
  const rest = answered.size > 0 ? yield* restOfAnswer(work, answered) : [];
  const asked = await undeliveredQuestions(work, entries);
  const outcomes = [...heldAnswers(entries, answered, asked.length > 0), ...asked, ...rest];
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

/** The notices that the interrupted round had decided to show, and its requests for an approval, as long as they wait. */
async function undeliveredQuestions(
  work: ItemAtWork,
  entries: readonly JournalEntry[],
): Promise<readonly CallOutcome[]> {
  const questions = entries.filter(
    ({ kind }) => kind === 'gate.awaiting_confirmation' || kind === 'gate.awaiting_approval',
  );
  const asked = new Set(questions.map(({ data }) => String(data.operation)));
  const decisions = decisionsIn(entries);
  return (await operationsOf(work.context)).flatMap((operation): readonly CallOutcome[] => {
    const decision = decisions.findLast((decided) => decided.operation === operation.id)?.decision;
    if (!asked.has(operation.id) || !decision) return [];
    if (operation.state === 'awaiting_confirmation')
      return [{ kind: 'awaiting_confirmation', notice: operation.asked.notice, decision }];
    if (operation.state === 'awaiting_approval')
      return [{ kind: 'awaiting_approval', request: operation.requested.request, decision }];
    return [];
  });
}

/** The operations on which somebody's word was recorded. */
function answeredIn(entries: readonly JournalEntry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => {
      const own = asGateEntry(entry);
      const isAnswer = own?.kind === 'gate.confirmation_answered' || own?.kind === 'gate.approval_answered';
      return isAnswer ? [own.data.operation] : [];
    }),
  );
}

/**
 * Why the operations did not run that were answered in the interrupted round. One that went stale, while another notice was
 * about to be shown in its place, is told by that notice.
 */
function heldAnswers(
  entries: readonly JournalEntry[],
  answered: ReadonlySet<string>,
  asksAgain: boolean,
): readonly CallOutcome[] {
  return decisionsIn(entries).flatMap(
    ({ operation, leadsTo, decision, callId, capability }): readonly CallOutcome[] => {
      if (operation === undefined || !answered.has(operation)) return [];
      if (decision.verdict !== 'block' || leadsTo !== 'blocked') return [];
      if (asksAgain && decision.code === 'confirmation_stale') return [];
      return [{ kind: 'blocked', call: callId, capability, decision, code: decision.code }];
    },
  );
}

function decisionsIn(entries: readonly JournalEntry[]): readonly DecisionData[] {
  return entries.flatMap((entry) => {
    const own = asGateEntry(entry);
    return own?.kind === 'gate.decision' ? [own.data] : [];
  });
}
