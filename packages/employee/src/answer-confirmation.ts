import {
  type CallOutcome,
  confirmOperation,
  declineOperation,
  type NoticeAnswer,
  readConfirmation,
  readListAnswer,
  readOperation,
} from '@rolecall/gate';
import type { Writing } from '@rolecall/journal';
import { composeReplies, receiptPart } from './compose-reply.ts';
import { consequencesOf } from './consequences.ts';
import { type EngineTextId, engineText } from './engine-texts.ts';
import type { ReplyPart } from './entries.ts';
import type { Handled } from './handled.ts';
import { openOperations } from './open-operations.ts';
import { pressedOperations } from './pressed-operations.ts';
import { callContextOf, type ItemAtWork } from './round-context.ts';

/**
 * A typed answer to a confirmation, recognised without a model; undefined when the message is something else and a round
 * of the model should answer it.
 *
 * A yes counts only when the notice is the last thing the employee sent; after anything else the notice is shown again, with
 * those that stood in one list with it and still wait, and nothing runs. A no to something that was not asked last is a
 * message like any other, and so is a yes while nothing waits, where the last message may have asked something else.
 * Source: design, section 6, "Confirmation".
 */
export async function* answerTypedConfirmation(work: ItemAtWork, text: string): Writing<Handled | undefined> {
  const waiting = await openOperations(work);
  const { lastSent } = work.state;
  if (waiting.length === 0) {
    const isAnswer = lastSent !== undefined && !lastSent.mayBeAnswered && readConfirmation(text, NO_NOTICE) === 'yes';
    return isAnswer ? nothingToConfirm(work, 'nothing_to_confirm') : undefined;
  }
  const answers = await typedAnswers(work, text);
  if (!answers) return undefined;
  return told(work, answers, yield* carriedOut(work, answers));
}

const NO_NOTICE = { text: '', acknowledgementConfirms: false };

/** A button answers its own notice or list, whatever was sent since. */
export async function* answerButton(work: ItemAtWork): Writing<Handled> {
  const answers = pressedAnswers(work);
  return told(work, answers, yield* carriedOut(work, answers));
}

/**
 * What the customer has answered in a round that was interrupted, and what was not carried out then. Each operation is
 * answered once: those of which the interrupted round has the answer on record are left out.
 */
export async function* restOfAnswer(work: ItemAtWork, answered: ReadonlySet<string>): Writing<readonly CallOutcome[]> {
  const { kind, data } = work.item;
  const answers =
    kind === 'message' ? await typedAnswers(work, String(data.text ?? '')) : isButton(kind) ? pressedAnswers(work) : [];
  const waiting = new Set((await openOperations(work)).map(({ id }) => id));
  const rest = (answers ?? []).filter(({ operation }) => waiting.has(operation) && !answered.has(operation));
  return (yield* carriedOut(work, rest)).flatMap((outcome) => outcome ?? []);
}

function isButton(kind: ItemAtWork['item']['kind']): boolean {
  return kind === 'confirm_button' || kind === 'decline_button';
}

/** The customer's word on one operation. */
type OwnAnswer = NoticeAnswer & { readonly says: 'yes' | 'no' };

/** What a message says to the notice or list that was sent last, else that it asks for the last open one again. */
async function typedAnswers(work: ItemAtWork, text: string): Promise<readonly OwnAnswer[] | undefined> {
  const { lastSent, shownWith } = work.state;
  const waiting = await openOperations(work);
  const ids = new Set(waiting.map(({ id }) => id));
  const sentLast = lastSent?.kind === 'notice' ? lastSent.operations : [];
  const noticeIsLast = sentLast.some((operation) => ids.has(operation));
  const [newest] = waiting;
  const list = noticeIsLast ? sentLast : openOf(shownWith, newest?.id, ids);
  const context = callContextOf(work);
  const shown = await Promise.all(list.map((operation) => readOperation(operation, context)));
  const notices = shown.flatMap((operation) => operation?.asked?.notice ?? []);
  if (notices.length < list.length) return undefined;
  const reading = readListAnswer(text, notices);
  if (reading.said === 'other') return undefined;
  const answer = (says: OwnAnswer['says']) => (operation: string) => ({
    says,
    operation,
    by: 'text' as const,
    noticeIsLast,
    list,
    causedBy: `inbox:${work.item.id}`,
  });
  const open = (operations: readonly string[]) => operations.filter((operation) => ids.has(operation));
  if (reading.said === 'no') return noticeIsLast ? open(list).map(answer('no')) : undefined;
  // Numbers belong to the list that was sent last.
  if (!noticeIsLast && reading.items.length < list.length) return undefined;
  return open(reading.items.flatMap((item) => list[item] ?? [])).map(answer('yes'));
}

