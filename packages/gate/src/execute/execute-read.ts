import { timestampOf } from '@rolecall/base';
import type { CommitAnswer, Writing } from '@rolecall/journal';
import { countedRules } from '../boundaries/counted-rules.ts';
import { withReads } from '../boundaries/preconditions-step.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import { gateEntry } from '../operations/entries.ts';
import type { CallOutcome } from '../receipt.ts';
import { ANSWER_TOO_LARGE, type Classification } from '../results/classify-result.ts';
import { isLarge, largeEntries } from '../results/large-answer.ts';
import { makeReceipt } from '../results/make-receipt.ts';
import { readIdentity } from '../results/read-identity.ts';
import { blockedOutcome } from './blocked-outcome.ts';
import { callRead } from './call-read.ts';
import { decisionEntry } from './decision-entry.ts';
import { type Decided, decide } from './gather-inputs.ts';
import { recordIdentity } from './record-identity.ts';

/** Executes an allowed read: the decision is committed, the call made (again, if it gets no answer), the receipt recorded. */
export async function* executeRead(allowed: Decided, context: CallContext): Writing<CallOutcome> {
  const { call, decision, inputs } = allowed;
  const entry = context.space.entries[call.capability];
  if (decision.verdict === 'block' || !entry?.binding || !entry.bound) {
    yield { entries: [decisionEntry(allowed, context)] };
    return blockedOutcome(allowed, context);
  }
  const bound = tightenedBound(entry.bound);
  const { contract } = bound;
  const { prepared } = decision;
  const walk = { inputs, release: context.release, bound };
  const limits = countedRules(contract, walk, prepared);
  const answer: CommitAnswer = yield {
    entries: [decisionEntry(allowed, context)],
    raise: limits.map(({ counter, amount, max, withinMs }) => ({ counter, operation: call.id, amount, max, withinMs })),
  };
  if (answer.status !== 'committed') {
    const held = await decide(call, context, { refused: answer.status });
    yield { entries: [decisionEntry(held, context)] };
    return blockedOutcome(held, context);
  }
  const bindings = withReads(bindingsOf(walk, prepared.values), walk);
  const {
    classification: answered,
    attempts,
    answer: given,
  } = await callRead({ contract, binding: entry.binding, id: call.id, prepared, bindings }, context);
  const { found, problem } = readIdentity(contract, answered, prepared, bindings);
  const isOurs = found === undefined || (yield* recordIdentity(found, call, context));
  const classification = isOurs ? answered : SOMEBODY_ELSE;
  const { receipt, omitted, kept } = makeReceipt({
    id: call.id,
    release: context.release,
    contract,
    task: bound.task,
    prepared,
    classification,
    bindings,
    language: context.language,
    at: timestampOf(context.clock),
    isLarge: isLarge(given),
  });
  // What may be about somebody else is not kept under this contact's name; of what is too large nobody was looked for.
  const isTheirs =
    receipt.outcome === 'succeeded' || (receipt.code === ANSWER_TOO_LARGE && contract.identifies === undefined);
  yield {
    entries: [
      ...(isTheirs ? largeEntries({ id: call.id, contact: context.contact.id, step: context.step }, given, kept) : []),
      gateEntry(
        'gate.call_ended',
        {
          call: call.id,
          contact: context.contact.id,
          effect: 'read',
          outcome: receipt.outcome,
          code: receipt.code,
          attempts,
          problems: [classification.detail, problem, ...(given.notes ?? []), ...omitted].flatMap((text) => text ?? []),
          receipt,
          sampled: given.sampled,
        },
        { step: context.step },
      ),
    ],
    ...(receipt.outcome === 'failed'
      ? { giveBack: limits.map(({ counter }) => ({ counter, operation: call.id })) }
      : {}),
  };
  if (isOurs) return { kind: 'ended', receipt };
  const held = await decide(call, context, { refused: 'identity_changed' });
  yield { entries: [decisionEntry(held, context)] };
  return blockedOutcome(held, context);
}

/** What a read about another person comes to: nothing of it is let out. */
const SOMEBODY_ELSE: Classification = {
  outcome: 'failed',
  code: 'identity_changed',
  result: undefined,
  detail: 'it identifies somebody else than this conversation is known to be with',
};
