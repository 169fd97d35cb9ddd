import type { CallOutcome, Receipt } from '@rolecall/gate';
import { composeReplies } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import type { Handled } from './handled.ts';
import type { ItemAtWork } from './round-context.ts';

/**
 * The writes that an interrupted round had carried out (or left in doubt) and whose outcome nobody has told: they are told
 * now, and nothing is planned anew. Undefined when there are none and the item can be handled from the start.
 */
export function untoldWrites(work: ItemAtWork): Handled | undefined {
  const span = work.state.rounds.find(({ round }) => round === work.round);
  const inRound = new Set(span?.entries.flatMap((entry) => receiptIdOf(entry.data.receipt)));
  const untold = work.state.receipts.filter(
    ({ id, effect }) => effect === 'write' && inRound.has(id) && !work.state.told.has(id),
  );
  if (untold.length === 0) return undefined;
  const outcomes: readonly CallOutcome[] = untold.map((receipt) => ({ kind: 'ended', receipt }));
  return {
    replies: composeReplies({
      language: work.language,
      space: work.context.space,
      outcomes,
      sentences: [],
      withheld: undefined,
      fallback: '',
    }),
    end: 'resumed',
    ...consequencesOf(outcomes, work),
  };
}

function receiptIdOf(value: unknown): readonly string[] {
  const id = (value as Receipt | undefined)?.id;
  return id === undefined ? [] : [id];
}
