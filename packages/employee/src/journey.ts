import { evaluate, type InstalledTask, type TaskPackage, usedPaths } from '@rolecall/assets';
import { canonicalJson, durationMs, type JsonObject, type JsonValue, newId } from '@rolecall/base';
import type { KnownFact, TaskState } from '@rolecall/gate';

/** A fact of a task instance: what it is, and where and when it came from. */
export interface Fact {
  readonly value: JsonValue;
  /** The call or operation that taught it. */
  readonly from: string;
  readonly at?: string | undefined;
  readonly source?: 'argument' | 'result' | 'event' | undefined;
  readonly proven?: boolean | undefined;
  /** From then on it is no fact any more. */
  readonly expiresAt?: string | undefined;
}

/** A task at work for one subject. In a stage that leads nowhere it is over, and a new call opens a new one. */
export interface TaskInstance {
  readonly instance: string;
  readonly task: string;
  readonly subject: JsonValue;
  readonly stage: string;
  readonly terminal: boolean;
  /** Since when it is in its stage. */
  readonly since?: string | undefined;
  readonly facts: Readonly<Record<string, Fact>>;
}

/** The instance with the facts that hold at a time: one that has expired is none. */
export function instanceAt(instance: TaskInstance, now: number): TaskInstance {
  const entries = Object.entries(instance.facts);
  const live = entries.filter(([, { expiresAt }]) => expiresAt === undefined || Date.parse(expiresAt) > now);
  return live.length === entries.length ? instance : { ...instance, facts: Object.fromEntries(live) };
}

/** The plain values of an instance's facts, as expressions see them. */
export function factValues(instance: Pick<TaskInstance, 'facts'>): JsonObject {
  return Object.fromEntries(Object.entries(instance.facts).map(([name, fact]) => [name, fact.value]));
}

/** What a task is about, in the words of its contract: one instance per value. `null` when it has no subject or cannot be told. */
export function subjectOf(task: TaskPackage, values: JsonObject): JsonValue {
  if (task.task_contract.subject === undefined) return null;
  const subject = evaluate(task.task_contract.subject, { args: values });
  return subject.ok ? (subject.value as JsonValue) : null;
}

/** The stage that follows from the facts: the last of those that are entered, else the same one. */
export function stageFor(task: TaskPackage, stage: string, facts: JsonObject, configuration: JsonObject): string {
  return stagesEntered(task, stage, facts, configuration).at(-1) ?? stage;
}

/**
 * The stages that are entered one after the other: moves on while a stage's `complete_when` holds, and skips none. An
 * expression that cannot be evaluated does not complete a stage. Each stage is left once at most, so a circle ends. A stage
 * that the task no longer has stays as it is.
 */
export function stagesEntered(
  task: TaskPackage,
  stage: string,
  facts: JsonObject,
  configuration: JsonObject,
): readonly string[] {
  const left = new Set<string>();
  const entered: string[] = [];
  let current = stage;
  while (!left.has(current)) {
    left.add(current);
    const definition = task.journey_contract.stages.find(({ id }) => id === current);
    if (definition?.complete_when === undefined || definition.next === undefined) break;
    const complete = evaluate(definition.complete_when, { facts, configuration });
    if (!complete.ok || complete.value !== true) break;
    current = definition.next;
    entered.push(current);
  }
  return entered;
}

/** Facts that the instance's stage waits for: those its `complete_when` looks at and that are not there. */
export function missingFacts(task: TaskPackage, instance: TaskInstance): readonly string[] {
  const condition = task.journey_contract.stages.find(({ id }) => id === instance.stage)?.complete_when;
  if (condition === undefined) return [];
  return Object.keys(task.data_contract.facts).filter(
    (fact) => usedPaths(condition).has(`facts.${fact}`) && !Object.hasOwn(instance.facts, fact),
  );
}

/** True for a stage that leads nowhere. */
export function isTerminal(task: TaskPackage, stage: string): boolean {
  return task.journey_contract.stages.find(({ id }) => id === stage)?.next === undefined;
}

