import { isJsonObject, type JsonObject } from '@rolecall/base';
import { readOperation, settleOperation } from '@rolecall/gate';
import type { TimerChange, Writing } from '@rolecall/journal';
import { consequencesOf } from './consequences.ts';
import { handleSilence } from './events/silence.ts';
import { tellUnanswered } from './hand-over/answer-meanwhile.ts';
import { handleApprovalTimeout } from './handle-approval.ts';
import type { Handled } from './handled.ts';
import { remind } from './platform-consequences.ts';
import { timedOutStage } from './record-journey.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';
import { settleTimer } from './settle-timer.ts';
import { tellingOf } from './untold-writes.ts';

/**
 * A timer of the conversation is due: an outcome in doubt is read back, a stage that took too long moves on, a customer is
 * reminded, or nobody has come to whom they were handed over.
 */
export async function* handleTimer(work: ItemAtWork): Writing<Handled> {
  const data = isJsonObject(work.item.data.data) ? work.item.data.data : {};
  switch (data.purpose) {
    case 'settle':
      return yield* settle(work, String(data.operation ?? ''), Number(data.looks ?? 0));
    case 'approval':
      return yield* handleApprovalTimeout(work, String(data.operation ?? ''));
    case 'stage': {
      const { state, context } = work;
      const instance = state.instances.find((known) => known.instance === data.instance);
      const change = timedOutStage(instance, String(data.stage ?? ''), context.release.tasks, context.clock.now());
      return { replies: [], end: change.entries.length > 0 ? 'stage_timed_out' : 'nothing_due', ...change };
    }
    case 'hand_over':
      return tellUnanswered(work);
    case 'reminder':
      return remind(work, String(data.operation ?? ''));
    case 'silence':
      return await handleSilence(work, data);
    default:
      return {
        replies: [],
        end: 'timer_unknown',
        problem: `No purpose "${String(data.purpose)}" is known for a timer.`,
      };
  }
}

async function* settle(work: ItemAtWork, operation: string, looks: number): Writing<Handled> {
  const context = callContextOf(work);
  const known = await readOperation(operation, context);
  if (known?.state !== 'unknown') return { replies: [], end: 'nothing_due' };
  const receipt = yield* settleOperation(operation, context);
  if (receipt === undefined)
    return { replies: [], end: 'still_in_doubt', timers: [settleTimer(operation, looks + 1, context.clock.now())] };
  return { replies: tellingOf([receipt]), end: 'settled', ...consequencesOf([{ kind: 'ended', receipt }], work) };
}

const AGAIN_AFTER_MS = 3_600_000;

/** The timer behind an item that could not be handled now: it comes again in an hour, so that it is not lost. */
export function timerAgain(itemData: JsonObject, now: number): readonly TimerChange[] {
  const { timer, data } = itemData;
  if (typeof timer !== 'string' || !isJsonObject(data)) return [];
  return [{ op: 'set', id: timer, dueAt: new Date(now + AGAIN_AFTER_MS).toISOString(), data }];
}
