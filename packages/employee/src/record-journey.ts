import type { BoundContract, InstalledTask } from '@rolecall/assets';
import { canonicalJson, type JsonObject, type JsonValue } from '@rolecall/base';
import type { CallOutcome, PreparedArguments } from '@rolecall/gate';
import type { EntryDraft, TimerChange } from '@rolecall/journal';
import { employeeEntry } from './entries.ts';
import { type Fact, factValues, isTerminal, stageFor, stageTimeout, subjectOf, type TaskInstance } from './journey.ts';
import type { ItemAtWork } from './round-context.ts';

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
  readonly facts: JsonObject;
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
  for (const [fact, value] of Object.entries(learned.facts)) {
    if (value === undefined || installed.task.data_contract.facts[fact] === undefined) continue;
    if (canonicalJson(instance.facts[fact]?.value ?? null) === canonicalJson(value)) continue;
    facts[fact] = { value, from };
    set.push(employeeEntry('employee.fact_set', { instance: instance.instance, fact, value, from }));
  }
  const next = { ...instance, facts };
  const stage = instance.terminal ? instance.stage : stageAfter(installed, next, instance.stage);
  const moved = stage === instance.stage ? NOTHING : enteredStage(installed, instance, stage, at);
  work.finder.remember({
    ...next,
    stage,
    terminal: moved === NOTHING ? instance.terminal : isTerminal(installed.task, stage),
  });
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
  return enteredStage(installed, instance, stageAfter(installed, instance, timeout.next), at);
}

interface Learned {
  readonly installed: InstalledTask;
  readonly subject: JsonValue;
  readonly facts: JsonObject;
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
      const proven = isProven ? argumentFacts(receipt.arguments, undefined, task.bound) : {};
      return {
        installed: task.installed,
        subject: subjectIn(task, receipt.arguments),
        facts: { ...proven, ...receipt.facts },
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
        facts: argumentFacts(prepared.values, prepared, task.bound),
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

/** The arguments that name a fact; only proven ones, where their origins are known. */
function argumentFacts(
  values: JsonObject,
  prepared: PreparedArguments | undefined,
  bound: Pick<BoundContract, 'contract'>,
): JsonObject {
  const facts: Record<string, JsonValue> = {};
  for (const [name, argument] of Object.entries(bound.contract.arguments)) {
    const value = values[name];
    if (!('origin' in argument) || argument.fact === undefined || value === undefined) continue;
    const origin = prepared?.origins.find((found) => found.argument === name);
    if (prepared && (origin === undefined || origin.from === 'unproven' || origin.from === 'open')) continue;
    facts[argument.fact] = value;
  }
  return facts;
}

function openedTask(installed: InstalledTask, instance: TaskInstance, at: number): JourneyChange {
  const { task, subject, stage } = instance;
  return {
    entries: [employeeEntry('employee.task_opened', { instance: instance.instance, task, subject, stage })],
    timers: stageTimer(installed, instance.instance, stage, at),
  };
}

function enteredStage(installed: InstalledTask, { instance }: TaskInstance, stage: string, at: number): JourneyChange {
  const terminal = isTerminal(installed.task, stage);
  return {
    entries: [employeeEntry('employee.stage_entered', { instance, stage, terminal })],
    timers: [{ op: 'clear', id: timerId(instance) }, ...stageTimer(installed, instance, stage, at)],
  };
}

function stageAfter(installed: InstalledTask, instance: Pick<TaskInstance, 'facts'>, stage: string): string {
  return stageFor(installed.task, stage, factValues(instance), installed.configuration);
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
