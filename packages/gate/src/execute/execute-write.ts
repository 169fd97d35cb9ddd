import type { CapabilityContract } from '@rolecall/assets';
import { durationMs, timestampOf } from '@rolecall/base';
import type { CommitAnswer, CommitDraft, EntryDraft, Writing } from '@rolecall/journal';
import { countedRules } from '../boundaries/counted-rules.ts';
import { type LedgerClaim, ledgerBase, ledgerClaim, ledgerRule } from '../boundaries/ledger-rule.ts';
import type { LimitRule } from '../boundaries/limit-rule.ts';
import { withReads } from '../boundaries/preconditions-step.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import { bindingsOf } from '../boundaries/walk.ts';
import type { CallContext } from '../call-context.ts';
import type { PreparedArguments } from '../decision.ts';
import { gateEntry } from '../operations/entries.ts';
import type { Receipt } from '../receipt.ts';
import type { ResourceAnswer, ResourceBinding } from '../resource-port.ts';
import { classifyResult } from '../results/classify-result.ts';
import { isLarge, largeEntries } from '../results/large-answer.ts';
import { makeReceipt } from '../results/make-receipt.ts';
import { callResource, timeoutOf, totalTimeoutOf } from './call-resource.ts';
import type { Decided } from './gather-inputs.ts';

/** An allowed write before anything is committed. */
export interface AllowedWrite {
  readonly operation: string;
  readonly contract: CapabilityContract;
  readonly task: string;
  readonly binding: ResourceBinding;
  readonly prepared: PreparedArguments;
  readonly decided: Decided;
  /** What is committed together with the reservation: the decision, and the answer that led to it. */
  readonly entries: readonly EntryDraft[];
}

export type Executed =
  | { readonly status: 'ended'; readonly receipt: Receipt }
  /** The commit was refused: nothing was written and nothing left. */
  | { readonly status: 'refused'; readonly by: 'key_taken' | 'limit_reached' };

/** A write that has not left by then never will. Source: design, section 6, "Outcome". */
const SEND_WITHIN_MS = 10_000;

/**
 * Executes an allowed write: reserves its ledger key, raises its counters and records the decision in one durable commit;
 * then, and only then, calls; then records what came of it. Never sends twice.
 */
export async function* executeWrite(write: AllowedWrite, context: CallContext): Writing<Executed> {
  const { contract, binding } = write;
  const walk = { inputs: write.decided.inputs, release: context.release, bound: boundOf(contract, context) };
  const limits = countedRules(contract, walk, write.prepared);
  const sendBy = context.clock.now() + SEND_WITHIN_MS;
  const answer: CommitAnswer = yield reservation(write, limits, sendBy, context);
  if (answer.status !== 'committed') return { status: 'refused', by: answer.status };
  const { answer: result, problem } = await send(write, binding, sendBy, context);
  return { status: 'ended', receipt: yield* recordEnd(write, result, problem, limits, context) };
}

function reservation(
  { operation, contract, binding, prepared, decided, entries }: AllowedWrite,
  limits: readonly LimitRule[],
  sendBy: number,
  context: CallContext,
): CommitDraft {
  const { base, intent, replaces } = claimOf(contract, prepared, decided);
  const settlesWithin = contract.result.read_back?.settles_within;
  const settlesMs = (settlesWithin === undefined ? undefined : durationMs(settlesWithin)) ?? 0;
  const executing = gateEntry(
    'gate.executing',
    {
      operation,
      contact: context.contact.id,
      base,
      intent,
      sendBy: new Date(sendBy).toISOString(),
      mayFailAt: new Date(sendBy + totalTimeoutOf(contract, binding) + settlesMs).toISOString(),
      counters: limits.map(({ counter }) => counter),
      platform: platformOf(binding),
    },
    { step: context.step },
  );
  return {
    entries: [...entries, executing],
    reserve: [{ base, intent, operation, ...(replaces === undefined ? {} : { replaces }) }],
    raise: limits.map(({ counter, amount, max, withinMs }) => ({ counter, operation, amount, max, withinMs })),
    durability: 'power',
  };
}

function claimOf(contract: CapabilityContract, prepared: PreparedArguments, { inputs }: Decided): LedgerClaim {
  const base = ledgerBase(contract, prepared.values, inputs);
  return ledgerClaim(inputs.ledger ?? { base }, ledgerRule(contract), inputs.now);
}

/** Once the write is under way nobody's abort stops it: its outcome would only become unknown. */
async function send(
  { operation, contract, prepared }: AllowedWrite,
  binding: ResourceBinding,
  sendBy: number,
  context: CallContext,
): Promise<{ readonly answer: ResourceAnswer; readonly problem?: string | undefined }> {
  if (context.clock.now() > sendBy) {
    return { answer: { status: 'not_sent', reason: 'the time to send it had passed' } };
  }
  return callResource(
    {
      capability: contract.capability,
      conversation: context.conversation.id,
      effect: 'write',
      binding,
      arguments: prepared.values,
      requestId: operation,
      timeoutMs: timeoutOf(contract, binding),
      sendBy: new Date(sendBy).toISOString(),
    },
    context,
  );
}

async function* recordEnd(
  write: AllowedWrite,
  answer: ResourceAnswer,
  problem: string | undefined,
  limits: readonly LimitRule[],
  context: CallContext,
): Writing<Receipt> {
  const { operation, contract, task, prepared, decided } = write;
  const walk = { inputs: decided.inputs, release: context.release, bound: boundOf(contract, context) };
  const bindings = withReads(bindingsOf(walk, prepared.values), walk);
  const classification = classifyResult(contract, answer, bindings, context.release.records);
  const { receipt, omitted, kept } = makeReceipt({
    id: operation,
    release: context.release,
    contract,
    task,
    prepared,
    classification,
    bindings,
    language: context.language,
    at: timestampOf(context.clock),
    platform: platformOf(write.binding),
    isLarge: isLarge(answer),
  });
  const large = largeEntries({ id: operation, contact: context.contact.id, step: context.step }, answer, kept);
  const problems = [problem ?? classification.detail, ...(answer.notes ?? []), ...omitted].flatMap(
    (text) => text ?? [],
  );
  const ended = gateEntry(
    'gate.call_ended',
    {
      call: operation,
      contact: context.contact.id,
      effect: 'write',
      outcome: receipt.outcome,
      code: receipt.code,
      attempts: 1,
      problems,
      receipt,
      sampled: answer.sampled,
    },
    { step: context.step },
  );
  const givesBack = receipt.outcome === 'failed';
  yield {
    entries: [...large, ended],
    ...(givesBack ? { giveBack: limits.map(({ counter }) => ({ counter, operation })) } : {}),
  };
  return receipt;
}

function platformOf(binding: ResourceBinding): string | undefined {
  return 'platform' in binding ? binding.platform : undefined;
}

function boundOf(contract: CapabilityContract, { space }: CallContext) {
  const bound = space.entries[contract.capability]?.bound;
  return bound && tightenedBound(bound);
}
