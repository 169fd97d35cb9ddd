import { type JsonObject, RolecallError, textIn, timestampOf } from '@rolecall/base';
import { DESK, DESK_DONE, DESK_OPEN, type DeskRow, deskRowOf } from '@rolecall/employee';
import { waitingApprovalsOf } from '@rolecall/gate';
import type { Accepted, InboxKind, StorePorts } from '@rolecall/journal';
import { type DeskParts, refuseConflict } from './desk.ts';

/** A write that waits for an operator's approval. */
interface ApprovalRow {
  readonly kind: 'approval';
  readonly conversation: string;
  readonly at: string;
  readonly operation: string;
  readonly capability: string;
  readonly arguments: JsonObject;
  /** What the operator is asked to approve. */
  readonly text: string;
  readonly expiresAt: string;
}

/** Something that waits for a person (or that a person has done), with whom it is about. */
export type DeskItem = (DeskRow | ApprovalRow) & {
  readonly employee: string;
  readonly channel: string;
  readonly contact: { readonly id: string; readonly externalId: string; readonly displayName?: string | undefined };
  /** The title of the capability behind it, where there is one. */
  readonly title?: { readonly zh: string; readonly en: string } | undefined;
};

/** Who acts, and under which key a repetition is the same act. */
export interface Act {
  /** The operator's name, as the customer may see it. */
  readonly person: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * What waits for people, and what they can do about it. Each act is an item of the conversation's inbox: durable once it
 * answers, done in order with everything else, by whoever works the conversation.
 */
export interface OperatorsDesk {
  /** What waits, the oldest first; with `done` also the follow-ups that are done. */
  list(options?: { readonly done?: boolean | undefined }): Promise<readonly DeskItem[]>;
  /** From then on the employee is quiet in this conversation. */
  takeOver(act: Act & { readonly conversation: string }): Promise<Accepted>;
  /** Writes to the customer as a person. Whoever writes has the conversation. */
  write(act: Act & { readonly conversation: string; readonly text: string }): Promise<Accepted>;
  /** The employee goes on, and is told what happened meanwhile. */
  handBack(act: Act & { readonly conversation: string; readonly note?: string | undefined }): Promise<Accepted>;
  /** A word on a write that waits for it. Throws `operation_unknown` for one that does not. */
  approve(
    act: Act & {
      readonly operation: string;
      readonly verdict: 'approve' | 'refuse';
      readonly reason?: string | undefined;
    },
  ): Promise<Accepted>;
  /** Says what became of a write in doubt. Throws `operation_unknown` for one that is not. */
  settle(
    act: Act & { readonly operation: string; readonly outcome: 'succeeded' | 'failed'; readonly reason: string },
  ): Promise<Accepted>;
  /** What was to be followed up is done. Throws `operation_unknown` for what is not on the list. */
  followUpDone(act: Act & { readonly operation: string; readonly note?: string | undefined }): Promise<Accepted>;
}

/** What may stand on the operators' list, whatever the workspace's files say now. */
export function createOperatorsDesk(parts: DeskParts): OperatorsDesk {
  const { store, clock, redactor, wake } = parts;

  async function accept(conversation: string, kind: InboxKind, data: JsonObject, key?: string): Promise<Accepted> {
    const item = { conversation, kind, data: redactor.redact(data), idempotencyKey: key, at: timestampOf(clock) };
    const accepted = await store.accept(item);
    if (accepted.status !== 'conflict') wake(accepted.conversation);
    return refuseConflict(accepted);
  }

  async function rowOf(kind: 'in_doubt' | 'follow_up', operation: string): Promise<DeskRow> {
    const row = deskRowOf(await store.row(DESK, `${kind} ${operation}`));
    if (row) return row;
    throw nothingWaits(operation);
  }

  async function described(row: DeskRow | ApprovalRow): Promise<readonly DeskItem[]> {
    const conversation = await store.conversation(row.conversation);
    const contact = conversation && (await store.contact(conversation.contact));
    if (!conversation || !contact) return [];
    const { id, externalId, displayName } = contact;
    const { employee, channel } = conversation;
    const title = titleOf(parts, employee, row);
    return [{ ...row, employee, channel, contact: { id, externalId, displayName }, ...(title ? { title } : {}) }];
  }

  return {
    async list({ done = false } = {}) {
      const scopes = done ? [DESK_OPEN, DESK_DONE] : [DESK_OPEN];
      const rows = (await Promise.all(scopes.map((scope) => rowsIn(store, scope)))).flat();
      const items = (await Promise.all([...rows, ...(await approvalsIn(store))].map(described))).flat();
      return items.sort((left, right) => (left.at < right.at ? -1 : left.at > right.at ? 1 : 0));
    },
    takeOver: async ({ conversation, idempotencyKey, ...act }) =>
      accept(conversation, 'take_over', { person: nameOf(act) }, idempotencyKey),
    write: async ({ conversation, text, idempotencyKey, ...act }) => {
      const data = { person: nameOf(act), text: wordsOf(text, 'text', parts.config().limits.message_characters) };
      return accept(conversation, 'operator_message', data, idempotencyKey);
    },
    handBack: async ({ conversation, note, idempotencyKey, ...act }) =>
      accept(conversation, 'hand_back', { person: nameOf(act), ...noted(note) }, idempotencyKey),
    async approve({ operation, verdict, reason, idempotencyKey, ...act }) {
      const row = (await approvalsIn(store)).find((each) => each.operation === operation);
      if (!row) throw nothingWaits(operation);
      const why =
        reason === undefined || reason.trim() === '' ? {} : { reason: wordsOf(reason, 'reason', LONGEST_NOTE) };
      const data = { operation, verdict, person: nameOf(act), ...why };
      return accept(row.conversation, 'approval', data, idempotencyKey);
    },
    async settle({ operation, outcome, reason, idempotencyKey, ...act }) {
      const data = { operation, outcome, reason: wordsOf(reason, 'reason', LONGEST_NOTE), person: nameOf(act) };
      return accept((await rowOf('in_doubt', operation)).conversation, 'settlement', data, idempotencyKey);
    },
    async followUpDone({ operation, note, idempotencyKey, ...act }) {
      const data = { operation, person: nameOf(act), ...noted(note) };
      return accept((await rowOf('follow_up', operation)).conversation, 'follow_up_done', data, idempotencyKey);
    },
  };
}

const LONGEST_NAME = 100;
const LONGEST_NOTE = 2_000;

async function rowsIn(store: StorePorts, scope: string): Promise<readonly DeskRow[]> {
  const rows = await store.rows(DESK, scope);
  return rows.flatMap(({ value }) => deskRowOf(value) ?? []);
}

async function approvalsIn(store: StorePorts): Promise<readonly ApprovalRow[]> {
  const waiting = await waitingApprovalsOf(store);
  return waiting.map(({ since: at, conversation, operation, capability, arguments: values, text, expiresAt }) => ({
    kind: 'approval',
    conversation,
    at,
    operation,
    capability,
    arguments: values,
    text,
    expiresAt,
  }));
}

function nothingWaits(operation: string): RolecallError {
  return new RolecallError({
    code: 'operation_unknown',
    message: {
      en: `Nothing of the operation "${operation}" waits for a person.`,
      zh: `操作“${operation}”没有什么在等人处理。`,
    },
    hint: { en: 'See what waits: rolecall desk list.', zh: '看看有什么在等：rolecall desk list。' },
  });
}

function nameOf({ person }: Act): string {
  return wordsOf(person, 'person', LONGEST_NAME);
}

function noted(note: string | undefined): JsonObject {
  return note === undefined || note.trim() === '' ? {} : { note: wordsOf(note, 'note', LONGEST_NOTE) };
}

/** A text that a person gave, in the bounds of its field. */
function wordsOf(text: string, field: string, longest: number): string {
  const words = text.trim();
  if (words !== '' && words.length <= longest) return words;
  throw new RolecallError({
    code: 'desk_text_invalid',
    at: { path: field },
    message:
      words === ''
        ? { en: `"${field}" is empty.`, zh: `“${field}”是空的。` }
        : {
            en: `"${field}" has ${words.length} characters; at most ${longest}.`,
            zh: `“${field}”有 ${words.length} 个字符；最多 ${longest} 个。`,
          },
    hint:
      words === ''
        ? { en: 'Say who acts, and what is to be told.', zh: '写明是谁在处理，要告诉客户什么。' }
        : { en: 'Shorten it.', zh: '把它缩短。' },
  });
}

function titleOf(parts: DeskParts, employee: string, row: DeskRow | ApprovalRow): DeskItem['title'] {
  if (!('capability' in row)) return undefined;
  const release = parts.employees().find(({ id }) => id === employee)?.release;
  const known = release && Object.hasOwn(release.known, row.capability) ? release.known[row.capability] : undefined;
  return known && { zh: textIn(known.title, 'zh'), en: textIn(known.title, 'en') };
}
