import { durationMs, textHash } from '@rolecall/base';
import type { EntryDraft, Writing } from '@rolecall/journal';
import { contractName } from '../arguments/prepare-arguments.ts';
import type { CallContext } from '../call-context.ts';
import type { ConfirmationInput } from '../call-inputs.ts';
import { hasExpired } from '../confirmation/has-expired.ts';
import { reliedFacts } from '../confirmation/relied-facts.ts';
import { gateEntry } from '../operations/entries.ts';
import type { Operation } from '../operations/operation.ts';
import { operationsOf } from '../operations/read-operation.ts';
import type { ApprovalRequest, CallOutcome } from '../receipt.ts';
import { renderApproval } from '../texts/render-notice.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { decisionEntry } from './decision-entry.ts';
import type { Decided } from './gather-inputs.ts';
import { noticeParts } from './notice-parts.ts';

/** What came before a request: the operation, and the customer's yes with what is recorded of it. */
export interface BeforeApproval {
  readonly operation: string;
  readonly confirmation?: ConfirmationInput | undefined;
  /** The notice that the customer said yes to. */
  readonly confirmed?: { readonly text: string; readonly at: string } | undefined;
  readonly entries?: readonly EntryDraft[] | undefined;
  readonly causedBy?: string | undefined;
}

/** Ends a write that only an operator's approval is missing to: records the decision and what the operator is to see. */
export async function* requestApproval(
  decided: Decided,
  context: CallContext,
  { operation, confirmation, confirmed, entries = [], causedBy }: BeforeApproval,
): Writing<CallOutcome> {
  const request = requestFor(operation, decided, context);
  if (!request) {
    yield { entries: [...entries, decisionEntry(decided, context, { operation, to: 'blocked' }, causedBy)] };
    return blockedOutcome(decided, context);
  }
  const asked = gateEntry(
    'gate.awaiting_approval',
    {
      operation,
      contact: context.contact.id,
      expiresAt: request.expiresAt,
      contract: request.contract,
      request: request.request,
      arguments: decided.decision.prepared?.values ?? {},
      ...(confirmation ? { confirmation: { ...confirmation, answeredAt: decided.inputs.now } } : {}),
      ...(confirmed ? { confirmed } : {}),
    },
    { step: context.step, ...(causedBy === undefined ? {} : { causedBy }) },
  );
  yield {
    entries: [...entries, decisionEntry(decided, context, { operation, to: 'awaiting_approval' }, causedBy), asked],
  };
  return { kind: 'awaiting_approval', request: request.request, decision: decided.decision };
}

/** The same write that an operator has been asked to approve already, if there is one. */
export async function requestedAlready(
  { decision, inputs }: Decided,
  context: CallContext,
): Promise<Extract<Operation, { state: 'awaiting_approval' }> | undefined> {
  const hash = decision.prepared?.hash;
  if (hash === undefined) return undefined;
  const waiting = (await operationsOf(context)).filter((operation) => operation.state === 'awaiting_approval');
  return waiting.find(
    ({ argumentsHash, requested }) => argumentsHash === hash && !hasExpired(requested.request.expiresAt, inputs.now),
  );
}

const STANDARD_EXPIRY_MS = 24 * 60 * 60_000;

function requestFor(
  operation: string,
  decided: Decided,
  context: CallContext,
): { readonly contract: string; readonly request: ApprovalRequest; readonly expiresAt: string } | undefined {
  const parts = noticeParts(decided, context);
  if (!parts) return undefined;
  const { contract, prepared, language } = parts;
  const text = renderApproval(parts);
  const expiresMs = durationMs(contract.approval?.expires_in ?? '24h') ?? STANDARD_EXPIRY_MS;
  const expiresAt = new Date(Date.parse(decided.inputs.now) + expiresMs).toISOString();
  const request: ApprovalRequest = {
    operation,
    capability: contract.capability,
    text,
    language,
    argumentsHash: prepared.hash,
    hash: textHash(text),
    expiresAt,
    facts: reliedFacts(context.release, contract, prepared, decided.inputs.task, language),
  };
  return { contract: contractName(contract), request, expiresAt };
}
