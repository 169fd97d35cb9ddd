import type { RoundContext } from '@rolecall/employee';
import { type BenchOptions, deskRelease, type EmployeeBench, openBench } from '@rolecall/employee/testing';
import type { RoundOptions } from '@rolecall/kernel';
import { packOf, type Script } from '@rolecall/kernel/testing';
import { shareOf } from '../load-definition.ts';
import { modelOptionsOf } from '../model-options.ts';
import { voiceOfPack } from '../voice-of-pack.ts';

export interface EmployeeSetting extends Pick<BenchOptions, 'isOneProcess'> {
  readonly edit?: (files: Record<string, string>) => void;
  readonly context?: Partial<RoundContext>;
  readonly options?: Partial<RoundOptions>;
}

/** The library's desk at work for a role pack with this strategy, wired as in a workspace. */
export async function employeeUnder(
  strategy: object,
  script: Script,
  { edit, context, options, isOneProcess = false }: EmployeeSetting = {},
): Promise<EmployeeBench> {
  const pack = await packOf(strategy);
  return openBench({
    script,
    isOneProcess,
    release: deskRelease(edit, shareOf(pack)),
    context: {
      voice: voiceOfPack(pack, undefined),
      modelOptions: { ...modelOptionsOf(pack.strategy, { models: { windows: {} } }, 'scripted/model'), ...options },
      ...context,
    },
  });
}
