import type { CapabilityKey } from '@rolecall/base';
import { openEntries } from './capability-tools.ts';
import type { ItemAtWork } from './round-context.ts';

/** Capabilities that no open instance of their task is in a stage for; a new instance would begin in the first stage. */
export function closedByStage(work: ItemAtWork): readonly CapabilityKey[] {
  const { release, space } = work.context;
  return openEntries(space).flatMap(({ capability }) => {
    const bound = release.contracts[capability];
    const task = release.tasks.find((installed) => installed.task.id === bound?.task);
    if (!bound?.stages || !task) return [];
    const open = work.state.instances.filter((instance) => instance.task === bound.task && !instance.terminal);
    const stages = [task.task.journey_contract.stages[0]?.id ?? '', ...open.map(({ stage }) => stage)];
    return stages.some((stage) => bound.stages?.includes(stage)) ? [] : [capability];
  });
}
