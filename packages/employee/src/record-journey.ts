import type { BoundContract, InstalledTask } from '@rolecall/assets';
import { canonicalJson, type JsonObject, type JsonValue } from '@rolecall/base';
import type { CallOutcome, PreparedArguments } from '@rolecall/gate';
import type { EntryDraft, TimerChange } from '@rolecall/journal';
import { employeeEntry } from './entries.ts';
import { type Fact, factValues, isTerminal, stageFor, stageTimeout, subjectOf, type TaskInstance } from './journey.ts';
import type { ItemAtWork } from './round-context.ts';

/** What the journal learns about tasks from one call. */
export interface JourneyChange {
  readonly entries: readonly EntryDraft[];
  readonly timers: readonly TimerChange[];
}

/**
 * Proven arguments and the facts of a receipt become facts of the call's task instance, and its stage moves on. A call
 * that was blocked before its subject was known changes nothing.
 */
export function journeyOf(outcome: CallOutcome, work: ItemAtWork, at: number): JourneyChange {
  const found = learnedFrom(outcome, work);
  if (!found || Object.keys(found.facts).length === 0) return { entries: [], timers: [] };
  const { installed, facts, from } = found;
  const instance = work.finder.instanceFor(installed.task.id, found.subject);
  const entries: EntryDraft[] = [];
  const timers: TimerChange[] = [];
  if (work.finder.isNew(instance)) {
    entries.push(
      employeeEntry('employee.task_opened', {
        instance: instance.instance,
        task: instance.task,
        subject: instance.subject,
        stage: instance.stage,
      }),
    );
    timers.push(...stageTimer(installed, instance.instance, instance.stage, at));
  }
  const learned: Record<string, Fact> = { ...instance.facts };
  for (const [fact, value] of Object.entries(facts)) {
    if (value === undefined || installed.task.data_contract.facts[fact] === undefined) continue;
    if (canonicalJson(instance.facts[fact]?.value ?? null) === canonicalJson(value)) continue;
    learned[fact] = { value, from };
    entries.push(employeeEntry('employee.fact_set', { instance: instance.instance, fact, value, from }));
  }
  const stage = stageFor(installed.task, instance.stage, factValues({ facts: learned }), installed.configuration);
  const terminal = isTerminal(installed.task, stage);
  if (stage !== instance.stage) {
    entries.push(employeeEntry('employee.stage_entered', { instance: instance.instance, stage, terminal }));
    timers.push(
      { op: 'clear', id: timerId(instance.instance) },
      ...stageTimer(installed, instance.instance, stage, at),
    );
  }
  work.finder.remember({ ...instance, facts: learned, stage, terminal });
  return { entries, timers };
}

interface Learned {
  readonly installed: InstalledTask;
  readonly subject: JsonValue;
  readonly facts: JsonObject;
  readonly from: string;
}

function learnedFrom(outcome: CallOutcome, work: ItemAtWork): Learned | undefined {
  const { release } = work.context;
  const capability =
    outcome.kind === 'ended'
      ? outcome.receipt.capability
      : outcome.kind === 'awaiting_confirmation'
        ? outcome.notice.capability
        : outcome.capability;
  const bound = release.contracts[capability];
  const installed = release.tasks.find(({ task }) => task.id === bound?.task);
  if (!bound || !installed) return undefined;
  if (outcome.kind === 'ended') {
    const { receipt } = outcome;
    const subject = subjectOf(installed.task, receipt.arguments);
    // A result about somebody else's thing, or none at all, teaches nothing.
    const proven =
      receipt.effect === 'write' || receipt.proven ? argumentFacts(receipt.arguments, undefined, bound) : {};
    const facts = receipt.outcome === 'succeeded' ? { ...proven, ...receipt.facts } : {};
    return { installed, subject, facts, from: receipt.id };
  }
  // A call that was blocked has taught nothing that a later one could rely on.
  if (outcome.kind === 'blocked' || !outcome.decision.prepared) return undefined;
  const { prepared } = outcome.decision;
  return {
    installed,
    subject: subjectOf(installed.task, prepared.values),
    facts: argumentFacts(prepared.values, prepared, bound),
    from: outcome.notice.operation,
  };
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

function stageTimer(installed: InstalledTask, instance: string, stage: string, at: number): readonly TimerChange[] {
  const timeout = stageTimeout(installed.task, stage);
  if (!timeout) return [];
  return [
    {
      op: 'set',
      id: timerId(instance),
      dueAt: new Date(at + timeout.afterMs).toISOString(),
      data: { purpose: 'stage', instance, stage },
    },
  ];
}

function timerId(instance: string): string {
  return `stage:${instance}`;
}

/** What a stage's time-out changes, if the instance is still in it. */
export function timedOutStage(
  instance: TaskInstance | undefined,
  stage: string,
  tasks: readonly InstalledTask[],
): readonly EntryDraft[] {
  const installed = tasks.find(({ task }) => task.id === instance?.task);
  if (!instance || !installed || instance.stage !== stage || instance.terminal) return [];
  const timeout = stageTimeout(installed.task, stage);
  if (!timeout) return [];
  return [
    employeeEntry('employee.stage_entered', {
      instance: instance.instance,
      stage: timeout.next,
      terminal: isTerminal(installed.task, timeout.next),
    }),
  ];
}
