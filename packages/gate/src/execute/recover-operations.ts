import { timestampOf } from '@rolecall/base';
import type { Writing } from '@rolecall/journal';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import { gateEntry } from '../operations/entries.ts';
import type { OperationIn } from '../operations/operation.ts';
import { operationsOf } from '../operations/read-operation.ts';
import type { Receipt } from '../receipt.ts';
import { IN_DOUBT_EVENT } from '../results/make-receipt.ts';
import { tellResult } from '../results/tell-result.ts';
import { engineText } from '../texts/engine-texts.ts';
import { settleOperation } from './settle-operation.ts';
import { startInputs } from './start-inputs.ts';

/**
 * For whoever has just taken a conversation over and folded it: writes that were executing when their process died become
 * `unknown`, and a read-back is tried on each. One of a platform tool has failed for certain: its effect is the receipt,
 * and there is none. Answers the latest receipt of each of them. Nothing is sent again.
 */
export async function* recoverOperations(context: CallContext): Writing<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const operation of await operationsOf(context)) {
    if (operation.state !== 'executing') continue;
    const receipt = crashedReceipt(operation, context);
    const failed = receipt.outcome === 'failed';
    yield {
      entries: [
        gateEntry('gate.call_ended', {
          call: operation.id,
          contact: context.contact.id,
          effect: 'write',
          outcome: receipt.outcome,
          code: receipt.code,
          attempts: 1,
          problems: ['the process ended before it knew what became of the call'],
          receipt,
        }),
      ],
      ...(failed ? { giveBack: operation.counters.map((counter) => ({ counter, operation: operation.id })) } : {}),
    };
    receipts.push((failed ? undefined : yield* settleOperation(operation.id, context)) ?? receipt);
  }
  return receipts;
}

function crashedReceipt(operation: OperationIn<'executing'>, context: CallContext): Receipt {
  const outcome = operation.platform === undefined ? 'unknown' : 'failed';
  return {
    id: operation.id,
    capability: operation.capability,
    contract: operation.contract,
    task: operation.task,
    effect: 'write',
    outcome,
    code: 'crashed',
    at: timestampOf(context.clock),
    arguments: operation.arguments,
    result: {},
    facts: {},
    proven: true,
    ...(operation.platform === undefined ? {} : { platform: operation.platform }),
    telling: telling(operation, outcome, context),
    ...(outcome === 'unknown' ? { event: IN_DOUBT_EVENT } : {}),
  };
}

/** In the contract's words where this release still has it. */
function telling(
  operation: OperationIn<'executing'>,
  outcome: 'unknown' | 'failed',
  context: CallContext,
): Receipt['telling'] {
  const { release, space, language } = context;
  const entry = space.entries[operation.capability];
  const bound = entry?.bound && tightenedBound(entry.bound);
  if (!bound) return { mode: 'fixed', text: engineText(`write_${outcome}`, language, { title: operation.capability }) };
  const { contract } = bound;
  const bindings = bindingsOf(
    { inputs: startInputs(operation.capability, context), release, bound },
    operation.arguments,
  );
  return tellResult({ release, contract, outcome, code: 'crashed', result: {}, bindings, language });
}
