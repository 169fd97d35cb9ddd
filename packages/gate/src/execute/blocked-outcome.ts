import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import type { Decision } from '../decision.ts';
import type { BlockCode } from '../parts/block-codes.ts';
import type { CallOutcome } from '../receipt.ts';
import { askArgument } from '../texts/ask-argument.ts';
import type { Decided } from './gather-inputs.ts';

type Blocked = Extract<CallOutcome, { kind: 'blocked' }>;

/** Which blocks the customer can lift by naming an argument. */
const ASKED: ReadonlySet<BlockCode> = new Set(['argument_missing', 'argument_invalid', 'argument_refused']);
const HELD_BY_EARLIER: ReadonlySet<BlockCode> = new Set(['duplicate_operation', 'operation_in_doubt']);

/** What a blocked call came to: the decision, the question that would complete it, and the write that holds it back. */
export function blockedOutcome(decided: Decided, context: CallContext): Blocked {
  const { call, decision } = decided;
  if (decision.verdict !== 'block') throw new TypeError('an allowed call is not blocked');
  const ask = questionFor(decided, decision, context);
  const earlier = earlierOf(decided, decision);
  return {
    kind: 'blocked',
    call: call.id,
    capability: call.capability,
    decision,
    code: decision.code,
    ...(ask ? { ask } : {}),
    ...(earlier ? { earlier } : {}),
  };
}

function questionFor(
  { inputs, call }: Decided,
  decision: Extract<Decision, { verdict: 'block' }>,
  context: CallContext,
): Blocked['ask'] {
  const bound = context.space.entries[call.capability]?.bound;
  const { argument } = decision;
  if (!bound || argument === undefined || !ASKED.has(decision.code)) return undefined;
  const own = tightenedBound(bound);
  const walk = { inputs, release: context.release, bound: own };
  const bindings = bindingsOf(walk, decision.prepared?.values ?? {});
  const text = askArgument(context.release, own.contract, argument, bindings, inputs.language);
  return text === undefined ? undefined : { argument, text };
}

function earlierOf({ inputs }: Decided, { code }: Extract<Decision, { verdict: 'block' }>): Blocked['earlier'] {
  const holder = inputs.ledger?.holder;
  if (!holder || !HELD_BY_EARLIER.has(code)) return undefined;
  const { operation, at, receipt } = holder;
  return { operation, at, ...(receipt ? { receipt } : {}) };
}
