import { evaluate, type InstalledTask, type Subscription, subscriptionsOf } from '@rolecall/assets';
import { canonicalJson, describeError, type JsonObject, type JsonValue } from '@rolecall/base';
import type { EntryDraft, TimerChange } from '@rolecall/journal';
import type { Reply } from '../compose-reply.ts';
import type { RaisedEvent } from '../conversation-state.ts';
import { employeeEntry } from '../entries.ts';
import { namedReply } from '../event-replies.ts';
import { factValues, subjectOf, type TaskInstance } from '../journey.ts';
import { learnFacts, toldByEvent } from '../record-journey.ts';
import type { ItemAtWork } from '../round-context.ts';
import { eventBindings } from './event-bindings.ts';
import { factProblem } from './fact-problem.ts';

/** An event that has happened, under an id of its own: what was done about that id once is not done again. */
export interface Occurrence extends RaisedEvent {
  readonly id: string;
}

/** What the tasks do about an event. */
export interface SubscriptionEffects {
  readonly entries: readonly EntryDraft[];
  readonly timers: readonly TimerChange[];
  readonly replies: readonly Reply[];
}

export const NO_EFFECTS: SubscriptionEffects = { entries: [], timers: [], replies: [] };

/**
 * Runs every subscription to an event of the tasks that are installed, in their order, each once for the event's id. What
 * came of each is recorded beside its effects, so that both are written or neither. One that cannot be evaluated does
 * nothing, and keeps no other from its turn.
 * Source: capability boundaries, section 四; design, sections 6 ("Polarity") and 8.
 */
export function runSubscriptions(occurrence: Occurrence, work: ItemAtWork): SubscriptionEffects {
  if (work.state.heard.has(occurrence.id)) return NO_EFFECTS;
  return joined(
    work.context.release.tasks.flatMap((installed) =>
      subscriptionsOf(installed.task).flatMap((subscription, index) =>
        subscription.event === occurrence.event ? [runOne(occurrence, installed, subscription, index, work)] : [],
      ),
    ),
  );
}

/** True when a task of the release waits for the event. */
export function isSubscribed(event: string, { context: { release } }: Pick<ItemAtWork, 'context'>): boolean {
  return release.tasks.some(({ task }) => subscriptionsOf(task).some((each) => each.event === event));
}

/** Effects one after the other. */
export function joined(effects: readonly SubscriptionEffects[]): SubscriptionEffects {
  return {
    entries: effects.flatMap(({ entries }) => entries),
    timers: effects.flatMap(({ timers }) => timers),
    replies: effects.flatMap(({ replies }) => replies),
  };
}

type Outcome = 'done' | 'not_met' | 'no_instance' | 'failed';

interface Ran extends SubscriptionEffects {
  readonly outcome: Outcome;
  readonly instance?: string | undefined;
  readonly problem?: string | undefined;
}

function runOne(
  occurrence: Occurrence,
  installed: InstalledTask,
  subscription: Subscription,
  index: number,
  work: ItemAtWork,
): SubscriptionEffects {
  const ran = attempted(occurrence, installed, subscription, work);
  if (ran.problem !== undefined) {
    const where = `${installed.task.id}, subscription ${index} to "${occurrence.event}"`;
    work.context.onProblem?.(new Error(`${where}: ${ran.problem}`));
  }
  const record = employeeEntry('employee.subscription_ran', {
    event: occurrence.event,
    id: occurrence.id,
    task: installed.task.id,
    index,
    outcome: ran.outcome,
    instance: ran.instance ?? null,
    problem: ran.problem ?? null,
  });
  return { ...ran, entries: [record, ...ran.entries] };
}

function attempted(
  occurrence: Occurrence,
  installed: InstalledTask,
  subscription: Subscription,
  work: ItemAtWork,
): Ran {
  try {
    return run(occurrence, installed, subscription, work);
  } catch (error) {
    return failed(describeError(error));
  }
}

function run(occurrence: Occurrence, installed: InstalledTask, subscription: Subscription, work: ItemAtWork): Ran {
  const subject = subjectFor(occurrence, installed, subscription, work);
  if (!subject.ok) return failed(`subject: ${subject.problem}`);
  const present = openInstance(installed, subject.value, work);
  const facts = present ? factValues(present) : {};
  const bindings = eventBindings(occurrence.payload, facts, installed, work);
  if (subscription.when !== undefined) {
    const condition = evaluate(subscription.when, bindings);
    // A condition that cannot be evaluated does not hold.
    if (!condition.ok) return failed(`when: ${condition.error.message.en}`);
    if (condition.value !== true) return { ...NO_EFFECTS, outcome: 'not_met' };
  }
  const learned = valuesOf(subscription, installed, bindings);
  if (!learned.ok) return failed(learned.problem);
  const replies = replyOf(subscription, occurrence, work);
  const wantsInstance = subscription.start || Object.keys(learned.values).length > 0;
  if (!wantsInstance) return { ...NO_EFFECTS, replies, outcome: 'done' };
  if (!present && !subscription.start) return { ...NO_EFFECTS, replies, outcome: 'no_instance' };
  const instance = present ?? work.finder.instanceFor(installed.task.id, subject.value);
  const change = learnFacts(
    { installed, instance, facts: toldByEvent(learned.values), from: `event:${occurrence.id}` },
    work,
    work.context.clock.now(),
  );
  return { ...change, replies, outcome: 'done', instance: instance.instance };
}

function failed(problem: string): Ran {
  return { ...NO_EFFECTS, outcome: 'failed', problem };
}

type Found<Value> = ({ readonly ok: true } & Value) | { readonly ok: false; readonly problem: string };

/** Whose instance is meant: what the subscription says, else what the task says of a call with the payload as arguments. */
function subjectFor(
  occurrence: Occurrence,
  installed: InstalledTask,
  { subject }: Subscription,
  work: ItemAtWork,
): Found<{ readonly value: JsonValue }> {
  if (subject === undefined) return { ok: true, value: subjectOf(installed.task, occurrence.payload) };
  const value = evaluate(subject, eventBindings(occurrence.payload, {}, installed, work));
  return value.ok ? { ok: true, value: value.value } : { ok: false, problem: value.error.message.en };
}

function openInstance({ task }: InstalledTask, subject: JsonValue, { finder }: ItemAtWork): TaskInstance | undefined {
  const wanted = canonicalJson(subject);
  return finder
    .instances()
    .find((each) => each.task === task.id && !each.terminal && canonicalJson(each.subject) === wanted);
}

/** All facts that it writes, or why none of them is. */
function valuesOf(
  { facts }: Subscription,
  { task }: InstalledTask,
  bindings: JsonObject,
): Found<{ readonly values: JsonObject }> {
  const values: Record<string, JsonValue> = {};
  for (const [fact, source] of Object.entries(facts)) {
    const value = evaluate(source, bindings);
    if (!value.ok) return { ok: false, problem: `facts.${fact}: ${value.error.message.en}` };
    const problem = factProblem(task, fact, value.value);
    if (problem !== undefined) return { ok: false, problem: `facts.${fact}: ${problem}` };
    values[fact] = value.value;
  }
  return { ok: true, values };
}

/** A message is answered anyway. */
function replyOf({ reply }: Subscription, occurrence: Occurrence, work: ItemAtWork): readonly Reply[] {
  if (reply === undefined || occurrence.event === MESSAGE_RECEIVED) return [];
  const written = namedReply(reply, occurrence, work);
  return written ? [written] : [];
}

export const MESSAGE_RECEIVED = 'sys_message_received';
