import { isJsonObject, type JsonValue } from '@rolecall/base';
import { openSession } from '../gate-session.ts';
import type { BenchClock } from './bench-clock.ts';
import { completeArguments } from './complete-arguments.ts';
import { hasRun, playWrite, sameRecord, whyNot } from './play-write.ts';
import type { TauBusiness } from './tau-business.ts';
import type { TauCall, TauData, TauRecording, TauTask } from './tau-data.ts';
import { customerOf, wordsOf } from './tau-party.ts';

/** A gold write that did not go as it is recorded. */
export interface GoldProblem {
  readonly task: string;
  readonly tool: string;
  readonly arguments: TauCall['arguments'];
  readonly why: string;
}

/** What became of the recorded gold writes. */
export interface GoldReport {
  /** Those that succeeded upstream. */
  readonly writes: number;
  /** Let through, and ended as recorded. */
  readonly allowed: number;
  readonly wronglyBlocked: readonly GoldProblem[];
  /** Failed upstream by themselves, with what the gate or the system says here. */
  readonly failedUpstream: readonly GoldProblem[];
}

/** One recorded gold write with the scene before it. */
export interface GoldWrite {
  readonly task: TauTask;
  readonly call: TauCall;
  readonly capability: string;
  readonly customer: string;
  readonly recorded: TauRecording['steps'][number];
  /** Gold writes of the same task that come before it. */
  readonly before: readonly TauCall[];
}

/** Every gold write of the tasks, in order. */
export function goldWrites(business: TauBusiness, data: TauData): readonly GoldWrite[] {
  return data.tasks.flatMap((task) => {
    const recording = data.recordings.get(task.id);
    const before: TauCall[] = [];
    return (task.goldActions ?? []).flatMap((call) => {
      const capability = writeCapability(business, call.name);
      if (capability === undefined) return [];
      // Where nothing is recorded the write must still be let through; there is only nothing to compare it with.
      const recorded = recording?.steps.find(({ id }) => id === call.id) ?? { id: call.id ?? '', name: call.name };
      const customer = customerOf(call, data) ?? 'nobody_0000';
      const write = { task, call, capability, customer, recorded, before: [...before] };
      before.push(call);
      return [write];
    });
  });
}

function writeCapability({ release, capabilityOf }: TauBusiness, tool: string): string | undefined {
  const capability = capabilityOf(tool);
  const contract = capability === undefined ? undefined : release.contracts[capability]?.contract;
  // Handing over is no write to the benchmark's database.
  return contract?.effect === 'write' && contract.confirmation ? capability : undefined;
}

/** Plays every task's gold writes in order, each as a customer would confirm it, and compares each with its recording. */
export async function replayGold(business: TauBusiness, data: TauData, clock: BenchClock): Promise<GoldReport> {
  const wronglyBlocked: GoldProblem[] = [];
  const failedUpstream: GoldProblem[] = [];
  const writes = goldWrites(business, data);
  const byTask = Map.groupBy(writes, ({ task }) => task.id);
  for (const ofTask of byTask.values()) {
    await business.restore();
    clock.reset();
    const problems = await replayTask(business, data, clock, ofTask);
    wronglyBlocked.push(...problems.wronglyBlocked);
    failedUpstream.push(...problems.failedUpstream);
  }
  const count = writes.filter(({ recorded }) => recorded.error === undefined).length;
  return { writes: count, allowed: count - wronglyBlocked.length, wronglyBlocked, failedUpstream };
}

async function replayTask(
  business: TauBusiness,
  data: TauData,
  clock: BenchClock,
  writes: readonly GoldWrite[],
): Promise<Pick<GoldReport, 'wronglyBlocked' | 'failedUpstream'>> {
  const wronglyBlocked: GoldProblem[] = [];
  const failedUpstream: GoldProblem[] = [];
  const [first] = writes;
  if (!first) return { wronglyBlocked, failedUpstream };
  const party = { rules: business, resources: business.resources, clock, contact: first.customer };
  const session = await openSession({ ...party, said: wordsOf(first.task) });
  for (const { task, call, capability, recorded } of writes) {
    const scout = await openSession({ ...party, said: wordsOf(task) });
    const args = await completeArguments(business, scout, capability, call.arguments);
    const { outcome } = await playWrite(business, session, scout, capability, args);
    const problem = (why: string): GoldProblem => ({ task: task.id, tool: call.name, arguments: call.arguments, why });
    if (recorded.error !== undefined)
      failedUpstream.push(problem(`upstream: ${recorded.error}; here: ${whyNot(outcome)}`));
    else if (!hasRun(outcome)) wronglyBlocked.push(problem(whyNot(outcome)));
    else if (!endedAsRecorded(business, recorded)) wronglyBlocked.push(problem('ran, and the record is another one'));
  }
  const [last] = writes.slice(-1);
  if (last && wronglyBlocked.length === 0) {
    const differing = await differences(business, data, last.task.id);
    const why = `the end state differs from the recording: ${differing.join(', ')}`;
    if (differing.length > 0)
      wronglyBlocked.push({ task: last.task.id, tool: last.call.name, arguments: last.call.arguments, why });
  }
  return { wronglyBlocked, failedUpstream };
}

function endedAsRecorded(business: TauBusiness, recorded: TauRecording['steps'][number]): boolean {
  const answer = business.lastAnswer();
  const found = answer?.status === 'answered' ? answer.structured : undefined;
  const wanted = parsed(recorded.result);
  // What a tool only says in a sentence stands in the end state of the task.
  return !isJsonObject(wanted) || sameRecord(found, wanted);
}

function parsed(text: string | undefined): JsonValue | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** The recorded end state of a task against the system's, path by path. */
async function differences(business: TauBusiness, data: TauData, task: string): Promise<readonly string[]> {
  const diff = data.recordings.get(task)?.dbDiff ?? [];
  const values = await business.valuesAt(diff.map(({ path }) => path.split('/')));
  return diff.flatMap(({ path, value }, index) => (sameRecord(values[index] ?? null, value ?? null) ? [] : [path]));
}
