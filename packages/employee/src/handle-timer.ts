import { isJsonObject } from '@rolecall/base';
import { settleOperation } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { receiptPart } from './compose-reply.ts';
import { consequencesOf, settleTimer } from './consequences.ts';
import type { Handled } from './handled.ts';
import { timedOutStage } from './record-journey.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';

/** A timer of the conversation is due: an outcome in doubt is read back, a stage that took too long moves on. */
export async function* handleTimer(work: ItemAtWork): Writing<Handled> {
  const data = isJsonObject(work.item.data.data) ? work.item.data.data : {};
  switch (data.purpose) {
    case 'settle':
      return yield* settle(work, String(data.operation ?? ''), Number(data.looks ?? 0));
    case 'stage': {
      const instance = work.state.instances.find((known) => known.instance === data.instance);
      return {
        replies: [],
        end: 'stage_timed_out',
        entries: timedOutStage(instance, String(data.stage ?? ''), work.context.release.tasks),
      };
    }
    default:
      return {
        replies: [],
        end: 'timer_unknown',
        problem: `No purpose "${String(data.purpose)}" is known for a timer.`,
      };
  }
}

async function* settle(work: ItemAtWork, operation: string, looks: number): Writing<Handled> {
  const receipt = yield* settleOperation(operation, callContextOf(work));
  if (receipt === undefined) {
    return {
      replies: [],
      end: 'still_in_doubt',
      timers: [settleTimer(operation, looks + 1, work.context.clock.now())],
    };
  }
  const told = receiptPart(receipt);
  return {
    replies: told ? [{ kind: 'reply', parts: [told] }] : [],
    end: 'settled',
    ...consequencesOf([{ kind: 'ended', receipt }], work),
  };
}
