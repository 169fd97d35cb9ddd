import type { Language } from '@rolecall/base';
import type { CommitDraft, EntryDraft, InboxItem } from '@rolecall/journal';
import { isBlank } from './blank.ts';
import { joinParts, type Reply } from './compose-reply.ts';
import type { ConversationState } from './conversation-state.ts';
import { withDisclosure } from './disclosure.ts';
import { engineText } from './engine-texts.ts';
import { employeeEntry } from './entries.ts';
import { raisedBy } from './events/handle-event.ts';
import type { Handled } from './handled.ts';
import { pressedOperations } from './pressed-operations.ts';

/** The item that is being closed, and what is known when it is. */
export interface ClosingItem {
  readonly item: InboxItem;
  readonly language: Language;
  readonly state: Pick<ConversationState, 'disclosed'>;
}

/** The first entries of a round: that it began, and what arrived. One that is begun again has that already. */
export function openingEntries(item: InboxItem, language: Language, resumed: boolean): readonly EntryDraft[] {
  const started = employeeEntry('employee.round_started', { item: item.id, cause: item.kind, language, resumed });
  return resumed ? [started] : [started, ...arrivalOf(item)];
}

/**
 * The last commit of a round. Reply and consumption are one: an item is handled exactly when its answer is decided. What a
 * reader would not see is not sent, and whoever waits for an answer gets one.
 */
export function closingCommit(closing: ClosingItem, handled: Handled): CommitDraft {
  const { item, language } = closing;
  const visible = handled.replies.flatMap(visibleReply);
  const isMissing = visible.length === 0 && expectsAnswer(item) && !handled.isLeftToPerson;
  const answering = isMissing ? [failureReply(language)] : visible;
  const replies = withDisclosure(answering, closing.state.disclosed, language);
  return {
    entries: [
      ...(handled.entries ?? []),
      ...replies.map((reply) =>
        employeeEntry('employee.replied', {
          kind: reply.kind,
          text: joinParts(reply.parts),
          parts: reply.parts,
          operation: reply.operation ?? null,
          ...(reply.operations ? { operations: reply.operations } : {}),
          expiresAt: reply.expiresAt ?? null,
          language,
        }),
      ),
      employeeEntry('employee.round_ended', {
        item: item.id,
        end: handled.end,
        problem: handled.problem ?? null,
        ...(handled.learned ? { learned: handled.learned } : {}),
      }),
    ],
    consume: [item.id],
    reserve: handled.reserve && [handled.reserve],
    outbox: replies.map((reply) => ({
      kind: reply.kind,
      data: {
        text: joinParts(reply.parts),
        operation: reply.operation ?? null,
        ...(reply.operations ? { operations: reply.operations } : {}),
        expiresAt: reply.expiresAt ?? null,
        ...(reply.kind === 'person' ? { person: reply.parts[0]?.person ?? '' } : {}),
      },
    })),
    timers: handled.timers,
  };
}

/** True for what a customer does and waits for an answer to. */
export function expectsAnswer({ kind }: InboxItem): boolean {
  return kind === 'message' || kind === 'confirm_button' || kind === 'decline_button';
}

/** Says that the message was not handled. */
export function failureReply(language: Language): Reply {
  return { kind: 'reply', parts: [{ kind: 'engine', text: engineText('step_failed', language) }] };
}

/** The text of a message item. */
export function textOf(item: InboxItem): string {
  return typeof item.data.text === 'string' ? item.data.text : '';
}

function eventReceived(item: InboxItem): EntryDraft {
  const { source } = item.data;
  const from = typeof source === 'string' ? source : null;
  return employeeEntry('employee.event_received', { item: item.id, ...raisedBy(item), source: from });
}

function visibleReply(reply: Reply): readonly Reply[] {
  const parts = reply.parts.filter(({ text }) => !isBlank(text));
  return parts.length === 0 ? [] : [{ ...reply, parts }];
}

function arrivalOf(item: InboxItem): readonly EntryDraft[] {
  switch (item.kind) {
    case 'message':
      return [employeeEntry('employee.message_received', { item: item.id, text: textOf(item) })];
    case 'opened':
      return [employeeEntry('employee.opened', { item: item.id })];
    case 'confirm_button':
    case 'decline_button': {
      const operations = pressedOperations(item.data);
      return [
        employeeEntry('employee.button_pressed', {
          item: item.id,
          operation: operations[0] ?? '',
          button: item.kind === 'confirm_button' ? 'confirm' : 'decline',
          ...(operations.length > 1 ? { operations } : {}),
        }),
      ];
    }
    case 'event':
      return [eventReceived(item)];
    case 'timer':
    case 'settlement':
    case 'take_over':
    case 'operator_message':
    case 'hand_back':
    case 'follow_up_done':
    case 'approval':
    case 'late_answer':
      return [];
    default:
      return item.kind satisfies never;
  }
}
