import type { CapabilityContract, SemanticArgument, SystemArgument } from '@rolecall/assets';
import { canonicalMembers, type JsonObject } from '@rolecall/base';
import { derivationOf } from './argument-origin.ts';

/** The arguments of a contract, in its order, apart by who gives them their values. */
export interface ArgumentList {
  /** Chosen by the customer. */
  readonly semantic: readonly { readonly name: string; readonly argument: SemanticArgument }[];
  /** Computed by the gate. */
  readonly system: readonly { readonly name: string; readonly argument: SystemArgument }[];
  /** True when one that the customer chooses may be derived. */
  readonly derives: boolean;
  /** The canonical text of the values of all of them, and of those that the customer chooses. */
  readonly textOf: (values: JsonObject) => string;
  readonly chosenTextOf: (values: JsonObject) => string;
}

type Arguments = CapabilityContract['arguments'];

/** A contract of a release never changes, so that its arguments are listed once. */
export function argumentList({ arguments: declared }: Pick<CapabilityContract, 'arguments'>): ArgumentList {
  const present = known.get(declared);
  if (present) return present;
  const list = listOf(declared);
  known.set(declared, list);
  return list;
}

const known = new WeakMap<Arguments, ArgumentList>();

function listOf(declared: Arguments): ArgumentList {
  const all = Object.entries(declared);
  const semantic = all.flatMap(([name, argument]) => ('origin' in argument ? [{ name, argument }] : []));
  return {
    semantic,
    system: all.flatMap(([name, argument]) => ('origin' in argument ? [] : [{ name, argument }])),
    textOf: canonicalMembers(all.map(([name]) => name)),
    chosenTextOf: canonicalMembers(semantic.map(({ name }) => name)),
    derives: semantic.some(({ argument }) => derivationOf(argument) !== undefined),
  };
}
