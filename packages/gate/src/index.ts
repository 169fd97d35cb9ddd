export { membersAt, UNTRUSTED_TEXT } from './arguments/choice-path.ts';
export { normaliseValue } from './arguments/normalise.ts';
export type { CallContext, CustomerText, EarlierRead, KnownFact, TaskState } from './call-context.ts';
export type {
  ApprovalInput,
  CallInputs,
  ConfirmationInput,
  LedgerInput,
  Needs,
  ReadInput,
  ReadNeed,
} from './call-inputs.ts';
export type { ListAnswer } from './confirmation/list-selection.ts';
export { readConfirmation } from './confirmation/read-confirmation.ts';
export { readListAnswer } from './confirmation/read-list-answer.ts';
export type { ReliedFact } from './confirmation/relied-facts.ts';
export { DECISION_VERSION, decideCall } from './decide-call.ts';
export type {
  ArgumentOrigin,
  ArgumentValues,
  Check,
  CheckPart,
  Decision,
  PreparedArguments,
  ProposedCall,
} from './decision.ts';
export { type ApprovalAnswer, answerApproval, expireApproval } from './execute/answer-approval.ts';
export { confirmOperation, declineOperation, type NoticeAnswer } from './execute/confirm-operation.ts';
export { proposeCall } from './execute/propose-call.ts';
export { recoverOperations } from './execute/recover-operations.ts';
export { type PersonsFinding, settleByAnswer, settleByPerson, settleOperation } from './execute/settle-operation.ts';
export { contactSeen, type Identity, identityAfter } from './identity.ts';
export {
  asGateEntry,
  type DecisionData,
  GATE_ENTRY_KINDS,
  type GateEntries,
  type GateEntry,
  type GateEntryKind,
} from './operations/entries.ts';
export type { Operation, OperationIn, OperationState } from './operations/operation.ts';
export { contactScope, gateProjections, OPERATIONS, operationFrom, RECEIPTS } from './operations/projections.ts';
export { operationsOf, readOperation } from './operations/read-operation.ts';
export { type WaitingApproval, waitingApprovalsOf } from './operations/waiting-approvals.ts';
export type { BlockCode } from './parts/block-codes.ts';
export type { ApprovalRequest, CallOutcome, Notice, Receipt } from './receipt.ts';
export { type Recomputed, recomputeDecision } from './recompute-decision.ts';
export { gateRecordFaults } from './record-faults.ts';
export type {
  CallRemarks,
  LateResourceAnswer,
  ModelReply,
  ResourceAnswer,
  ResourceBinding,
  ResourceCall,
  ResourcePort,
  ResourceState,
  SampledText,
} from './resource-port.ts';
export { type Classification, classifyResult } from './results/classify-result.ts';
export { displayable } from './texts/display-value.ts';
export { localDate, localMoment } from './texts/local-moment.ts';
