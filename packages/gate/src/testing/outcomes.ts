import type { CallOutcome, Receipt } from '../receipt.ts';

/** The block that an outcome must be. */
export function blocked(outcome: CallOutcome | undefined): Extract<CallOutcome, { kind: 'blocked' }> {
  if (outcome?.kind !== 'blocked') throw new Error(`not blocked: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** The notice that an outcome must be. */
export function asked(outcome: CallOutcome | undefined): Extract<CallOutcome, { kind: 'awaiting_confirmation' }> {
  if (outcome?.kind !== 'awaiting_confirmation') throw new Error(`not asked: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** The receipt that an outcome must be. */
export function ended(outcome: CallOutcome | undefined): Receipt {
  if (outcome?.kind !== 'ended') throw new Error(`not ended: ${JSON.stringify(outcome)}`);
  return outcome.receipt;
}
