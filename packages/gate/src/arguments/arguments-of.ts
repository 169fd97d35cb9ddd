import { bindingsOf, type Walk } from '../boundaries/walk.ts';
import type { ProposedCall } from '../decision.ts';
import { localDate } from '../texts/local-moment.ts';
import { customerWords } from '../words/customer-words.ts';
import { isTooDeep } from './depth.ts';
import { type ReadArguments, readArguments } from './prepare-arguments.ts';

/** The arguments of a call, read by its contract with what the inputs say of their origins. */
export function argumentsOf(call: ProposedCall, walk: Pick<Walk, 'bound' | 'release' | 'inputs'>): ReadArguments {
  const { bound, inputs } = walk;
  return readArguments(
    isTooDeep(call.arguments) ? {} : call.arguments,
    bound?.contract ?? { arguments: {} },
    {
      words: customerWords(inputs.said),
      earlierReads: inputs.earlierReads,
      today: () => localDate(inputs.now, inputs.employee.time_zone),
    },
    (values) => bindingsOf(walk, values),
  );
}
