import { describeError, type Language, languageOf } from '@rolecall/base';
import { recoverOperations } from '@rolecall/gate';
import type { CommitDraft, EntryDraft, InboxItem, JournalEntry, Writing } from '@rolecall/journal';
import { answerButton, answerTypedConfirmation } from './answer-confirmation.ts';
import { answerMessage } from './answer-message.ts';
import { joinParts, type Reply } from './compose-reply.ts';
import { type ConversationState, foldConversation } from './conversation-state.ts';
import { engineText } from './engine-texts.ts';
import { employeeEntry, type ReplyPart } from './entries.ts';
import { greet, withDisclosure } from './greet.ts';
import { handleTimer } from './handle-timer.ts';
import type { Handled } from './handled.ts';
import { callContextOf, type ItemAtWork, type RoundContext, startWork } from './round-context.ts';
import { untoldWrites } from './untold-writes.ts';

/**
 * Handles one inbox item, from its first entry to the commit that consumes it together with the reply. Until that commit
 * the item waits, so that a crash anywhere leaves it to be handled again; writes that an interrupted round had begun are
 * recovered first and told, and are never planned anew.
 *
 * A customer is answered also when handling fails. Source: design, sections 5 and 11 (9, 13).
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

async function* handle(work: ItemAtWork): Writing<void> {
  const resumed = work.state.rounds.at(-1)?.round === work.round;
  yield { entries: openingEntries(work, resumed) };
  yield closing(work, yield* answered(work, resumed));
}

/** What to do about the item; a failure on the way becomes an honest answer. */
async function* answered(work: ItemAtWork, resumed: boolean): Writing<Handled> {
  try {
    yield* recovered(work);
    const untold = resumed ? untoldWrites(work) : undefined;
    if (untold) return untold;
    return yield* byKind(work);
  } catch (error) {
    if (work.context.signal?.aborted) throw error;
    yield* recovered(work);
    const untold = untoldWrites(work);
    const apology: Reply = {
      kind: 'reply',
      parts: [{ kind: 'engine', text: engineText('step_failed', work.language) }],
    };
    return {
      replies: [...(untold?.replies ?? []), apology],
      end: 'failed',
      problem: describeError(error),
      timers: untold?.timers,
    };
  }
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
      return (yield* answerTypedConfirmation(work, textOf(item))) ?? (yield* answerMessage(work, textOf(item)));
    case 'confirm_button':
      return yield* answerButton(work, 'confirm');
    case 'decline_button':
      return yield* answerButton(work, 'decline');
    case 'timer':
      return yield* handleTimer(work);
    case 'settlement':
      return {
        replies: [],
        end: 'not_supported',
        problem: 'An outcome cannot yet be settled by a person in this version.',
      };
    default:
      return item.kind satisfies never;
  }
}

function languageFor(item: InboxItem, state: ConversationState): Language {
  return item.kind === 'message' ? languageOf(textOf(item), state.language) : state.language;
}

function textOf(item: InboxItem): string {
  return typeof item.data.text === 'string' ? item.data.text : '';
}

function openingEntries(work: ItemAtWork, resumed: boolean): readonly EntryDraft[] {
  const { item } = work;
  const started = employeeEntry('employee.round_started', {
    item: item.id,
    cause: item.kind,
    language: work.language,
    resumed,
  });
  return resumed ? [started] : [started, ...arrivalOf(item)];
}

function arrivalOf(item: InboxItem): readonly EntryDraft[] {
  switch (item.kind) {
    case 'message':
      return [employeeEntry('employee.message_received', { item: item.id, text: textOf(item) })];
    case 'opened':
      return [employeeEntry('employee.opened', { item: item.id })];
    case 'confirm_button':
    case 'decline_button':
      return [
        employeeEntry('employee.button_pressed', {
          item: item.id,
          operation: String(item.data.operation ?? ''),
          button: item.kind === 'confirm_button' ? 'confirm' : 'decline',
        }),
      ];
    case 'timer':
    case 'settlement':
      return [];
    default:
      return item.kind satisfies never;
  }
}

/** Reply and consumption are one commit: an item is handled exactly when its answer is decided. */
function closing(work: ItemAtWork, handled: Handled): CommitDraft {
  const replies = withDisclosure(work, handled.replies);
  return {
    entries: [
      ...(handled.entries ?? []),
      ...replies.map((reply) =>
        employeeEntry('employee.replied', {
          kind: reply.kind,
          text: joinParts(reply.parts),
          parts: reply.parts,
          operation: reply.operation ?? null,
          expiresAt: reply.expiresAt ?? null,
          language: work.language,
        }),
      ),
      employeeEntry('employee.round_ended', { item: work.item.id, end: handled.end, problem: handled.problem ?? null }),
    ],
    consume: [work.item.id],
    outbox: replies.map((reply) => ({
      kind: reply.kind,
      data: { text: joinParts(reply.parts), operation: reply.operation ?? null, expiresAt: reply.expiresAt ?? null },
    })),
    timers: handled.timers,
  };
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

/**
 * Answers an item of an employee that the workspace no longer has: nothing is decided or done, and the customer is told
 * that nobody could handle it.
 */
export async function* handleUnattended(state: ConversationState, item: InboxItem, round: string): Writing<void> {
  const language = languageFor(item, state);
  const resumed = state.rounds.at(-1)?.round === round;
  const started = employeeEntry('employee.round_started', { item: item.id, cause: item.kind, language, resumed });
  yield { entries: resumed ? [started] : [started, ...arrivalOf(item)] };
  const text = engineText('step_failed', language);
  const parts: readonly ReplyPart[] = [{ kind: 'engine', text }];
  const isMessage = item.kind === 'message';
  yield {
    entries: [
      ...(isMessage
        ? [
            employeeEntry('employee.replied', {
              kind: 'reply',
              text,
              parts,
              operation: null,
              expiresAt: null,
              language,
            }),
          ]
        : []),
      employeeEntry('employee.round_ended', {
        item: item.id,
        end: 'employee_unknown',
        problem: 'The workspace has no such employee.',
      }),
    ],
    consume: [item.id],
    outbox: isMessage ? [{ kind: 'reply', data: { text, operation: null, expiresAt: null } }] : [],
  };
}
