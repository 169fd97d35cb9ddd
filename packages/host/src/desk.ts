import { type Clock, type Language, type Redactor, RolecallError, timestampOf } from '@rolecall/base';
import { hasBeenSeen } from '@rolecall/employee';
import { waitingApprovalsOf } from '@rolecall/gate';
import { type Accepted, type ConversationRecord, type InboxDraft, isSilent, type StorePorts } from '@rolecall/journal';
import { raiseEvent } from './intake/raise-event.ts';
import type { EmployeeDefinition } from './load-definition.ts';
import { withEmployee } from './running-employee.ts';
import type { ConversationKey, Workspace } from './workspace.ts';
import type { WorkspaceConfig } from './workspace-config.ts';

/** What the desk needs of the workspace around it. */
export interface DeskParts {
  readonly store: StorePorts;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly wake: (conversation: string) => void;
  readonly config: () => WorkspaceConfig;
  readonly employees: () => readonly EmployeeDefinition[];
}

const HANDLED_POLL_MS = 20;

/** Where everything from outside is taken in: contacts, openings, messages, buttons. */
export function createDesk(
  parts: DeskParts,
): Pick<Workspace, 'contact' | 'open' | 'send' | 'press' | 'approvals' | 'approve' | 'raise' | 'handled'> {
  const { store, clock, redactor, wake } = parts;

  async function accept(draft: Omit<InboxDraft, 'at'>): Promise<Accepted> {
    const accepted = await store.accept({ ...draft, at: timestampOf(clock) });
    if (accepted.status !== 'conflict') wake(accepted.conversation);
    return accepted;
  }

  async function open(key: ConversationKey, language?: Language): Promise<ConversationRecord> {
    withEmployee(parts.employees(), key.employee);
    const isSeen = await hasBeenSeen(store, key);
    const current = isSeen ? await currentConversation(store, key, clock) : undefined;
    if (current) return current;
    const first = isSeen ? undefined : await firstOpening(key, language);
    if (first && isOpen(first, clock)) return first;
    // Opened once before, and never seen: that conversation is over.
    const opened = await conversationOf(await accept(opening(key, undefined, language)));
    if (opened) return opened;
    throw new RolecallError({
      code: 'conversation_not_opened',
      message: { en: 'The conversation could not be opened.', zh: '会话没能打开。' },
      hint: { en: 'Does the contact exist?', zh: '这个联系人存在吗？' },
    });
  }

  /** Of two that open at the same moment in two languages, the second finds what the first has opened. */
  async function firstOpening(key: ConversationKey, language?: Language): Promise<ConversationRecord | undefined> {
    const accepted = await accept(opening(key, firstKey(key), language));
    return (await conversationOf(accepted)) ?? (await currentConversation(store, key, clock));
  }

  /** A contact may write where only an event from outside had begun: it is seen for the first time all the same. */
  async function see(conversation: string): Promise<void> {
    const record = await store.conversation(conversation);
    if (!record || !isOpen(record, clock) || (await hasBeenSeen(store, record))) return;
    if ((await store.inbox(conversation)).some(({ kind }) => kind === 'opened')) return;
    const { contact, employee, channel } = record;
    const key = { contact, employee, channel };
    const first = await conversationOf(await accept(opening(key, firstKey(key))));
    if (first?.id !== conversation) await accept(opening(key, undefined));
  }

  async function conversationOf(accepted: Accepted): Promise<ConversationRecord | undefined> {
    return accepted.status === 'conflict' ? undefined : store.conversation(accepted.conversation);
  }

  async function send(message: Parameters<Workspace['send']>[0]): Promise<Accepted> {
    const limit = parts.config().limits.message_characters;
    if (message.text.trim() === '')
      throw new RolecallError({
        code: 'message_empty',
        message: { en: 'The message has no text.', zh: '消息里没有文字。' },
        hint: { en: 'Send at least one character.', zh: '至少发送一个字符。' },
      });
    if (message.text.length > limit) {
      throw new RolecallError({
        code: 'message_too_long',
        message: {
          en: `The message has ${message.text.length} characters; at most ${limit} are accepted.`,
          zh: `消息有 ${message.text.length} 个字符；最多接受 ${limit} 个。`,
        },
        hint: { en: 'Shorten it, or send it in several parts.', zh: '缩短它，或分几次发送。' },
      });
    }
    await see(message.conversation);
    return refuseConflict(
      await accept({
        conversation: message.conversation,
        kind: 'message',
        data: { text: redactor.redact(message.text) },
        idempotencyKey: message.idempotencyKey,
      }),
    );
  }

  async function press(press: Parameters<Workspace['press']>[0]): Promise<Accepted> {
    const kind = press.button === 'confirm' ? 'confirm_button' : 'decline_button';
    return refuseConflict(
      await accept({
        conversation: press.conversation,
        kind,
        data: pressedData(press.operation),
        idempotencyKey: press.idempotencyKey,
      }),
    );
  }

  async function approve(approval: Parameters<Workspace['approve']>[0]): Promise<Accepted> {
    const { conversation, operation, verdict, person, reason, idempotencyKey } = approval;
    if (person.trim() === '')
      throw new RolecallError({
        code: 'person_missing',
        message: { en: 'An approval names the person who gives it.', zh: '审批要写明是谁作出的。' },
        hint: { en: 'Say who approves or refuses.', zh: '写明谁批准或拒绝。' },
      });
    const said = reason === undefined ? {} : { reason: redactor.redact(reason) };
    const data = { operation, verdict, person, ...said };
    return refuseConflict(await accept({ conversation, kind: 'approval', data, idempotencyKey }));
  }

  async function handled(conversation: string, item: string, timeoutMs = 120_000): Promise<void> {
    const until = Date.now() + timeoutMs;
    while ((await store.inbox(conversation)).some(({ id }) => id === item)) {
      if (Date.now() > until)
        throw new RolecallError({
          code: 'timed_out',
          message: {
            en: `The message was accepted and has not been handled within ${timeoutMs} ms.`,
            zh: `消息已经接收，但在 ${timeoutMs} 毫秒内没有处理完。`,
          },
          hint: { en: 'It is not lost; see rolecall trace.', zh: '它没有丢；见 rolecall trace。' },
        });
      await new Promise((resolve) => setTimeout(resolve, HANDLED_POLL_MS));
    }
  }

  return {
    contact: (contact) =>
      store.upsertContact({
        externalId: contact.externalId,
        level: contact.level,
        displayName: contact.displayName,
        at: timestampOf(clock),
      }),
    open,
    send,
    press,
    approvals: () => waitingApprovalsOf(store),
    approve,
    raise: (raised) =>
      raiseEvent(raised, {
        store,
        accept,
        employees: parts.employees,
        redact: (value) => redactor.redact(value),
      }),
    handled,
  };
}

