import { describeError, type Language } from '@rolecall/base';
import { recoverOperations } from '@rolecall/gate';
import type { InboxItem, JournalEntry, Writing } from '@rolecall/journal';
import { answerButton, answerTypedConfirmation } from './answer-confirmation.ts';
import { answerMessage } from './answer-message.ts';
import { closingCommit, expectsAnswer, failureReply, openingEntries, textOf } from './close-item.ts';
import { consequencesOf } from './consequences.ts';
import { type ConversationState, foldConversation } from './conversation-state.ts';
import { withEventReplies } from './event-replies.ts';
import { handleEvent } from './events/handle-event.ts';
import { withSilence } from './events/silence.ts';
import { messageArrival, withSubscriptions } from './events/with-subscriptions.ts';
import { greet } from './greet.ts';
import { answerButtonMeanwhile, answerMeanwhile } from './hand-over/answer-meanwhile.ts';
import {
  handleFollowUpDone,
  handleHandBack,
  handleOperatorMessage,
  handleTakeOver,
} from './hand-over/handle-operator.ts';
import { handOverByPolicy, withHandOver } from './hand-over/request-hand-over.ts';
import { handleApproval } from './handle-approval.ts';
import { handleLateAnswer } from './handle-late-answer.ts';
import { handleSettlement } from './handle-settlement.ts';
import { handleTimer, timerAgain } from './handle-timer.ts';
import type { Handled } from './handled.ts';
import { languageOfMessage } from './language-of-message.ts';
import { callContextOf, type ItemAtWork, type RoundContext, startWork } from './round-context.ts';
import { takeUp } from './take-up.ts';
import { tellingOf, untoldWrites } from './untold-writes.ts';

/**
 * Handles one inbox item, from its first entry to the commit that consumes it together with the reply. Until that commit
 * the item waits, so that a crash anywhere leaves it to be handled again; writes that an interrupted round had begun are
 * recovered first and told, and are never planned anew.
 *
 * A customer is answered also when handling fails, and no item ends with the outcome of a write untold.
 * Source: design, sections 5 and 11 (9, 13).
 */
export function handleItem(
  context: RoundContext,
  state: ConversationState,
  item: InboxItem,
  round: string,
): Writing<void> {
  const work = startWork(context, state, item, round, languageFor(item, state));
  return folding(handle(work), (entries) => {
    work.state = foldConversation(work.state, entries);
  });
}

/**
 * Gives up an item whose handling breaks off again and again: it is set aside, where operators see it, and those behind it go
 * on. Whoever waits for an answer is told that there is none, beside what became of the writes that it had begun; nothing is
 * planned. A business that has customers handed over after so many failures has this one too.
 * Source: design, section 11 (9, 13).
 */
export function giveUpItem(
  context: RoundContext,
  state: ConversationState,
  item: InboxItem,
  round: string,
  error: string,
): Writing<void> {
  const work = startWork(context, state, item, round, languageFor(item, state));
  return folding(giveUp(work, error), (entries) => {
    work.state = foldConversation(work.state, entries);
  });
}

async function* giveUp(work: ItemAtWork, error: string): Writing<void> {
  const { item, language, round, state } = work;
  yield { entries: openingEntries(item, language, state.rounds.at(-1)?.round === round) };
  const replies = expectsAnswer(item) ? [failureReply(language)] : [];
  const told = yield* withUntold(work, { replies, end: 'set_aside', problem: error });
  const closing = closingCommit(work, await withHandOver(work, told));
  yield { ...closing, consume: [], setAside: [{ item: item.id, error }] };
}

async function* handle(work: ItemAtWork): Writing<void> {
  const resumed = work.state.rounds.at(-1)?.round === work.round;
  yield { entries: openingEntries(work.item, work.language, resumed) };
  const arrival = messageArrival(work);
  if (arrival) yield arrival;
  const handled = await withHandOver(work, yield* withUntold(work, yield* answered(work, resumed)));
  const closing = await withSilence(work, withSubscriptions(work, withEventReplies(work, handled)));
  const answer = yield closingCommit(work, closing);
  // Somebody else did at the same moment what may be done once.
  if (answer.status === 'key_taken') yield closingCommit(work, yield* withUntold(work, ALREADY_DONE));
}

const ALREADY_DONE: Handled = { replies: [], end: 'already_done' };

