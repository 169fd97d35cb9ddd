import type { CapabilityContract } from '@rolecall/assets';
import { isHashOf } from '@rolecall/base';
import type { ApprovalInput } from '../call-inputs.ts';
import { hasExpired } from '../confirmation/has-expired.ts';
import { correctedFact } from '../confirmation/relied-facts.ts';
import type { PreparedArguments } from '../decision.ts';
import type { Bindings } from '../expressions.ts';
import type { BlockReason } from '../parts/block-reasons.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import { renderApproval } from '../texts/render-notice.ts';
import type { PlainFinding } from './first-four.ts';
import { type Block, failed, passed, type Walk } from './walk.ts';

/** Why a call waits whose customer has said all that they have to say. */
export const OPERATOR_APPROVAL = 'operator_approval' satisfies BlockReason;
/** Why a request for an approval came to nothing. */
export const OPERATOR_REFUSED = 'operator_refused' satisfies BlockReason;
export const APPROVAL_EXPIRED = 'approval_expired' satisfies BlockReason;

/**
 * Has an operator approved exactly this? As with a customer's yes: once, in time, for the arguments and the contract version
 * that they saw, while the request still reads the same and no fact that it relied on was corrected.
 */
export function approvalStep(
  walk: Walk,
  contract: CapabilityContract,
  prepared: PreparedArguments,
  bindings: Bindings,
): PlainFinding {
  if (!contract.approval || contract.effect === 'read') return { parts: [] };
  const { approval } = walk.inputs;
  if (!approval) {
    return {
      parts: [failed('approval', 'an operator has to approve it')],
      block: { code: 'confirmation_required', reason: OPERATOR_APPROVAL },
    };
  }
  const problem = whatSpeaksAgainst(approval, walk, contract, prepared, bindings);
  if (problem) return { parts: [failed('approval', problem)], block: { code: 'confirmation_stale' } };
  const { person = 'an operator', request } = approval;
  return { parts: [passed('approval', `given by ${person} to the request of ${request.requestedAt}`)] };
}

/** Why a request that was refused, or that nobody answered in time, needs no further look. */
export function unapproved({
  verdict,
  person,
  request,
  used,
}: ApprovalInput): (Block & { readonly detail: PartDetail }) | undefined {
  if (used) return undefined;
  switch (verdict) {
    case 'approve':
      return undefined;
    case 'refuse':
      return {
        code: 'confirmation_declined',
        reason: OPERATOR_REFUSED,
        detail: `refused by ${person ?? 'an operator'}`,
      };
    case 'expired':
      return {
        code: 'confirmation_stale',
        reason: APPROVAL_EXPIRED,
        detail: `nobody approved it until ${request.expiresAt}`,
      };
    default:
      return verdict satisfies never;
  }
}

function whatSpeaksAgainst(
  { operation, request, used }: ApprovalInput,
  walk: Walk,
  contract: CapabilityContract,
  prepared: PreparedArguments,
  bindings: Bindings,
): PartDetail | undefined {
  if (used) return 'the operation no longer waits for it; an approval counts once';
  if (request.argumentsHash !== prepared.hash)
    return 'the arguments or the contract’s version are not those that were shown';
  if (hasExpired(request.expiresAt, walk.inputs.now)) return `expired at ${request.expiresAt}`;
  const shown = [operation, ...(walk.inputs.confirmation?.shownWith ?? [])];
  const corrected = correctedFact(request.facts ?? [], walk.inputs.task, shown);
  if (corrected) return `the fact ${corrected.fact} that it relied on was corrected since`;
  const text = renderApproval({
    release: walk.release,
    contract,
    prepared,
    bindings,
    language: request.language,
    inputs: walk.inputs,
  });
  return isHashOf(request.hash, text) ? undefined : 'the request would no longer read as it was shown';
}
