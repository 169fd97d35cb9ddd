import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';

/** The businesses of the benchmark that have an example. */
export const TAU_DOMAINS = ['retail', 'airline'] as const;
export type TauDomain = (typeof TAU_DOMAINS)[number];

/** One call that a task's author, a case or a recorded model made. */
export interface TauCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A task: what the customer knows and wants, and the calls that serve them. */
export interface TauTask {
  readonly id: string;
  readonly user: {
    readonly reason_for_call?: string | null;
    readonly known_info?: string | null;
    readonly unknown_info?: string | null;
    readonly task_instructions?: string | null;
  };
  readonly goldActions?: readonly TauCall[] | undefined;
}

/** What the gold calls of a task really gave, one step a call. */
export interface TauRecording {
  readonly taskId: string;
  readonly steps: readonly {
    readonly id: string;
    readonly name: string;
    readonly result?: string | undefined;
    readonly error?: string | undefined;
  }[];
  readonly dbDiff: readonly {
    readonly op: 'add' | 'remove' | 'replace';
    readonly path: string;
    readonly value?: JsonValue | undefined;
  }[];
}

/** A single call, and whether the policy lets it through. */
export interface TauCase {
  readonly id: string;
  readonly authenticatedUser: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly priorCalls?: readonly TauCall[] | undefined;
  readonly expected: 'allow' | 'deny' | 'review';
  readonly violation?: string | undefined;
}

/** A recorded conversation of a model with a simulated customer. */
export interface TauTrajectory {
  readonly taskId: string | number;
  readonly trial: number;
  readonly writes: readonly (TauCall & { readonly ok: boolean; readonly inGold: boolean })[];
  readonly messages: readonly TauMessage[];
}

export type TauMessage =
  | { readonly role: 'user' | 'assistant'; readonly content?: string; readonly toolCalls?: readonly TauCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly name: string };

/** All that the benchmark has for one domain. Lists are empty where a file is not there. */
export interface TauData {
  readonly database: string;
  readonly records: JsonObject;
  readonly tasks: readonly TauTask[];
  readonly recordings: ReadonlyMap<string, TauRecording>;
  readonly cases: readonly TauCase[];
  readonly trajectories: readonly TauTrajectory[];
}

/** Reads the data of a domain: `folder` is the domain's own, or holds it. Throws `bench_data_missing`. */
export function readTauData(folder: string, domain: TauDomain): TauData {
  const own = [join(folder, domain), join(folder, 'tau', domain), folder].find((each) =>
    existsSync(join(each, 'db.json')),
  );
  if (own === undefined) throw dataMissing(folder, domain);
  const database = join(own, 'db.json');
  const recordings = readLines<TauRecording>(join(own, 'recordings.jsonl'));
  return {
    database,
    records: JSON.parse(readFileSync(database, 'utf8')) as JsonObject,
    tasks: readTasks(join(own, 'tasks.json')),
    recordings: new Map(recordings.map((recording) => [recording.taskId, recording])),
    cases: readLines(join(own, 'contract-cases.jsonl')),
    trajectories: readLines(join(own, 'trajectories-gpt4o.jsonl')),
  };
}

function readTasks(file: string): readonly TauTask[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly TauTask[]) : [];
}

function readLines<Line>(file: string): readonly Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Line);
}

function dataMissing(folder: string, domain: TauDomain): RolecallError {
  return new RolecallError({
    code: 'bench_data_missing',
    at: { file: folder },
    message: {
      en: `There is no ${domain}/db.json of τ²-bench in ${folder}.`,
      zh: `${folder} 里没有 τ²-bench 的 ${domain}/db.json。`,
    },
    hint: {
      en: `Name the folder with --data; examples/tau-${domain}/README.md says where the data come from.`,
      zh: `用 --data 写明文件夹；数据从哪里来，见 examples/tau-${domain}/README.md。`,
    },
  });
}