/** What to do about the item; a failure on the way becomes an honest answer. */
async function* answered(work: ItemAtWork, resumed: boolean): Writing<Handled> {
  try {
    yield* recovered(work);
    return (resumed ? yield* takeUp(work) : undefined) ?? (yield* byKind(work));
  } catch (error) {
    // Whoever takes the conversation over handles the item anew.
    if (work.context.signal?.aborted) throw error;
    work.context.onProblem?.(error);
    return {
      replies: expectsAnswer(work.item) ? [failureReply(work.language)] : [],
      end: 'failed',
      problem: redacted(work, describeError(error)),
      timers: work.item.kind === 'timer' ? timerAgain(work.item.data, work.context.clock.now()) : [],
    };
  }
}

function redacted({ context }: ItemAtWork, text: string): string {
  return context.redact ? context.redact(text) : text;
}

/** Writes whose process died, or that were left without an end, become unknown before anything else happens. */
async function* recovered(work: ItemAtWork): Writing<void> {
  if (work.state.executing.size > 0) yield* recoverOperations(callContextOf(work));
}

async function* byKind(work: ItemAtWork): Writing<Handled> {
  const { item } = work;
  switch (item.kind) {
    case 'opened':
      return await greet(work);
    case 'message':
      return yield* handleMessage(work, textOf(item));
    case 'confirm_button':
      return work.state.handOver ? await answerButtonMeanwhile(work) : yield* answerButton(work);
    case 'decline_button':
      return yield* answerButton(work);
    case 'timer':
      return yield* handleTimer(work);
    case 'settlement':
      return yield* handleSettlement(work);
    case 'take_over':
      return handleTakeOver(work);
    case 'operator_message':
      return handleOperatorMessage(work);
    case 'hand_back':
      return await handleHandBack(work);
    case 'follow_up_done':
      return handleFollowUpDone(work);
    case 'event':
      return handleEvent(work);
    case 'approval':
      return yield* handleApproval(work);
    case 'late_answer':
      return yield* handleLateAnswer(work);
    default:
      return item.kind satisfies never;
  }
}

/** While a person has the conversation the employee is quiet; else a policy, an answer to a notice, or a round of the model. */
async function* handleMessage(work: ItemAtWork, text: string): Writing<Handled> {
  const { handOver } = work.state;
  if (handOver) return await answerMeanwhile(work, handOver, text);
  return (
    handOverByPolicy(work, text) ?? (yield* answerTypedConfirmation(work, text)) ?? (yield* answerMessage(work, text))
  );
}

/**
 * Adds, in front, what became of writes that nothing else tells: those of an interrupted round, and those whose call broke
 * in the middle. What cannot be found out now is told with a later item.
 */
async function* withUntold(work: ItemAtWork, handled: Handled): Writing<Handled> {
  try {
    yield* recovered(work);
    const untold = untoldWrites(work.state, handled.replies);
    if (untold.length === 0) return handled;
    const consequences = consequencesOf(
      untold.map((receipt) => ({ kind: 'ended', receipt })),
      work,
    );
    return {
      ...handled,
      replies: [...tellingOf(untold), ...handled.replies],
      entries: [...consequences.entries, ...(handled.entries ?? [])],
      timers: [...consequences.timers, ...(handled.timers ?? [])],
    };
  } catch (error) {
    if (work.context.signal?.aborted) throw error;
    work.context.onProblem?.(error);
    return { ...handled, replies: [...tellingOf(untoldWrites(work.state, handled.replies)), ...handled.replies] };
  }
}

/** What is written says it; before that, whoever opened the conversation may have. */
function languageFor(item: InboxItem, state: ConversationState): Language {
  if (item.kind === 'message') return languageOfMessage(textOf(item), state);
  const { language } = item.data;
  return item.kind === 'opened' && (language === 'zh' || language === 'en') ? language : state.language;
}

/** Hands on what a round yields, and shows it to `note` once it is written. */
async function* folding(writing: Writing<void>, note: (entries: readonly JournalEntry[]) => void): Writing<void> {
  try {
    let step = await writing.next();
    while (!step.done) {
      const answer = yield step.value;
      if (answer.status === 'committed') note(answer.entries);
      step = await writing.next(answer);
    }
  } finally {
    await writing.return();
  }
}
