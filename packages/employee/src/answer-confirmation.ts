import { type CallOutcome, confirmOperation, declineOperation, readConfirmation } from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { composeReplies, noticeReply, receiptPart } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import { engineText } from './engine-texts.ts';
import type { ReplyPart } from './entries.ts';
import type { Handled } from './handled.ts';
import { openOperations } from './open-operations.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';

/**
 * A typed answer to a confirmation, recognised without a model; undefined when the message is something else and a round
 * of the model should answer it.
 *
 * A yes counts only when the notice is the last thing the employee sent; after anything else the notice is shown again
 * and nothing runs. Source: design, section 6, "Confirmation".
 */
export async function* answerTypedConfirmation(work: ItemAtWork, text: string): Writing<Handled | undefined> {
  const [waiting] = await openOperations(work);
  if (waiting === undefined) return bareYes(text) ? nothingToConfirm(work) : undefined;
  const reading = readConfirmation(text, waiting);
  if (reading === 'other') return undefined;
  const isLast = work.state.lastSent?.kind === 'notice' && work.state.lastSent.operation === waiting.id;
  if (reading === 'yes')
    return isLast
      ? yield* confirm(work, waiting.id, 'text')
      : { replies: [noticeReply(waiting.notice)], end: 'notice_repeated' };
  return isLast ? yield* decline(work, waiting.id, 'text') : undefined;
}

/** A button answers its own notice, whatever was sent since. */
export async function* answerButton(work: ItemAtWork, button: 'confirm' | 'decline'): Writing<Handled> {
  const operation = String(work.item.data.operation ?? '');
  if (!work.state.notices.has(operation)) return nothingToConfirm(work);
  return button === 'confirm' ? yield* confirm(work, operation, 'button') : yield* decline(work, operation, 'button');
}

async function* confirm(work: ItemAtWork, operation: string, by: 'text' | 'button'): Writing<Handled> {
  const outcome = yield* confirmOperation({ operation, by, causedBy: `inbox:${work.item.id}` }, callContextOf(work));
  return told(work, outcome, 'confirmed');
}

async function* decline(work: ItemAtWork, operation: string, by: 'text' | 'button'): Writing<Handled> {
  const outcome = yield* declineOperation({ operation, by, causedBy: `inbox:${work.item.id}` }, callContextOf(work));
  return told(work, outcome, 'declined');
}

function told(work: ItemAtWork, outcome: CallOutcome, end: string): Handled {
  const replies = composeReplies({
    language: work.language,
    space: work.context.space,
    outcomes: [outcome],
    sentences: [],
    withheld: undefined,
    fallback: engineText('nothing_to_confirm', work.language),
  });
  return { replies, end: outcome.kind === 'ended' ? end : outcome.kind, ...consequencesOf([outcome], work) };
}

/** Nothing waits: nothing runs, and the customer hears what became of the last one. */
function nothingToConfirm(work: ItemAtWork): Handled {
  const parts: ReplyPart[] = [{ kind: 'engine', text: engineText('nothing_to_confirm', work.language) }];
  const last = work.state.receipts.findLast(({ effect }) => effect === 'write');
  const part = last && receiptPart(last);
  if (part) parts.push({ ...part, text: engineText('last_result', work.language, { text: part.text }) });
  return { replies: [{ kind: 'reply', parts }], end: 'nothing_to_confirm' };
}

/** A yes to nothing is told apart from a yes inside some other wish: it is the whole message. */
function bareYes(text: string): boolean {
  return readConfirmation(text, undefined) === 'yes';
}
