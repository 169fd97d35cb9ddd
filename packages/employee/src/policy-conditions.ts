import { type BusinessPolicy, type DeclaredTypes, evaluate, type Release, typeOfSchema } from '@rolecall/assets';
import { type JsonObject, textIn, timestampOf } from '@rolecall/base';
import { contactSeen } from '@rolecall/gate';
import { isFound, isSparedIn, searched } from './found-pattern.ts';
import { factValues, type TaskInstance } from './journey.ts';
import type { ItemAtWork } from './round-context.ts';
import { withoutDeclinedWishes } from './spared-promises.ts';

/**
 * What a condition is for, and so what becomes of one that cannot be evaluated: it grants nothing, and it forbids.
 * Source: design, section 6, "Polarity".
 */
export type Polarity = 'granting' | 'forbidding';

/** What the conditions of a policy look at. */
export interface PolicyView {
  readonly release: Release;
  /** `contact`, `conversation`, `employee` and `now`, as expressions see them. */
  readonly bindings: JsonObject;
  /** The task instances of the conversation; the one that changed last stands last. */
  readonly instances: readonly TaskInstance[];
}

/** The conversation as a policy sees it just now. */
export function policyViewOf(work: ItemAtWork): PolicyView {
  const { contact, conversation, release, clock } = work.context;
  const { id, grants, time_zone, display_name } = release.employee;
  return {
    release,
    bindings: {
      contact: contactSeen(contact, work.state.identity),
      conversation: { id: conversation.id, channel: conversation.channel },
      employee: { id, grants, time_zone, display_name: textIn(display_name, work.language) },
      now: timestampOf(clock),
    },
    instances: work.finder.instances(),
  };
}

/** Whether a condition holds over the facts of one task instance, or over none. */
export function conditionHolds(
  when: string,
  instance: TaskInstance | undefined,
  view: PolicyView,
  polarity: Polarity,
): boolean {
  const facts = instance ? factValues(instance) : {};
  const found = evaluate(when, { ...view.bindings, facts }, { types: factTypes(instance, view.release) });
  if (!found.ok) return polarity === 'forbidding';
  return polarity === 'forbidding' ? found.value !== false : found.value === true;
}

/**
 * Whether a forbidding condition holds anywhere: over the facts of an open task instance, each looked at by itself, or over
 * no facts where none is open.
 */
export function isForbidden(when: string, view: PolicyView): boolean {
  const open = view.instances.filter(({ terminal }) => !terminal);
  return (open.length === 0 ? [undefined] : open).some((each) => conditionHolds(when, each, view, 'forbidding'));
}

/** A rule that forbids: `must_refuse` and `hand_over_when`. */
export type ForbiddingRule = Pick<BusinessPolicy['must_refuse'][number], 'pattern' | 'when'>;

/**
 * Whether a rule of `must_refuse` or `hand_over_when` is met by what the customer wrote (where it has a `pattern`) in the
 * state that the conversation is in (where it has a `when`); with both, by both.
 */
export function isRuleMet({ pattern, when }: ForbiddingRule, text: string, view: PolicyView): boolean {
  return (pattern === undefined || asksFor(pattern, text)) && (when === undefined || isForbidden(when, view));
}

/**
 * Whether a customer's words ask for what a pattern describes. That they do not want it is no asking; a pattern that
 * cannot be evaluated is asked for by every word.
 */
export function asksFor(pattern: string, text: string): boolean {
  return isFound(pattern, searched(text)) && !isSparedIn(text, pattern, withoutDeclinedWishes);
}

function factTypes(instance: TaskInstance | undefined, release: Release): DeclaredTypes | undefined {
  const task = instance && release.tasks.find((installed) => installed.task.id === instance.task)?.task;
  if (!task) return undefined;
  const facts = Object.entries(task.data_contract.facts).map(([name, { schema }]) => [name, schema]);
  return { facts: typeOfSchema({ type: 'object', properties: Object.fromEntries(facts) }) };
}
