import type { CapabilitySpace } from '@rolecall/assets';
import type { JsonValue } from '@rolecall/base';
import { timestampOf } from '@rolecall/base';
import type { EarlierRead } from '@rolecall/gate';
import { localDate, membersAt } from '@rolecall/gate';
import { openEntries } from './capability-tools.ts';
import type { ItemAtWork } from './round-context.ts';

/** What `builtin/matcher` needs to know of the moment: the day at the business, and what the customer may choose from. */
export interface PlannerMoment {
  readonly today?: string | undefined;
  readonly timeZone?: string | undefined;
  readonly choices?: readonly PlannerChoice[] | undefined;
}

/** The values that the proven reads of a conversation gave for one `choice_of`. */
export interface PlannerChoice {
  readonly capability: string;
  readonly path: string;
  readonly values: readonly JsonValue[];
}

/** Undefined for every other model: what a read gave is told to no provider beside its own result. */
export function plannerMoment({ context, state }: ItemAtWork): PlannerMoment | undefined {
  const { model, clock, release, space } = context;
  if (model.provider !== 'builtin') return undefined;
  return {
    today: localDate(timestampOf(clock), release.employee.time_zone),
    timeZone: release.employee.time_zone,
    choices: choicesOf(space, state.earlierReads),
  };
}

function choicesOf(space: CapabilitySpace, reads: readonly EarlierRead[]): readonly PlannerChoice[] {
  const wanted = new Map<string, Omit<PlannerChoice, 'values'>>();
  for (const { contract } of openEntries(space))
    for (const argument of Object.values(contract.arguments))
      for (const origin of 'origin' in argument ? argument.origin : [])
        if (typeof origin === 'object' && 'choice_of' in origin) wanted.set(JSON.stringify(origin), origin.choice_of);
  return [...wanted.values()].map(({ capability, path }) => ({
    capability,
    path,
    values: reads
      .filter((read) => read.proven && read.capability === capability)
      .flatMap(({ result }) => membersAt(result, path).map(({ value }) => value)),
  }));
}