/** Those that were shown in one list with an operation and still wait. */
function openOf(
  shownWith: ReadonlyMap<string, readonly string[]>,
  operation: string | undefined,
  waiting: ReadonlySet<string>,
): readonly string[] {
  if (operation === undefined) return [];
  return (shownWith.get(operation) ?? [operation]).filter((other) => waiting.has(other));
}

function pressedAnswers(work: ItemAtWork): readonly OwnAnswer[] {
  return pressedOperations(work.item.data).map((operation) => ({
    says: work.item.kind === 'confirm_button' ? 'yes' : 'no',
    operation,
    by: 'button',
    list: work.state.shownWith.get(operation),
    causedBy: `inbox:${work.item.id}`,
  }));
}

/**
 * Carries answers out one by one, in their order: each is decided after the one before it ended, with what that one taught
 * in place. What follows from one is on record before the next.
 */
async function* carriedOut(
  work: ItemAtWork,
  answers: readonly OwnAnswer[],
): Writing<readonly (CallOutcome | undefined)[]> {
  const outcomes: (CallOutcome | undefined)[] = [];
  for (const answer of answers) {
    const context = callContextOf(work);
    const outcome = yield* answer.says === 'yes'
      ? confirmOperation(answer, context)
      : declineOperation(answer, context);
    outcomes.push(outcome);
    if (outcome === undefined || answers.length === 1) continue;
    const consequences = consequencesOf([outcome], work);
    if (consequences.entries.length + consequences.timers.length > 0) yield consequences;
  }
  return outcomes;
}

async function told(
  work: ItemAtWork,
  answers: readonly OwnAnswer[],
  all: readonly (CallOutcome | undefined)[],
): Promise<Handled> {
  const outcomes = all.flatMap((outcome) => outcome ?? []);
  const [first] = answers;
  const nothing: EngineTextId = first?.by === 'text' ? 'nothing_to_confirm' : 'button_not_open';
  if (outcomes.length === 0) return nothingToConfirm(work, nothing);
  const end = first?.says === 'no' ? 'declined' : 'confirmed';
  const replies = composeReplies({
    language: work.language,
    space: work.context.space,
    outcomes,
    sentences: [],
    withheld: undefined,
    fallback: engineText(nothing, work.language),
    stillWaiting: await leftOpen(work, answers, outcomes),
  });
  const open = outcomes.find(
    (outcome) => !(outcome.kind === 'ended' || (end === 'declined' && outcome.kind === 'blocked')),
  );
  return { replies, end: open?.kind ?? end, ...consequencesOf(outcomes, work) };
}

/** How many of the list that was answered still wait for the customer's word. */
async function leftOpen(
  work: ItemAtWork,
  answers: readonly OwnAnswer[],
  outcomes: readonly CallOutcome[],
): Promise<number> {
  const list = new Set(answers.flatMap(({ operation, list: own = [] }) => [operation, ...own]));
  const shown = outcomes.flatMap((outcome) =>
    outcome.kind === 'awaiting_confirmation' ? [outcome.notice.operation] : [],
  );
  return (await openOperations(work)).filter(({ id }) => list.has(id) && !shown.includes(id)).length;
}

/** Nothing waits: nothing runs, and the customer hears what became of the last one. */
function nothingToConfirm(work: ItemAtWork, text: EngineTextId): Handled {
  const parts: ReplyPart[] = [{ kind: 'engine', text: engineText(text, work.language) }];
  const last = work.state.receipts.findLast(({ effect }) => effect === 'write');
  const part = last && receiptPart(last);
  if (part) parts.push({ ...part, text: engineText('last_result', work.language, { text: part.text }) });
  return { replies: [{ kind: 'reply', parts }], end: 'nothing_to_confirm' };
}
