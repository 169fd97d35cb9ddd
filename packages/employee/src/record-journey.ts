import type { BoundContract, InstalledTask } from '@rolecall/assets';
import { canonicalJson, durationMs, type JsonObject, type JsonValue } from '@rolecall/base';
import type { CallOutcome, PreparedArguments } from '@rolecall/gate';
import type { EntryDraft, TimerChange } from '@rolecall/journal';
import { employeeEntry } from './entries.ts';
import { factProblem } from './events/fact-problem.ts';
import {
  type Fact,
  factValues,
  instanceAt,
  isTerminal,
  stagesEntered,
  stageTimeout,
  subjectOf,
  type TaskInstance,
} from './journey.ts';
import { entriesOfRound, type ItemAtWork } from './round-context.ts';

/** What the journal learns about tasks. */
export interface JourneyChange {
  readonly entries: readonly EntryDraft[];
  readonly timers: readonly TimerChange[];
}

const NOTHING: JourneyChange = { entries: [], timers: [] };

/**
 * Proven arguments and the facts of a receipt become facts of the call's task instance, and its stage moves on. What is
 * in the journal already is not written again, so that a round that is begun anew adds nothing twice. A call that was
 * blocked before its subject was known changes nothing.
 */
export function journeyOf(outcome: CallOutcome, work: ItemAtWork, at: number): JourneyChange {
  const learned = learnedFrom(outcome, work);
  if (!learned || Object.keys(learned.facts).length === 0) return NOTHING;
  const { installed, from, facts } = learned;
  const instance = work.finder.instanceOf(work.state.workedIn.get(from), installed.task.id, learned.subject);
  return learnFacts({ installed, instance, facts, from }, work, at);
}

/** What a task instance comes to know, and where it comes from. */
export interface LearnedFacts {
  readonly installed: InstalledTask;
  readonly instance: TaskInstance;
  readonly facts: Readonly<Record<string, Told>>;
  /** `event:<id>`, or the operation or call. */
  readonly from: string;
}

/** Writes facts that are new into an instance, which is opened if need be, and moves its stage on. */
export function learnFacts(
  { installed, instance, from, ...learned }: LearnedFacts,
  work: ItemAtWork,
  at: number,
): JourneyChange {
  const opened = work.finder.isNew(instance) ? openedTask(installed, instance, at) : NOTHING;
  const facts: Record<string, Fact> = { ...instance.facts };
  const set: EntryDraft[] = [];
  for (const [fact, told] of Object.entries(learned.facts)) {
    const definition = installed.task.data_contract.facts[fact];
    if (told === undefined || definition === undefined) continue;
    const problem = factProblem(installed.task, fact, told.value);
    const earlier = instance.facts[fact];
    if (problem !== undefined) {
      const refused = { instance: instance.instance, fact, from, problem };
      if (!isRefused(refused, work)) set.push(employeeEntry('employee.fact_refused', refused));
    } else if (earlier === undefined || isNews(earlier, told.value, from)) {
      const fresh = factFrom(told, from, definition.expires_in, at);
      facts[fact] = fresh;
      set.push(employeeEntry('employee.fact_set', setEntry(instance.instance, fact, fresh, earlier)));
    }
  }
  const next = { ...instance, facts };
  const stages = instance.terminal ? [] : stagesAfter(installed, next, instance.stage, at);
  const stage = stages.at(-1);
  const moved = enteredStages(installed, instance, stages, at);
  work.finder.remember(
    stage === undefined
      ? next
      : { ...next, stage, terminal: isTerminal(installed.task, stage), since: new Date(at).toISOString() },
  );
  return {
    entries: [...opened.entries, ...set, ...moved.entries],
    timers: [...opened.timers, ...moved.timers],
  };
}

/** What a stage's time-out changes: nothing when the instance is no longer in that stage. */
export function timedOutStage(
  instance: TaskInstance | undefined,
  stage: string,
  tasks: readonly InstalledTask[],
  at: number,
): JourneyChange {
  const installed = tasks.find(({ task }) => task.id === instance?.task);
  if (!instance || !installed || instance.stage !== stage || instance.terminal) return NOTHING;
  const timeout = stageTimeout(installed.task, stage);
  if (!timeout) return NOTHING;
  return enteredStages(installed, instance, [timeout.next, ...stagesAfter(installed, instance, timeout.next, at)], at);
}

/** A value that was told: by an argument of a call, by its result, or by an event. */
export interface Told {
  readonly value: JsonValue;
  readonly source: 'argument' | 'result' | 'event';
  /** By proven arguments; an event proves nothing of what the customer chose. */
  readonly proven: boolean;
}

/** What an event tells. */
export function toldByEvent(facts: JsonObject): Readonly<Record<string, Told>> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([fact, value]) =>
      value === undefined ? [] : [[fact, { value, source: 'event', proven: false } as const]],
    ),
  );
}

/** Another value; or the same one told anew, where that makes it hold for longer. The same call tells nothing twice. */
function isNews(earlier: Fact, value: JsonValue, from: string): boolean {
  if (canonicalJson(earlier.value) !== canonicalJson(value)) return true;
  return earlier.expiresAt !== undefined && earlier.from !== from;
}

function factFrom({ value, source, proven }: Told, from: string, expiresIn: string | undefined, at: number): Fact {
  const lifeMs = expiresIn === undefined ? undefined : (durationMs(expiresIn) ?? 0);
  return {
    value,
    from,
    at: new Date(at).toISOString(),
    source,
    proven,
    ...(lifeMs === undefined ? {} : { expiresAt: new Date(at + lifeMs).toISOString() }),
  };
}

