import { type CapabilityKey, isJsonObject, type JsonObject, type Language } from '@rolecall/base';
import type { Projection, StorePorts } from '@rolecall/journal';
import { asJson, fromJson } from '../as-json.ts';
import type { ReliedFact } from '../confirmation/relied-facts.ts';
import { asGateEntry } from './entries.ts';

/** A write that waits for an operator's word, for whoever lists them. */
export interface WaitingApproval {
  readonly operation: string;
  readonly conversation: string;
  readonly contact: string;
  readonly capability: CapabilityKey;
  /** `id@version`. */
  readonly contract: string;
  /** What the operator is asked to approve. */
  readonly text: string;
  readonly language: Language;
  /** The notice that the customer has said yes to, where one was needed. */
  readonly confirmed?: { readonly text: string; readonly at: string } | undefined;
  /** As they will be sent. */
  readonly arguments: JsonObject;
  /** The facts that the request relies on. */
  readonly facts: readonly ReliedFact[];
  readonly since: string;
  readonly expiresAt: string;
}

/** Rows: every operation that waits for an operator, under its id, all in one scope. */
const WAITING_APPROVALS = 'waiting_approvals';
const ALL = 'waiting_approvals';

/** The writes of the organisation that wait for an operator's approval, the oldest first. */
export async function waitingApprovalsOf(store: Pick<StorePorts, 'rows'>): Promise<readonly WaitingApproval[]> {
  const rows = await store.rows(WAITING_APPROVALS, ALL);
  return rows
    .flatMap(({ value }) => (isJsonObject(value) ? [fromJson<WaitingApproval>(value)] : []))
    .sort((left, right) => (left.since < right.since ? -1 : left.since > right.since ? 1 : 0));
}

/** What waits now: a row comes with the request, and goes with the decision that ends the waiting. */
export const waitingApprovals: Projection = {
  name: 'gate.waiting_approvals',
  kinds: ['gate.awaiting_approval', 'gate.decision'],
  apply(entry, read) {
    const own = asGateEntry(entry);
    if (own?.kind === 'gate.decision') {
      const { operation, leadsTo } = own.data;
      const ends = operation !== undefined && (leadsTo === 'ready' || leadsTo === 'blocked');
      const isWaiting = ends && read(WAITING_APPROVALS, operation) !== undefined;
      return isWaiting ? [{ op: 'delete', table: WAITING_APPROVALS, key: operation }] : [];
    }
    if (own?.kind !== 'gate.awaiting_approval') return [];
    const { operation, contact, contract, request, confirmed } = own.data;
    const row: WaitingApproval = {
      operation,
      conversation: entry.conversation,
      contact,
      capability: request.capability,
      contract,
      text: request.text,
      language: request.language,
      ...(confirmed ? { confirmed } : {}),
      arguments: own.data.arguments,
      facts: request.facts ?? [],
      since: entry.at,
      expiresAt: request.expiresAt,
    };
    return [{ op: 'put', table: WAITING_APPROVALS, key: operation, scope: ALL, value: asJson(row) }];
  },
};
