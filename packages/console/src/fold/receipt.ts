import type { Entry, JsonObject } from '../api/wire.ts';
import { objectAt, textAt } from './read.ts';

export type ReceiptOutcome = 'succeeded' | 'failed' | 'unknown';

/** A receipt as the page shows it. */
export interface ReceiptView {
  readonly operation: string;
  readonly capability: string;
  readonly contract: string | undefined;
  readonly effect: string | undefined;
  readonly outcome: ReceiptOutcome;
  readonly code: string;
  readonly arguments: JsonObject;
  readonly result: JsonObject;
  readonly facts: JsonObject;
  /** The fixed text that tells it, where it has one. */
  readonly text: string | undefined;
}

/** Reads the receipt out of an entry that carries one, or undefined. */
export function readReceipt(entry: Entry): ReceiptView | undefined {
  const receipt = objectAt(entry.data, 'receipt');
  const operation = receipt && textAt(receipt, 'id');
  if (receipt === undefined || operation === undefined) return undefined;
  const outcome = receipt.outcome;
  const telling = objectAt(receipt, 'telling');
  return {
    operation,
    capability: textAt(receipt, 'capability') ?? '',
    contract: textAt(receipt, 'contract'),
    effect: textAt(receipt, 'effect'),
    // What cannot be read is not known.
    outcome: outcome === 'succeeded' || outcome === 'failed' ? outcome : 'unknown',
    code: textAt(receipt, 'code') ?? '',
    arguments: objectAt(receipt, 'arguments') ?? {},
    result: objectAt(receipt, 'result') ?? {},
    facts: objectAt(receipt, 'facts') ?? {},
    text: telling && textAt(telling, 'text'),
  };
}
