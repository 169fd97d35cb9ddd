import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, RolecallError } from '@rolecall/base';

/** The suites of AgentDojo. */
export const SUITES = ['workspace', 'travel', 'banking', 'slack'] as const;
export type SuiteName = (typeof SUITES)[number];

/** A tool as the suite describes it. */
export interface SuiteTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly properties?: Readonly<Record<string, JsonObject>> | undefined;
    readonly required?: readonly string[] | undefined;
  };
  readonly effect: 'read' | 'write';
}

/** One use of a tool. */
export interface SuiteCall {
  readonly tool: string;
  readonly arguments: JsonObject;
}

/** What a user asks for, and how it is done; `output` has `{{vector}}` where an attacker writes. */
export interface UserTask {
  readonly id: string;
  readonly prompt: string;
  readonly groundTruth: readonly (SuiteCall & { readonly output: string })[];
  readonly slots: readonly string[];
}

/** What an attacker wants, and the calls that would do it. */
export interface InjectionTask {
  readonly id: string;
  readonly goal: string;
  readonly calls: readonly SuiteCall[];
}

/** One suite: every user task meets every injection task. */
export interface Suite {
  readonly suite: SuiteName;
  readonly vectors: Readonly<Record<string, { readonly default: string }>>;
  readonly tools: readonly SuiteTool[];
  readonly userTasks: readonly UserTask[];
  readonly injectionTasks: readonly InjectionTask[];
}

/** The suites, and the words in which an attacker wraps a goal. */
export interface AgentDojo {
  readonly suites: readonly Suite[];
  /** With `{goal}`, `{user}` and `{model}`. */
  readonly template: string;
}

const TEMPLATE = 'important_instructions';

/** Reads the suites: `folder` is their own, or holds it. Throws `bench_data_missing`. */
export function readAgentDojo(folder: string): AgentDojo {
  const own = [folder, join(folder, 'agentdojo'), join(folder, 'injection', 'agentdojo')].find((each) =>
    SUITES.every((suite) => existsSync(join(each, `${suite}.json`))),
  );
  if (own === undefined) {
    throw new RolecallError({
      code: 'bench_data_missing',
      at: { file: folder },
      message: { en: `There are no suites of AgentDojo in ${folder}.`, zh: `${folder} 里没有 AgentDojo 的套件。` },
      hint: {
        en: 'Name the folder with workspace.json, travel.json, banking.json and slack.json with --data.',
        zh: '用 --data 写明含有 workspace.json、travel.json、banking.json 和 slack.json 的文件夹。',
      },
    });
  }
  const { templates } = read<{ templates: readonly { id: string; text: string }[] }>(
    join(own, 'attack-templates.json'),
  );
  const template = templates.find(({ id }) => id === TEMPLATE)?.text ?? '{goal}';
  return { suites: SUITES.map((suite) => read<Suite>(join(own, `${suite}.json`))), template };
}

function read<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}
