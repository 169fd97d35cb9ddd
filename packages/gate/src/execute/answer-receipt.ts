import type { CallContext } from '../call-context.ts';
import type { AnswerReceipt } from '../operations/entries.ts';
import type { Operation } from '../operations/operation.ts';
import type { ApprovalRequest, Notice } from '../receipt.ts';
import type { Decided } from './gather-inputs.ts';

/** What was shown for an answer, and when. */
interface Shown {
  readonly at: string;
  readonly request: Notice | ApprovalRequest;
}

/** The part of an answer's receipt that says what was shown, for which arguments, and what the decision on it relied on. */
export function answerReceipt(
  { id, arguments: values, contract }: Operation,
  { at, request: { argumentsHash, text, language, facts } }: Shown,
  { inputs }: Decided,
  context: CallContext,
  causedBy: string | undefined,
): AnswerReceipt {
  return {
    operation: id,
    contact: context.contact.id,
    argumentsHash,
    shown: { text, language, at },
    arguments: values,
    facts: inputs.task?.facts ?? {},
    reads: inputs.reads ?? {},
    ...(facts ? { relied: facts } : {}),
    contract,
    release: context.release.hash,
    ...(causedBy === undefined ? {} : { causedBy }),
  };
}
