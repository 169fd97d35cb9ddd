import type { CapabilityKey, JsonObject } from '@rolecall/base';
import type { ConfirmationInput } from '../call-inputs.ts';
import type { ArgumentOrigin, ProposedCall } from '../decision.ts';
import type { BlockCode } from '../parts/block-codes.ts';
import type { ApprovalRequest, Notice, Receipt } from '../receipt.ts';

/**
 * A write on its way.
 *
 *     proposed → blocked | awaiting_confirmation | awaiting_approval | ready → executing → succeeded | failed | unknown
 *     awaiting_confirmation → awaiting_approval
 *     unknown → succeeded | failed
 *
 * Source: design, section 6, "Outcome".
 */
export type Operation = OperationHead &
  (
    | { readonly state: 'proposed' }
    | { readonly state: 'blocked'; readonly code: BlockCode; readonly reason?: string | undefined }
    | { readonly state: 'awaiting_confirmation'; readonly asked: Asked }
    | { readonly state: 'awaiting_approval'; readonly requested: Requested }
    | { readonly state: 'ready' }
    | ({ readonly state: 'executing' } & Started)
    | ({ readonly state: 'unknown'; readonly receipt: Receipt } & Started)
    | ({ readonly state: 'succeeded' | 'failed'; readonly receipt: Receipt } & Started)
  );

export type OperationState = Operation['state'];
export type OperationIn<State extends OperationState> = Extract<Operation, { readonly state: State }>;

/** What does not change while an operation lives. */
export interface OperationHead {
  readonly id: string;
  readonly conversation: string;
  readonly contact: string;
  /** As it was proposed, before normalisation. */
  readonly call: ProposedCall;
  readonly capability: CapabilityKey;
  /** `id@version`. */
  readonly contract: string;
  readonly task: string;
  readonly taskInstance: string | undefined;
  /** As they will be sent. */
  readonly arguments: JsonObject;
  readonly origins: readonly ArgumentOrigin[];
  readonly argumentsHash: string;
  /** Hash of the arguments that the customer chose, whatever the contract's version. */
  readonly wish: string;
  /** The ledger key without its intent number. */
  readonly base: string;
  readonly proposedAt: string;
  readonly proposedSequence: number;
  /** The notice that was shown last for it, if it ever needed one. */
  readonly asked?: Asked | undefined;
  /** The approval that was asked for last, if it ever needed one. */
  readonly requested?: Requested | undefined;
  /** When it came into its present state. */
  readonly since: string;
}

/** A notice, and when it was decided to show it. */
interface Asked {
  readonly notice: Notice;
  readonly at: string;
  /** Of the entry that shows it. */
  readonly sequence: number;
}

/** A request for an operator's approval, and the customer's yes that came before it. */
interface Requested {
  readonly request: ApprovalRequest;
  readonly at: string;
  /** Absent where the customer had nothing to confirm. */
  readonly confirmation?: ConfirmationInput | undefined;
}

/** It may have left. */
interface Started {
  readonly intent: number;
  readonly startedAt: string;
  /** Not sent later than this. */
  readonly sendBy: string;
  /** Before this no read-back can say that it failed. */
  readonly mayFailAt: string;
  /** The counters that it raised. */
  readonly counters: readonly string[];
  /** The platform tool that is called, where it is one: its effect is the receipt. */
  readonly platform?: string | undefined;
}

/** What happens to an operation. */
export type OperationEvent =
  | { readonly type: 'asked'; readonly notice: Notice; readonly at: string; readonly sequence: number }
  | ({ readonly type: 'requested' } & Requested)
  | { readonly type: 'blocked'; readonly code: BlockCode; readonly reason?: string | undefined; readonly at: string }
  | { readonly type: 'allowed'; readonly at: string }
  | ({ readonly type: 'started'; readonly at: string } & Omit<Started, 'startedAt'>)
  | { readonly type: 'ended'; readonly receipt: Receipt; readonly at: string };

/**
 * The operation after an event, or undefined when the event does not belong to its state. An operation that may have left
 * never goes back, and one that ended for certain never changes again.
 */
export function operationAfter(operation: Operation, event: OperationEvent): Operation | undefined {
  const head = headOf(operation, event.at);
  switch (event.type) {
    case 'asked':
      return mayBeAsked(operation)
        ? {
            ...head,
            state: 'awaiting_confirmation',
            asked: { notice: event.notice, at: event.at, sequence: event.sequence },
          }
        : undefined;
    case 'requested': {
      const { request, at, confirmation } = event;
      const requested = { request, at, ...(confirmation ? { confirmation } : {}) };
      return isWaiting(operation) ? { ...head, state: 'awaiting_approval', requested } : undefined;
    }
    case 'blocked':
      return isWaiting(operation) || operation.state === 'ready'
        ? { ...head, state: 'blocked', code: event.code, reason: event.reason }
        : undefined;
    case 'allowed':
      return isWaiting(operation) ? { ...head, state: 'ready' } : undefined;
    case 'started':
      return operation.state === 'ready'
        ? { ...head, state: 'executing', startedAt: event.at, ...startedOf(event) }
        : undefined;
    case 'ended':
      if (operation.state !== 'executing' && operation.state !== 'unknown') return undefined;
      if (operation.state === event.receipt.outcome) return undefined;
      return {
        ...head,
        state: event.receipt.outcome,
        receipt: event.receipt,
        startedAt: operation.startedAt,
        ...startedOf(operation),
      };
    default:
      return event satisfies never;
  }
}

/** True while the customer may still say yes. */
function mayBeAsked(operation: Operation): operation is OperationIn<'proposed' | 'awaiting_confirmation'> {
  return operation.state === 'proposed' || operation.state === 'awaiting_confirmation';
}

/** True while somebody's word is still missing. */
function isWaiting(
  operation: Operation,
): operation is OperationIn<'proposed' | 'awaiting_confirmation' | 'awaiting_approval'> {
  return mayBeAsked(operation) || operation.state === 'awaiting_approval';
}

function headOf(operation: Operation, since: string): OperationHead {
  const { id, conversation, contact, call, capability, contract, task, taskInstance } = operation;
  const { arguments: values, origins, argumentsHash, wish, base, proposedAt, proposedSequence } = operation;
  const { asked, requested } = operation;
  return {
    id,
    conversation,
    contact,
    call,
    capability,
    contract,
    task,
    taskInstance,
    arguments: values,
    origins,
    argumentsHash,
    wish,
    base,
    proposedAt,
    proposedSequence,
    ...(asked ? { asked } : {}),
    ...(requested ? { requested } : {}),
    since,
  };
}

function startedOf(started: Omit<Started, 'startedAt'>): Omit<Started, 'startedAt'> {
  const { intent, sendBy, mayFailAt, counters, platform } = started;
  return { intent, sendBy, mayFailAt, counters, ...(platform === undefined ? {} : { platform }) };
}
