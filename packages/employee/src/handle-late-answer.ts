import { isJsonObject, type JsonObject } from '@rolecall/base';
import { type LateResourceAnswer, readOperation, settleByAnswer } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { consequencesOf } from './consequences.ts';
import type { Handled } from './handled.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';
import { tellingOf } from './untold-writes.ts';

/**
 * A system answered after its call had timed out: `{ operation, answer }`. The answer settles a write of unknown outcome by
 * its contract, and the customer is told; of one that is settled already it changes nothing.
 * Source: design, section 6, "Outcome".
 */
export async function* handleLateAnswer(work: ItemAtWork): Writing<Handled> {
  const { data } = work.item;
  const operation = String(data.operation ?? '');
  const answer = answerIn(data);
  if (!answer) {
    const problem = 'A late answer needs operation and answer.';
    return { replies: [], end: 'late_answer_incomplete', problem };
  }
  const context = callContextOf(work);
  const known = await readOperation(operation, context);
  if (known?.state !== 'unknown') return { replies: [], end: 'nothing_due' };
  const receipt = yield* settleByAnswer(operation, answer, context);
  if (receipt === undefined) return { replies: [], end: 'still_in_doubt' };
  return { replies: tellingOf([receipt]), end: 'settled', ...consequencesOf([{ kind: 'ended', receipt }], work) };
}

function answerIn({ answer }: JsonObject): LateResourceAnswer | undefined {
  if (!isJsonObject(answer) || answer.status !== 'answered' || typeof answer.isError !== 'boolean') return undefined;
  return {
    status: 'answered',
    isError: answer.isError,
    ...(answer.structured === undefined ? {} : { structured: answer.structured }),
    ...(typeof answer.text === 'string' ? { text: answer.text } : {}),
    ...(typeof answer.largeBytes === 'number' ? { largeBytes: answer.largeBytes } : {}),
  };
}
