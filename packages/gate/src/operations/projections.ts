import type { JsonValue } from '@rolecall/base';
import type { JournalEntry, Projection, RowChange } from '@rolecall/journal';
import { asJson, fromJson } from '../as-json.ts';
import { asGateEntry, type DecisionData, type GateEntry } from './entries.ts';
import { type Operation, type OperationEvent, operationAfter } from './operation.ts';
import { waitingApprovals } from './waiting-approvals.ts';

/** Rows: every operation under its id, with the scope `contact:<id>`. */
export const OPERATIONS = 'operations';
/** Rows: the latest receipt of every call, under its id, with the scope `contact:<id>`. */
export const RECEIPTS = 'receipts';

/** Whose rows these are. */
export function contactScope(contact: string): string {
  return `contact:${contact}`;
}

/** What the gate needs to find again across conversations: writes on their way, and receipts. */
export const gateProjections: readonly Projection[] = [
  {
    name: 'gate.operations',
    kinds: [
      'gate.decision',
      'gate.awaiting_confirmation',
      'gate.awaiting_approval',
      'gate.executing',
      'gate.call_ended',
      'gate.settled',
    ],
    apply: (entry, read) => {
      const own = asGateEntry(entry);
      return own ? operationChange(own, (id) => operationFrom(read(OPERATIONS, id))) : [];
    },
  },
  waitingApprovals,
  { name: 'gate.receipts', kinds: ['gate.call_ended', 'gate.settled'], apply: receiptChange },
];

/** An operation as its row holds it. */
export function operationFrom(row: JsonValue | undefined): Operation | undefined {
  return typeof row === 'object' && row !== null ? fromJson<Operation>(row) : undefined;
}

function receiptChange(entry: JournalEntry): readonly RowChange[] {
  const own = asGateEntry(entry);
  if (own?.kind !== 'gate.call_ended' && own?.kind !== 'gate.settled') return [];
  const { receipt, contact } = own.data;
  const value = asJson({ conversation: entry.conversation, receipt });
  return [{ op: 'put', table: RECEIPTS, key: receipt.id, scope: contactScope(contact), value }];
}

function operationChange(entry: GateEntry, read: (id: string) => Operation | undefined): readonly RowChange[] {
  const id = operationId(entry);
  if (id === undefined) return [];
  const known = read(id);
  const present = known ?? (entry.kind === 'gate.decision' ? proposed(id, entry.data, entry) : undefined);
  const event = eventOf(entry);
  const changed = present && event ? operationAfter(present, event) : undefined;
  const next = changed ?? (known === undefined ? present : undefined);
  if (!next) return [];
  return [{ op: 'put', table: OPERATIONS, key: id, scope: contactScope(next.contact), value: asJson(next) }];
}

function operationId(entry: GateEntry): string | undefined {
  if (entry.kind === 'gate.call_ended') return entry.data.effect === 'write' ? entry.data.call : undefined;
  return 'operation' in entry.data ? entry.data.operation : undefined;
}

function eventOf(entry: GateEntry): OperationEvent | undefined {
  const { at, sequence } = entry;
  switch (entry.kind) {
    case 'gate.decision':
      return decisionEvent(entry.data, at);
    case 'gate.awaiting_confirmation':
      return { type: 'asked', notice: entry.data.notice, at, sequence };
    case 'gate.awaiting_approval': {
      const { request, confirmation } = entry.data;
      return { type: 'requested', request, at, confirmation };
    }
    case 'gate.executing': {
      const { intent, sendBy, mayFailAt, counters, platform } = entry.data;
      return { type: 'started', at, intent, sendBy, mayFailAt, counters, platform };
    }
    case 'gate.call_ended':
    case 'gate.settled':
      return { type: 'ended', receipt: entry.data.receipt, at };
    case 'gate.confirmation_answered':
    case 'gate.approval_answered':
    case 'gate.identified':
    case 'gate.not_settled':
    case 'gate.large_answer':
    case 'gate.kept_text':
      return undefined;
    default:
      return entry satisfies never;
  }
}

function decisionEvent({ leadsTo, code, reason }: DecisionData, at: string): OperationEvent | undefined {
  switch (leadsTo) {
    case 'ready':
      return { type: 'allowed', at };
    case 'blocked':
      return code === undefined ? undefined : { type: 'blocked', code, reason, at };
    // The notice or request stands in an entry of its own, right behind the decision.
    case 'awaiting_confirmation':
    case 'awaiting_approval':
    case undefined:
      return undefined;
    default:
      return leadsTo satisfies never;
  }
}

function proposed(id: string, data: DecisionData, entry: GateEntry): Operation | undefined {
  const { prepared } = data.decision;
  if (prepared === undefined || data.contract === undefined || data.task === undefined) return undefined;
  return {
    state: 'proposed',
    id,
    conversation: entry.conversation,
    contact: data.contact,
    call: data.call,
    capability: data.capability,
    contract: data.contract,
    task: data.task,
    taskInstance: data.taskInstance,
    arguments: prepared.values,
    origins: prepared.origins,
    argumentsHash: prepared.hash,
    wish: data.wish ?? '',
    base: data.base ?? '',
    proposedAt: entry.at,
    proposedSequence: entry.sequence,
    since: entry.at,
  };
}
