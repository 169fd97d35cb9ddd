import type { CapabilityContract } from '@rolecall/assets';
import { isHashOf } from '@rolecall/base';
import { wishOf } from '../arguments/prepare-arguments.ts';
import type { ConfirmationInput } from '../call-inputs.ts';
import { hasExpired } from '../confirmation/has-expired.ts';
import { correctedFact } from '../confirmation/relied-facts.ts';
import type { PreparedArguments } from '../decision.ts';
import type { Bindings } from '../expressions.ts';
import type { BlockReason } from '../parts/block-reasons.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import { renderNotice } from '../texts/render-notice.ts';
import { approvalStep } from './approval-step.ts';
import type { PlainFinding } from './first-four.ts';
import { ledgerRule, repeatedHolder } from './ledger-rule.ts';
import { type Block, failed, passed, type Walk } from './walk.ts';

/**
 * The last question: has the customer said yes to exactly this, and has an operator approved it? The customer is asked by the
 * contract, and for every write that has an unproven argument; the operator after them. A yes counts once, before it expires,
 * for the arguments and the contract version that were shown, while the notice still reads the same and no fact it relied on
 * was corrected; in words, only if nothing was sent after it.
 * Source: design, section 6, "Confirmation".
 */
export function confirmationStep(
  walk: Walk,
  contract: CapabilityContract,
  prepared: PreparedArguments,
  bindings: Bindings,
): PlainFinding {
  const customer = customersWord(walk, contract, prepared, bindings);
  if (customer.block) return customer;
  const operator = approvalStep(walk, contract, walk.prepared ?? prepared, bindings);
  return operator.parts.length === 0
    ? customer
    : { parts: [...customer.parts, ...operator.parts], block: operator.block };
}

function customersWord(
  walk: Walk,
  contract: CapabilityContract,
  prepared: PreparedArguments,
  bindings: Bindings,
): PlainFinding {
  const needed = whyNeeded(walk, contract, prepared);
  if (needed === undefined) return { parts: [passed('confirmation', 'none is needed')] };
  const { confirmation } = walk.inputs;
  if (!confirmation) return fails({ code: 'confirmation_required' }, needed);
  const problem = whatSpeaksAgainst(confirmation, walk, contract, prepared, bindings);
  if (problem) return fails(problem, problem.detail);
  walk.prepared = {
    ...prepared,
    origins: prepared.origins.map((origin) =>
      origin.from === 'unproven' ? { argument: origin.argument, from: 'confirmed' } : origin,
    ),
  };
  return {
    parts: [passed('confirmation', `given by ${confirmation.by} to the notice of ${confirmation.notice.shownAt}`)],
  };
}

function whyNeeded(
  { inputs }: Walk,
  contract: CapabilityContract,
  prepared: PreparedArguments,
): PartDetail | undefined {
  if (contract.effect === 'read') return undefined;
  const earlier = repeatedHolder(inputs, ledgerRule(contract), () => wishOf(contract, prepared.values));
  if (earlier) return `the same was done at ${earlier.at}, and only the customer can want it again`;
  if (contract.confirmation) return 'the contract asks for the customer’s confirmation';
  const unproven = prepared.origins.filter(({ from }) => from === 'unproven').map(({ argument }) => argument);
  return unproven.length === 0 ? undefined : `unproven and not yet confirmed: ${unproven.join(', ')}`;
}

/** Reasons of a stale yes that say more than that something changed. */
export const FACT_CORRECTED = 'fact_corrected' satisfies BlockReason;
export const ARGUMENT_CORRECTED = 'argument_corrected' satisfies BlockReason;

type Problem = Pick<Block, 'code' | 'reason'> & { readonly detail: PartDetail };

function whatSpeaksAgainst(
  { operation, notice, by, noticeIsLast, used, shownWith, answeredAt }: ConfirmationInput,
  walk: Walk,
  contract: CapabilityContract,
  prepared: PreparedArguments,
  bindings: Bindings,
): Problem | undefined {
  if (used) return { code: 'confirmation_stale', detail: 'the operation no longer waits; a confirmation counts once' };
  if (notice.argumentsHash !== prepared.hash) {
    return {
      code: 'confirmation_stale',
      detail: 'the arguments or the contract’s version are not those that were shown',
    };
  }
  if (hasExpired(notice.expiresAt, answeredAt ?? walk.inputs.now)) {
    return { code: 'confirmation_stale', detail: `expired at ${notice.expiresAt}` };
  }
  const corrected = correctedFact(notice.facts ?? [], walk.inputs.task, [operation, ...(shownWith ?? [])]);
  if (corrected) {
    return {
      code: 'confirmation_stale',
      reason: corrected.argument === undefined ? FACT_CORRECTED : ARGUMENT_CORRECTED,
      detail: `the fact ${corrected.fact} that it relied on was corrected since`,
    };
  }
  const text = renderNotice({
    release: walk.release,
    contract,
    prepared,
    bindings,
    language: notice.language,
    inputs: walk.inputs,
  });
  if (!isHashOf(notice.hash, text)) {
    return { code: 'confirmation_stale', detail: 'the notice would no longer read as it was shown' };
  }
  if (by === 'text' && !noticeIsLast) {
    return {
      code: 'confirmation_required',
      detail: 'something was sent after the notice, so that a yes may mean that',
    };
  }
  return undefined;
}

function fails({ code, reason }: Pick<Block, 'code' | 'reason'>, detail: PartDetail): PlainFinding {
  return { parts: [failed('confirmation', detail)], block: { code, ...(reason === undefined ? {} : { reason }) } };
}
