import { BOUNDARIES, type Boundary, type CapabilitySpace, type Release } from '@rolecall/assets';
import type { JsonObject } from '@rolecall/base';
import { argumentsOf } from './arguments/arguments-of.ts';
import { provenFacts, type ReadArguments } from './arguments/prepare-arguments.ts';
import { unapproved } from './boundaries/approval-step.ts';
import {
  bound,
  connected,
  installed,
  type PlainFinding,
  permitted,
  resourceReady,
  stageOpen,
} from './boundaries/first-four.ts';
import { satisfied } from './boundaries/satisfied.ts';
import { tightenedBound } from './boundaries/tightened-bound.ts';
import { type Block, type BoundaryCheck, bindingsOf, failed, type Walk } from './boundaries/walk.ts';
import type { CallInputs, Needs } from './call-inputs.ts';
import type { Check, CheckPart, Decision, ProposedCall } from './decision.ts';
import { type Bindings, evaluateExpression } from './expressions.ts';
import { onceFor } from './once-for.ts';
import type { PartName } from './parts/part-names.ts';
import type { PartDetail } from './parts/part-sentences.ts';
import { CustomerWords } from './words/customer-words.ts';

/**
 * Rises whenever the same inputs may give another decision than before. Recorded with each decision.
 */
export const DECISION_VERSION = 5;

/**
 * Walks the five boundaries in order and stops at the first that fails; those after it are `not_evaluated`.
 *
 * Pure: the same call, space, release and inputs give the same decision, byte for byte. It may answer what it still has to
 * know instead. Never throws for a reason that lies in assets or arguments: whatever cannot be evaluated blocks.
 * Source: capability boundaries, section 七; design, section 6.
 */
export function decideCall(
  call: ProposedCall,
  space: CapabilitySpace,
  release: Release,
  inputs: CallInputs,
): Decision | Needs {
  return decideWith(new CustomerWords(inputs.said), call, space, release, inputs);
}

/** The same, with the customer's words of these inputs: who decides on them again looks into each only once. */
export function decideWith(
  words: CustomerWords,
  call: ProposedCall,
  space: CapabilitySpace,
  release: Release,
  inputs: CallInputs,
): Decision | Needs {
  if (inputs.confirmation?.answer === 'no' && !inputs.confirmation.used) return declined(inputs);
  const refusal = inputs.approval && unapproved(inputs.approval);
  if (refusal) return notApproved(refusal);
  const walk = startWalk(words, call, space, release, inputs);
  const checks: Check[] = [];
  for (const boundary of BOUNDARIES) {
    const finding = CHECKS[boundary](walk);
    if ('verdict' in finding) return finding;
    const { parts, block } = finding;
    if (block) return blocked(walk, [...checks, failedCheck(boundary, parts, block)], boundary, block);
    checks.push({ boundary, outcome: 'pass', parts });
  }
  if (!walk.prepared) throw new TypeError('boundary 5 passed without arguments');
  return { verdict: 'allow', checks, prepared: walk.prepared };
}

const CHECKS: Readonly<Record<Boundary, BoundaryCheck>> = {
  installed: ({ entry, call }) => installed(entry, call.capability),
  bound: (walk) => {
    const { entry, bound: contract, inputs } = walk;
    if (!entry) return nothingKnown('contract', 'capability_not_bound');
    const finding = bound(entry);
    if (finding.block) return finding;
    if (!contract) return nothingKnown('contract', 'capability_not_bound');
    if (inputs.task === undefined) return taskNeeded(walk, contract.task);
    return together(finding, stageOpen(contract.stages, inputs.task));
  },
  permitted: ({ entry }) => (entry ? permitted(entry) : nothingKnown('permission', 'requirement_not_permitted')),
  connected: ({ entry, inputs }) => {
    if (!entry) return nothingKnown('binding', 'resource_not_bound');
    const finding = connected(entry);
    if (finding.block || !entry.binding) return finding;
    if (inputs.resource === undefined) return { verdict: 'needs', resource: true };
    return together(finding, resourceReady(inputs.resource, entry.binding));
  },
  satisfied,
};

