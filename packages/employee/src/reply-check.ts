import { type CapabilityContract, evaluate, type Release } from '@rolecall/assets';
import { type JsonObject, type JsonValue, jsonAsText } from '@rolecall/base';
import type { Receipt } from '@rolecall/gate';
import { isBlank } from './blank.ts';
import { isFound, isSparedIn, searched } from './found-pattern.ts';
import { factValues, type TaskInstance } from './journey.ts';
import { namedTargets } from './named-targets.ts';
import { policyProblem } from './promised-by-policy.ts';
import { sentencesOf } from './sentences.ts';
import { withoutSparedClaims } from './spared-claims.ts';

/** What may be said about what happened: the receipts of the conversation and the facts of its tasks. */
export interface Grounds {
  /** The latest last. */
  readonly receipts: readonly Receipt[];
  /** The one that changed last stands last. */
  readonly instances: readonly TaskInstance[];
  /** What the customer wrote: a sentence that names no target is about those that it names. */
  readonly input?: string | undefined;
  /** Capabilities of which a call of this round did not succeed: a sentence about them has to name its target. */
  readonly open?: ReadonlySet<string> | undefined;
  /** `contact`, `conversation`, `employee` and `now`, for the conditions of policies. One that lacks them grants nothing. */
  readonly bindings?: JsonObject | undefined;
}

/** A sentence that may not leave. */
export interface Withheld {
  readonly text: string;
  readonly check: 'claim' | 'never_say' | 'policy';
  readonly pattern: string;
  /** The rule of a policy, by id. */
  readonly rule?: string | undefined;
}

/** What is left of a model's text after the checks. */
export interface CheckedText {
  readonly sentences: readonly string[];
  readonly withheld: readonly Withheld[];
}

/**
 * Checks a model's text sentence by sentence, and what is left across its sentences, so that nothing can be said in two
 * sentences that could not be said in one. `said` are sentences that the customer has seen already.
 *
 * A sentence that matches a declared claim leaves only when a receipt of that capability or the claim's fact supports
 * it, for every target that it is about; one that promises something only when the policies let it. A pattern that cannot
 * be evaluated withholds.
 * Source: design, sections 5 and 11 (5); capability boundaries, section 八.
 */
export function checkReply(
  text: string,
  release: Release,
  grounds: Grounds,
  said: readonly string[] = [],
): CheckedText {
  const withheld: Withheld[] = [];
  let left: readonly string[] = sentencesOf(text).filter((sentence) => {
    const problem = isBlank(sentence) ? undefined : problemOf(sentence, release, grounds);
    if (problem) withheld.push({ text: sentence, ...problem });
    return problem === undefined;
  });
  // What was said stays, also where it could not be said any more.
  const before = said.length > 0 && problemOf(said.join(''), release, grounds) ? [] : said;
  for (;;) {
    const across = problemAcross([...before, ...left], release, grounds);
    if (!across) return { sentences: left, withheld };
    const from = Math.max(0, across.from - before.length);
    const to = Math.max(from + 1, across.to - before.length);
    withheld.push({ ...across.withheld, text: left.slice(from, to).join('') });
    left = [...left.slice(0, from), ...left.slice(to)];
  }
}

type Problem = Omit<Withheld, 'text'>;

/** The fewest neighbouring sentences that say together what may not be said. */
function problemAcross(
  sentences: readonly string[],
  release: Release,
  grounds: Grounds,
): { readonly from: number; readonly to: number; readonly withheld: Withheld } | undefined {
  const whole = sentences.join('');
  const problem = sentences.length < 2 || isBlank(whole) ? undefined : problemOf(whole, release, grounds);
  if (!problem) return undefined;
  const together = sentences.length > MOST_LOOKED_AT ? 0 : Math.min(MOST_TOGETHER, sentences.length);
  for (let count = 2; count <= together; count++) {
    for (let from = 0; from + count <= sentences.length; from++) {
      const text = sentences.slice(from, from + count).join('');
      const found = problemOf(text, release, grounds);
      if (found) return { from, to: from + count, withheld: { text, ...found } };
    }
  }
  return { from: 0, to: sentences.length, withheld: { text: whole, ...problem } };
}

const MOST_TOGETHER = 6;
/** Of a text with more sentences than that, all are held back. */
const MOST_LOOKED_AT = 100;

function problemOf(text: string, release: Release, grounds: Grounds): Problem | undefined {
  const looked = searched(text);
  for (const policy of release.policies) {
    for (const pattern of policy.never_say) if (isFound(pattern, looked)) return { check: 'never_say', pattern };
  }
  for (const { contract, task } of Object.values(release.contracts)) {
    for (const claim of contract.claims) {
      if (!isFound(claim.pattern, looked) || isSparedIn(text, claim.pattern, withoutSparedClaims)) continue;
      if (!isSupported({ contract, task, fact: claim.supported_by }, text, grounds))
        return { check: 'claim', pattern: claim.pattern };
    }
  }
  const view = { release, bindings: grounds.bindings ?? {}, instances: grounds.instances };
  const promised = policyProblem(text, looked, view, grounds.input ?? '');
  return promised && { check: 'policy', ...promised };
}

interface Claim {
  readonly contract: CapabilityContract;
  readonly task: string;
  readonly fact: string | undefined;
}

/**
 * A sentence is about the targets that it names, else about those that the customer's message names, else about what was
 * worked on last.
 */
function isSupported(claim: Claim, text: string, grounds: Grounds): boolean {
  const named = namedTargets(text, claim.contract);
  const targets = named.length > 0 ? named : namedTargets(grounds.input ?? '', claim.contract);
  const receipts = grounds.receipts.filter(
    ({ capability, effect }) => capability === claim.contract.capability && effect === 'write',
  );
  const instances = grounds.instances.filter(({ task }) => task === claim.task);
  if (targets.length === 0) return isSupportedByLatest(claim, receipts, instances, grounds);
  return targets.every(
    (target) =>
      receipts.some((receipt) => receipt.outcome === 'succeeded' && holds(receipt.arguments, target)) ||
      instances.some((instance) => holds(factValues(instance), target) && factHolds(claim.fact, instance)),
  );
}

function isSupportedByLatest(
  claim: Claim,
  receipts: readonly Receipt[],
  instances: readonly TaskInstance[],
  grounds: Grounds,
): boolean {
  if (grounds.open?.has(claim.contract.capability)) return false;
  const instance = instances.at(-1);
  const receipt = receipts.at(-1);
  const isAbout = instance === undefined || instance.subject === null || holdsValue(receipt, instance.subject);
  if (receipt && isAbout) return receipt.outcome === 'succeeded';
  return instance !== undefined && factHolds(claim.fact, instance);
}

function holdsValue(receipt: Receipt | undefined, value: JsonValue): boolean {
  return receipt !== undefined && holds(receipt.arguments, jsonAsText(value));
}

function holds(values: JsonObject, target: string): boolean {
  return Object.values(values).some((value) => value !== undefined && jsonAsText(value) === target);
}

function factHolds(expression: string | undefined, instance: TaskInstance): boolean {
  if (expression === undefined) return false;
  const supported = evaluate(expression, { facts: factValues(instance) });
  return supported.ok && supported.value === true;
}