/** A correction leads to what it corrects. */
function setEntry(instance: string, fact: string, fresh: Fact, earlier: Fact | undefined) {
  const { at: _, ...data } = fresh;
  const isChange = earlier !== undefined && canonicalJson(earlier.value) !== canonicalJson(fresh.value);
  return {
    instance,
    fact,
    ...data,
    ...(isChange ? { replaces: { from: earlier.from, at: earlier.at ?? null } } : {}),
  };
}

/** A round that is begun anew says it once. */
function isRefused(refused: { readonly fact: string; readonly from: string }, work: ItemAtWork): boolean {
  return entriesOfRound(work).some(
    ({ kind, data }) => kind === 'employee.fact_refused' && data.fact === refused.fact && data.from === refused.from,
  );
}

interface Learned {
  readonly installed: InstalledTask;
  readonly subject: JsonValue;
  readonly facts: Readonly<Record<string, Told>>;
  readonly from: string;
}

function learnedFrom(outcome: CallOutcome, work: ItemAtWork): Learned | undefined {
  switch (outcome.kind) {
    case 'ended': {
      const { receipt } = outcome;
      const task = taskBehind(receipt.capability, work);
      // A result about somebody else's thing, or none at all, teaches nothing.
      if (!task || receipt.outcome !== 'succeeded') return undefined;
      const isProven = receipt.effect === 'write' || receipt.proven;
      const chosen = isProven ? argumentFacts(receipt.arguments, receipt.reused ?? [], undefined, task.bound) : {};
      const results = Object.entries(receipt.facts).flatMap(([fact, value]): readonly [string, Told][] =>
        value === undefined ? [] : [[fact, { value, source: 'result', proven: isProven }]],
      );
      return {
        installed: task.installed,
        subject: subjectIn(task, receipt.arguments),
        facts: { ...chosen, ...Object.fromEntries(results) },
        from: receipt.id,
      };
    }
    case 'awaiting_confirmation':
    case 'awaiting_approval': {
      const { prepared } = outcome.decision;
      const { capability, operation } = outcome.kind === 'awaiting_approval' ? outcome.request : outcome.notice;
      const task = taskBehind(capability, work);
      if (!task || !prepared) return undefined;
      return {
        installed: task.installed,
        subject: subjectIn(task, prepared.values),
        facts: argumentFacts(prepared.values, [], prepared, task.bound),
        from: operation,
      };
    }
    // A call that was blocked has taught nothing that a later one could rely on.
    case 'blocked':
      return undefined;
    default:
      return outcome satisfies never;
  }
}

interface TaskBehind {
  readonly bound: BoundContract;
  readonly installed: InstalledTask;
}

function taskBehind(capability: string, { context: { release } }: ItemAtWork): TaskBehind | undefined {
  const bound = Object.hasOwn(release.contracts, capability) ? release.contracts[capability] : undefined;
  const installed = release.tasks.find(({ task }) => task.id === bound?.task);
  return bound && installed && { bound, installed };
}

/** The gate looks for a subject before it computes system arguments; so it is looked for among the others only. */
function subjectIn({ bound, installed }: TaskBehind, values: JsonObject): JsonValue {
  const chosen = Object.entries(values).filter(([name]) => {
    const argument = bound.contract.arguments[name];
    return argument !== undefined && 'origin' in argument;
  });
  return subjectOf(installed.task, Object.fromEntries(chosen));
}

/** The arguments that name a fact, and were not filled from it; only proven ones, where their origins are known. */
function argumentFacts(
  values: JsonObject,
  reused: readonly string[],
  prepared: PreparedArguments | undefined,
  bound: Pick<BoundContract, 'contract'>,
): Readonly<Record<string, Told>> {
  const facts: Record<string, Told> = {};
  for (const [name, argument] of Object.entries(bound.contract.arguments)) {
    const value = values[name];
    if (!('origin' in argument) || argument.fact === undefined || value === undefined) continue;
    if (reused.includes(name)) continue;
    const origin = prepared?.origins.find((found) => found.argument === name);
    if (prepared && (origin === undefined || TEACHES_NOTHING.has(origin.from))) continue;
    facts[argument.fact] = { value, source: 'argument', proven: !argument.origin.includes('open') };
  }
  return facts;
}

const TEACHES_NOTHING: ReadonlySet<string> = new Set(['unproven', 'open', 'fact']);

function openedTask(installed: InstalledTask, instance: TaskInstance, at: number): JourneyChange {
  const { task, subject, stage } = instance;
  return {
    entries: [employeeEntry('employee.task_opened', { instance: instance.instance, task, subject, stage })],
    timers: stageTimer(installed, instance.instance, stage, at),
  };
}

/** Every stage that is entered stands in the journal, in order; the time-out is that of the last one. */
function enteredStages(
  installed: InstalledTask,
  { instance }: TaskInstance,
  stages: readonly string[],
  at: number,
): JourneyChange {
  const last = stages.at(-1);
  if (last === undefined) return NOTHING;
  return {
    entries: stages.map((stage) =>
      employeeEntry('employee.stage_entered', { instance, stage, terminal: isTerminal(installed.task, stage) }),
    ),
    timers: [{ op: 'clear', id: timerId(instance) }, ...stageTimer(installed, instance, last, at)],
  };
}

function stagesAfter(installed: InstalledTask, instance: TaskInstance, stage: string, at: number): readonly string[] {
  return stagesEntered(installed.task, stage, factValues(instanceAt(instance, at)), installed.configuration);
}

function stageTimer(installed: InstalledTask, instance: string, stage: string, at: number): readonly TimerChange[] {
  const timeout = stageTimeout(installed.task, stage);
  if (!timeout) return [];
  const dueAt = new Date(at + timeout.afterMs).toISOString();
  return [{ op: 'set', id: timerId(instance), dueAt, data: { purpose: 'stage', instance, stage } }];
}

function timerId(instance: string): string {
  return `stage:${instance}`;
}