/** The parts of both, where the first has passed. */
function together(first: PlainFinding, second: PlainFinding): PlainFinding {
  const parts: CheckPart[] = [];
  for (const part of first.parts) parts.push(part);
  for (const part of second.parts) parts.push(part);
  return { parts, block: second.block };
}

/** A space never changes. By its text a capability is found sooner here than among the properties of an object. */
const entriesOf = onceFor((entries: CapabilitySpace['entries']) => new Map(Object.entries(entries)));

function startWalk(
  words: CustomerWords,
  call: ProposedCall,
  space: CapabilitySpace,
  release: Release,
  inputs: CallInputs,
): Walk {
  const entry = entriesOf(space.entries).get(call.capability);
  const contract = entry?.bound && tightenedBound(entry.bound);
  let read: ReadArguments | undefined;
  let facts: JsonObject | undefined;
  let seen: Bindings | undefined;
  const walk: Walk = {
    call,
    space,
    entry,
    bound: contract,
    release,
    inputs,
    words,
    arguments: () => {
      read ??= argumentsOf(call, walk);
      return read;
    },
    provenFacts: () => {
      facts ??= provenFacts(walk.arguments());
      return facts;
    },
    bindings: (args) => {
      if (!seen) seen = bindingsOf(walk, args, walk.provenFacts());
      return seen.args === args ? seen : { ...seen, args };
    },
    prepared: undefined,
  };
  return walk;
}

/** The instance in which the call works is found by its subject; its stage is looked at with the proven facts in place. */
function taskNeeded(walk: Walk, task: string): Needs {
  const read = walk.arguments();
  const facts = walk.provenFacts();
  const subject = walk.release.tasks.find((installation) => installation.task.id === task)?.task.task_contract.subject;
  const value = subject === undefined ? undefined : evaluateExpression(subject, walk.bindings(read.values));
  return { verdict: 'needs', task: { task, provenFacts: facts, subject: value?.ok ? value.value : undefined } };
}

function nothingKnown(
  what: PartName,
  code: Block['code'],
): { readonly parts: readonly CheckPart[]; readonly block: Block } {
  return { parts: [failed(what, 'nothing is known of this capability')], block: { code } };
}

function failedCheck(boundary: Boundary, parts: readonly CheckPart[], { code }: Block): Check {
  return { boundary, outcome: 'fail', code, parts };
}

function blocked(walk: Walk, checks: readonly Check[], boundary: Boundary, block: Block): Decision {
  const rest = BOUNDARIES.slice(checks.length).map(
    (later): Check => ({ boundary: later, outcome: 'not_evaluated', parts: [] }),
  );
  return withoutUndefined({
    verdict: 'block',
    checks: [...checks, ...rest],
    boundary,
    code: block.code,
    reason: block.reason,
    argument: block.argument,
    say: block.say,
    prepared: walk.prepared,
  });
}

/** What the customer does not want needs no further look. */
function declined({ confirmation }: CallInputs): Decision {
  const parts = [failed('confirmation', `declined by ${confirmation?.by ?? 'the customer'}`)];
  return endedByWord({ code: 'confirmation_declined' }, parts);
}

/** Neither does what no operator approved. */
function notApproved({ code, reason, detail }: Block & { readonly detail: PartDetail }): Decision {
  return endedByWord({ code, reason }, [failed('approval', detail)]);
}

function endedByWord({ code, reason }: Block, parts: readonly CheckPart[]): Decision {
  return withoutUndefined({
    verdict: 'block',
    checks: BOUNDARIES.map(
      (boundary): Check =>
        boundary === 'satisfied'
          ? { boundary, outcome: 'fail', code, parts }
          : { boundary, outcome: 'not_evaluated', parts: [] },
    ),
    boundary: 'satisfied',
    code,
    reason,
  });
}

/** A recorded decision has no undefined keys; neither has a fresh one, so that both are the same value. */
function withoutUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
