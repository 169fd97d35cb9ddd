import {
  type CallOutcome,
  confirmOperation,
  declineOperation,
  type NoticeAnswer,
  readConfirmation,
} from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { composeReplies, receiptPart } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import { type EngineTextId, engineText } from './engine-texts.ts';
import type { ReplyPart } from './entries.ts';
import type { Handled } from './handled.ts';
import { openOperations } from './open-operations.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';

/**
 * A typed answer to a confirmation, recognised without a model; undefined when the message is something else and a round
 * of the model should answer it.
 *
 * A yes counts only when the notice is the last thing the employee sent; after anything else the notice is shown again
 * and nothing runs. A no to something that was not asked last is a message like any other, and so is a yes while nothing
 * waits, where the last message may have asked something else.
 * Source: design, section 6, "Confirmation".
 */
export async function* answerTypedConfirmation(work: ItemAtWork, text: string): Writing<Handled | undefined> {
  const [waiting] = await openOperations(work);
  const { lastSent } = work.state;
  if (waiting === undefined) {
    const isAnswer = lastSent !== undefined && !lastSent.mayBeAnswered && readConfirmation(text, NO_NOTICE) === 'yes';
    return isAnswer ? nothingToConfirm(work, 'nothing_to_confirm') : undefined;
  }
  const reading = readConfirmation(text, waiting.asked.notice);
  const noticeIsLast = lastSent?.operation === waiting.id && lastSent.kind === 'notice';
  if (reading === 'other' || (reading === 'no' && !noticeIsLast)) return undefined;
  const answer: NoticeAnswer = { operation: waiting.id, by: 'text', noticeIsLast, causedBy: `inbox:${work.item.id}` };
  return reading === 'yes' ? yield* confirm(work, answer) : yield* decline(work, answer);
}

const NO_NOTICE = { text: '', acknowledgementConfirms: false };

/** A button answers its own notice, whatever was sent since. */
export async function* answerButton(work: ItemAtWork, button: 'confirm' | 'decline'): Writing<Handled> {
  const answer: NoticeAnswer = {
    operation: String(work.item.data.operation ?? ''),
    by: 'button',
    causedBy: `inbox:${work.item.id}`,
  };
  return button === 'confirm' ? yield* confirm(work, answer) : yield* decline(work, answer);
}

async function* confirm(work: ItemAtWork, answer: NoticeAnswer): Writing<Handled> {
  return told(work, answer, yield* confirmOperation(answer, callContextOf(work)), 'confirmed');
}

async function* decline(work: ItemAtWork, answer: NoticeAnswer): Writing<Handled> {
  return told(work, answer, yield* declineOperation(answer, callContextOf(work)), 'declined');
}

function told(work: ItemAtWork, answer: NoticeAnswer, outcome: CallOutcome | undefined, end: string): Handled {
  const nothing: EngineTextId = answer.by === 'button' ? 'button_not_open' : 'nothing_to_confirm';
  if (outcome === undefined) return nothingToConfirm(work, nothing);
  const replies = composeReplies({
    language: work.language,
    space: work.context.space,
    outcomes: [outcome],
    sentences: [],
    withheld: undefined,
    fallback: engineText(nothing, work.language),
  });
  const isDone = outcome.kind === 'ended' || (end === 'declined' && outcome.kind === 'blocked');
  return { replies, end: isDone ? end : outcome.kind, ...consequencesOf([outcome], work) };
}

/** Nothing waits: nothing runs, and the customer hears what became of the last one. */
function nothingToConfirm(work: ItemAtWork, text: EngineTextId): Handled {
  const parts: ReplyPart[] = [{ kind: 'engine', text: engineText(text, work.language) }];
  const last = work.state.receipts.findLast(({ effect }) => effect === 'write');
  const part = last && receiptPart(last);
  if (part) parts.push({ ...part, text: engineText('last_result', work.language, { text: part.text }) });
  return { replies: [{ kind: 'reply', parts }], end: 'nothing_to_confirm' };
}
