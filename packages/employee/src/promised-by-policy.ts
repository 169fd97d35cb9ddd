import type { Release } from '@rolecall/assets';
import { type JsonObject, jsonAsText } from '@rolecall/base';
import { isFound, isSparedIn, type Searched } from './found-pattern.ts';
import { factValues, type TaskInstance } from './journey.ts';
import { namedTargets } from './named-targets.ts';
import { conditionHolds, isForbidden, type PolicyView } from './policy-conditions.ts';
import { withoutSparedPromises } from './spared-promises.ts';

/** The rule of a policy that holds a sentence back. */
export interface PolicyProblem {
  readonly pattern: string;
  readonly rule: string;
}

/**
 * Looks for what a sentence promises against the policies: something of `may_promise` whose condition does not hold, or
 * something of `must_refuse`, in the state that the conversation is in. A condition that cannot be evaluated grants nothing
 * and forbids. What denies, asks or quotes promises nothing.
 * Source: capability boundaries, section 八; design, section 6, "Polarity".
 */
export function policyProblem(
  text: string,
  looked: Searched,
  view: PolicyView,
  input: string,
): PolicyProblem | undefined {
  const says = (pattern: string): boolean =>
    isFound(pattern, looked) && !isSparedIn(text, pattern, withoutSparedPromises);
  for (const { may_promise, must_refuse } of view.release.policies) {
    for (const { id, pattern, when } of may_promise) {
      if (
        says(pattern) &&
        !instancesMeant(text, input, view).every((each) => conditionHolds(when, each, view, 'granting'))
      )
        return { pattern, rule: id };
    }
    for (const { id, pattern, when } of must_refuse) {
      if (pattern === undefined || !says(pattern)) continue;
      if (when === undefined || isForbidden(when, view)) return { pattern, rule: id };
    }
  }
  return undefined;
}

/**
 * The task instances that a sentence is about: those of the targets that it names, else of those that the customer's
 * message names, else the one that was worked on last. Undefined stands for a target of which nothing is known.
 */
function instancesMeant(text: string, input: string, view: PolicyView): readonly (TaskInstance | undefined)[] {
  const named = targetsIn(text, view.release);
  const targets = named.length > 0 ? named : targetsIn(input, view.release);
  if (targets.length === 0) return [view.instances.at(-1)];
  return targets.map((target) => view.instances.findLast((instance) => holds(factValues(instance), target)));
}

function targetsIn(text: string, release: Release): readonly string[] {
  return [...new Set(Object.values(release.contracts).flatMap(({ contract }) => namedTargets(text, contract)))];
}

function holds(facts: JsonObject, target: string): boolean {
  return Object.values(facts).some((value) => value !== undefined && jsonAsText(value) === target);
}
