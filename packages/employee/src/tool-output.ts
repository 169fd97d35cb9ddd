import type { JsonObject, JsonValue } from '@rolecall/base';
import type { CallOutcome } from '@rolecall/gate';

/**
 * What the model is told of a call: data it may talk about. `told` says that the runtime tells the customer itself.
 * Nothing of a tool's result beyond the contract's projection is in it.
 */
export function toolOutput(outcome: CallOutcome): JsonObject {
  switch (outcome.kind) {
    case 'ended': {
      const { receipt } = outcome;
      return {
        status: receipt.outcome,
        code: receipt.code,
        result: receipt.result,
        told: isToldByRuntime(outcome),
        ...(receipt.ask ? { ask: receipt.ask.text } : {}),
        ...(receipt.telling.mode === 'model' && receipt.telling.mustInclude.length > 0
          ? { must_include: receipt.telling.mustInclude }
          : {}),
      };
    }
    case 'awaiting_confirmation':
      return { status: 'awaiting_confirmation', told: true };
    case 'blocked': {
      const { decision } = outcome;
      const details: Record<string, JsonValue | undefined> = {
        status: 'blocked',
        boundary: decision.boundary,
        code: outcome.code,
        reason: decision.reason,
        argument: decision.argument,
        ask: outcome.ask?.text,
        say: decision.say,
        executed: false,
      };
      return JSON.parse(JSON.stringify(details)) as JsonObject;
    }
    default:
      return outcome satisfies never;
  }
}

/** True when the runtime tells the customer what came of it, so that a model need not. */
export function isToldByRuntime(outcome: CallOutcome): boolean {
  return outcome.kind !== 'ended' || outcome.receipt.telling.mode === 'fixed';
}