/** When a stage times out, and where to. */
export function stageTimeout(
  task: TaskPackage,
  stage: string,
): { readonly afterMs: number; readonly next: string } | undefined {
  const timeout = task.journey_contract.stages.find(({ id }) => id === stage)?.on_timeout;
  const afterMs = timeout && durationMs(timeout.after);
  return timeout && afterMs !== undefined ? { afterMs, next: timeout.next } : undefined;
}

/**
 * Of a task whose subject tells instances apart, the facts of one are known only to a call that names it; and only what was
 * proven fills an argument.
 */
function knownFacts(
  task: TaskPackage | undefined,
  instance: TaskInstance,
  subject: JsonValue | undefined,
): Readonly<Record<string, KnownFact>> {
  if (!task || (task.task_contract.subject !== undefined && (subject === undefined || subject === null))) return {};
  return Object.fromEntries(
    Object.entries(instance.facts).flatMap(([name, { value, from, at, proven }]) =>
      proven === true && at !== undefined ? [[name, { value, from, at }]] : [],
    ),
  );
}

/**
 * Finds the instance in which a call works: an open one of the same subject, else a new one. A new one stays the same for
 * the rest of the round, and is recorded once something came of it.
 */
export function createInstanceFinder(
  tasks: readonly InstalledTask[],
  recorded: readonly TaskInstance[],
  /** Facts expire by it; none does without it. */
  now: () => number = () => Number.NEGATIVE_INFINITY,
) {
  const known = new Map(recorded.map((instance) => [instance.instance, instance]));
  const begun = new Map<string, TaskInstance>();

  function begin(taskId: string, subject: JsonValue, instance: string): TaskInstance {
    const stage = taskOf(tasks, taskId)?.task.journey_contract.stages[0]?.id ?? '';
    const fresh: TaskInstance = { instance, task: taskId, subject, stage, terminal: false, facts: {} };
    begun.set(fresh.instance, fresh);
    return fresh;
  }

  function instanceFor(taskId: string, subject: JsonValue): TaskInstance {
    const wanted = canonicalJson(subject);
    for (const instance of [...known.values(), ...begun.values()]) {
      if (instance.task === taskId && !instance.terminal && canonicalJson(instance.subject) === wanted) return instance;
    }
    return begin(taskId, subject, newId('task'));
  }

  return {
    instanceFor,
    /**
     * The instance in which a call was decided, though it may have ended since; it is begun here when nothing of it has
     * been written.
     */
    instanceOf(id: string | undefined, taskId: string, subject: JsonValue): TaskInstance {
      if (id === undefined) return instanceFor(taskId, subject);
      return known.get(id) ?? begun.get(id) ?? begin(taskId, subject, id);
    },
    /** True when the instance is not yet in the journal. */
    isNew: (instance: TaskInstance): boolean => !known.has(instance.instance),
    /** Takes note of an instance as the journal has it now. The one that changed last stands last. */
    remember(instance: TaskInstance): void {
      begun.delete(instance.instance);
      known.delete(instance.instance);
      known.set(instance.instance, instance);
    },
    /** All that the journal has, with what this round added, and the facts that hold now. */
    instances: (): readonly TaskInstance[] => [...known.values()].map((instance) => instanceAt(instance, now())),
    /** The state a decision sees: the instance's facts and those that the call's proven arguments become. */
    stateFor(taskId: string, provenFacts: JsonObject, subject: JsonValue | undefined): TaskState {
      const instance = instanceAt(instanceFor(taskId, subject ?? null), now());
      const installed = taskOf(tasks, taskId);
      const known = knownFacts(installed?.task, instance, subject);
      const facts = { ...factValues(instance), ...provenFacts };
      const stage = installed
        ? stageFor(installed.task, instance.stage, facts, installed.configuration)
        : instance.stage;
      return {
        instance: instance.instance,
        task: taskId,
        stage,
        facts: facts as Record<string, JsonValue>,
        recorded: instance.facts,
        ...(Object.keys(known).length === 0 ? {} : { known }),
      };
    },
  };
}

export type InstanceFinder = ReturnType<typeof createInstanceFinder>;

function taskOf(tasks: readonly InstalledTask[], id: string): InstalledTask | undefined {
  return tasks.find(({ task }) => task.id === id);
}
