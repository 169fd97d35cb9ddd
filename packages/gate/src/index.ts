export type { CallContext, CustomerText, EarlierRead, TaskState } from './call-context.ts';
export type {
  ArgumentOrigin,
  ArgumentValues,
  BlockCode,
  Check,
  CheckPart,
  Decision,
  PreparedArguments,
  ProposedCall,
} from './decision.ts';
export type { CallOutcome, Notice, Receipt } from './receipt.ts';
export type { ResourceAnswer, ResourceCall, ResourcePort, ResourceState } from './resource-port.ts';
