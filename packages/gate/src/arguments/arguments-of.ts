import type { CapabilityContract } from '@rolecall/assets';
import { bindingsOf, type Walk } from '../boundaries/walk.ts';
import type { ProposedCall } from '../decision.ts';
import { localDate } from '../texts/local-moment.ts';
import { isTooDeep } from './depth.ts';
import { type ReadArguments, readArguments } from './prepare-arguments.ts';

/** The arguments of a call, read by its contract with what the inputs say of their origins. */
export function argumentsOf(
  call: ProposedCall,
  walk: Pick<Walk, 'bound' | 'release' | 'inputs' | 'words'>,
): ReadArguments {
  const { bound, inputs, words } = walk;
  return readArguments(
    isTooDeep(call.arguments) ? {} : call.arguments,
    bound?.contract ?? { arguments: {} },
    {
      words,
      earlierReads: inputs.earlierReads,
      facts: fillsFromFacts(bound?.contract) ? inputs.task?.known : undefined,
      today: () => localDate(inputs.now, inputs.employee.time_zone),
    },
    (values) => bindingsOf(walk, values),
  );
}

/** A read may use what is known; a write only where a notice shows it before anything happens. */
function fillsFromFacts(contract: CapabilityContract | undefined): boolean {
  return contract !== undefined && (contract.effect === 'read' || contract.confirmation !== undefined);
}
