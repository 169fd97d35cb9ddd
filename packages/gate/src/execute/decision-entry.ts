import type { CapabilityContract } from '@rolecall/assets';
import type { EntryDraft } from '@rolecall/journal';
import { argumentsOf } from '../arguments/arguments-of.ts';
import { contractName, provenFacts, type ReadArguments, wishHash } from '../arguments/prepare-arguments.ts';
import { ledgerBase } from '../boundaries/ledger-rule.ts';
import { tightenedBound } from '../boundaries/tightened-bound.ts';
import type { CallContext } from '../call-context.ts';
import { DECISION_VERSION } from '../decide-call.ts';
import type { Decision } from '../decision.ts';
import { type DecisionData, gateEntry } from '../operations/entries.ts';
import type { Decided } from './gather-inputs.ts';

/** Of which operation a decision is, and where it leaves it. */
export interface Leads {
  readonly operation: string;
  readonly to: NonNullable<DecisionData['leadsTo']>;
}

/** The entry that records a decision with everything it was made from. */
export function decisionEntry(
  { call, decision, inputs, words }: Decided,
  context: CallContext,
  leads?: Leads,
  causedBy?: string,
): EntryDraft {
  const { release, space } = context;
  const bound = Object.hasOwn(space.entries, call.capability) ? space.entries[call.capability]?.bound : undefined;
  const contract = bound?.contract;
  const walk = { inputs, words, release, bound: bound && tightenedBound(bound) };
  const read = contract && decision.prepared ? argumentsOf(call, walk) : undefined;
  return gateEntry(
    'gate.decision',
    {
      callId: call.id,
      capability: call.capability,
      contact: context.contact.id,
      verdict: decision.verdict,
      ...(decision.verdict === 'block' ? headOf(decision) : {}),
      ...(bound ? { contract: contractName(bound.contract), effect: bound.contract.effect, task: bound.task } : {}),
      ...(inputs.task ? { taskInstance: inputs.task.instance } : {}),
      ...(leads ? { operation: leads.operation, leadsTo: leads.to } : {}),
      ...(leads && contract && read ? keysOf(contract, decision, wishHash(read), inputs) : {}),
      release: release.hash,
      system: release.system,
      decisionVersion: DECISION_VERSION,
      call,
      inputs,
      decision,
      facts: read ? provenFacts(confirmed(read, decision)) : {},
    },
    { step: context.step, ...(causedBy === undefined ? {} : { causedBy }) },
  );
}

function headOf({ boundary, code, reason }: Extract<Decision, { verdict: 'block' }>) {
  return { boundary, code, ...(reason === undefined ? {} : { reason }) };
}

/** Known only of a call whose arguments could be prepared. */
function keysOf(contract: CapabilityContract, decision: Decision, wish: string, inputs: Decided['inputs']) {
  return { base: ledgerBase(contract, decision.prepared?.values ?? {}, inputs), wish };
}

/** A value that the customer confirmed is proven. */
function confirmed(read: ReadArguments, decision: Decision): ReadArguments {
  const origins = new Map(decision.prepared?.origins.map((origin) => [origin.argument, origin]));
  return {
    ...read,
    semantic: read.semantic.map((item) => ({ ...item, origin: origins.get(item.declared.name) ?? item.origin })),
  };
}