/** One operation by its name, as ever; several as a list. */
function pressedData(operation: string | readonly string[]): InboxDraft['data'] {
  if (typeof operation === 'string') return { operation };
  const [only, ...more] = operation;
  if (only === undefined)
    throw new RolecallError({
      code: 'operation_missing',
      message: { en: 'A button belongs to at least one operation.', zh: '按钮至少要对应一个操作。' },
      hint: { en: 'Name the operations of the notice.', zh: '写明确认通知里的操作。' },
    });
  return more.length === 0 ? { operation: only } : { operations: operation };
}

function opening(
  key: ConversationKey,
  idempotencyKey: string | undefined,
  language?: Language,
): Omit<InboxDraft, 'at'> {
  return { conversation: key, kind: 'opened', data: language ? { language } : {}, idempotencyKey };
}

/** Whoever opens first is greeted; those who open at the same moment are one with them. */
function firstKey({ contact, channel, employee }: ConversationKey): string {
  return `first:${contact}|${channel}|${employee}`;
}

async function currentConversation(
  store: StorePorts,
  key: ConversationKey,
  clock: Clock,
): Promise<ConversationRecord | undefined> {
  const conversations = await store.conversations({ contact: key.contact, employee: key.employee });
  return conversations.find((conversation) => conversation.channel === key.channel && isOpen(conversation, clock));
}

function isOpen(conversation: ConversationRecord, clock: Clock): boolean {
  return conversation.closedAt === undefined && !isSilent(conversation, timestampOf(clock));
}

/** A reused key is the caller's to see; a conversation that is gone or closed is an error. */
export function refuseConflict(accepted: Accepted): Accepted {
  if (accepted.status !== 'conflict' || accepted.reason === 'other_content') return accepted;
  const closed = accepted.reason === 'conversation_closed';
  throw new RolecallError({
    code: accepted.reason,
    message: closed
      ? { en: 'The conversation is closed.', zh: '会话已经关闭。' }
      : { en: 'There is no such conversation.', zh: '没有这个会话。' },
    hint: closed
      ? { en: 'Open a new one; a day of silence closes a conversation.', zh: '打开一个新的；沉默一天，会话就会关闭。' }
      : { en: 'Open one first.', zh: '先打开一个。' },
  });
}
