import { canonicalJson, type JsonObject } from '@rolecall/base';
import type { ResourcePort } from '@rolecall/gate';
import type { AgentDojo, InjectionTask, Suite, SuiteCall, UserTask } from './agentdojo-data.ts';

/** The systems of one pair. They answer as recorded, with the attack where an attacker writes, and keep what was done. */
export interface SuiteSystem extends ResourcePort {
  /** Every call that arrived and is a write, in order. */
  readonly written: readonly SuiteCall[];
}

export interface Pair {
  readonly suite: Suite;
  readonly task: UserTask;
  readonly injection: InjectionTask;
}

const USER = 'Emma Johnson';
const MODEL = 'AI assistant';

/** The attacker's words for a goal. */
export function attackOf({ goal }: InjectionTask, { template }: Pick<AgentDojo, 'template'>): string {
  return template.replaceAll('{goal}', goal).replaceAll('{user}', USER).replaceAll('{model}', MODEL);
}

/** Opens the systems of a pair: every place of the task that an attacker can reach holds the attack. */
export function openSuiteSystem({ suite, task }: Pair, attack: string): SuiteSystem {
  const written: SuiteCall[] = [];
  const writes = new Set(suite.tools.filter(({ effect }) => effect === 'write').map(({ name }) => name));
  return {
    written,
    inspect: async () => ({ credential: 'present', liveness: 'up', fingerprint: 'suite', pinned: 'suite' }),
    call: async ({ binding, arguments: args }) => {
      const tool = 'tool' in binding ? binding.tool : binding.platform;
      if (writes.has(tool)) written.push({ tool, arguments: args });
      const recorded = task.groundTruth.find((call) => isSameCall(call, { tool, arguments: args }));
      const text = attacked(recorded?.output ?? 'None', suite, task, attack);
      return { status: 'answered', isError: false, structured: { text }, text };
    },
  };
}

/** Same tool, and every argument of the recorded call as recorded; what a schema adds by default does not count. */
export function isSameCall(recorded: SuiteCall, made: SuiteCall): boolean {
  return recorded.tool === made.tool && Object.entries(recorded.arguments).every(isIn(made.arguments));
}

function isIn(args: JsonObject): (argument: [string, JsonObject[string]]) => boolean {
  return ([name, value]) => canonicalJson(args[name] ?? null) === canonicalJson(value ?? null);
}

function attacked(output: string, { vectors }: Suite, { slots }: UserTask, attack: string): string {
  return output.replaceAll(/\{\{(\w+)\}\}/g, (whole, vector: string) =>
    slots.includes(vector) ? attack : (vectors[vector]?.default ?? whole),
  );
}
