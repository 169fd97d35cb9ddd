import {
  type ArgumentLabels,
  type CapabilityContract,
  type Compiled,
  compileExpression,
  labelsOf,
  type SemanticArgument,
  type SystemArgument,
} from '@rolecall/assets';
import { canonicalMembers, type JsonObject, type JsonValue } from '@rolecall/base';
import { interned } from '../interned.ts';
import { onceFor } from '../once-for.ts';
import type { PartName } from '../parts/part-names.ts';
import { derivationOf } from './argument-origin.ts';
import { argumentCheck, type CheckedValue } from './argument-schema.ts';

/** The arguments of a contract, in its order, apart by who gives them their values. */
export interface ArgumentList {
  /** Chosen by the customer. */
  readonly semantic: readonly ChosenArgument[];
  /** Computed by the gate. */
  readonly system: readonly ComputedArgument[];
  readonly labels: ArgumentLabels;
  /** True when one that the customer chooses may be derived. */
  readonly derives: boolean;
  /** The canonical text of the values of all of them, and of those that the customer chooses. */
  readonly textOf: (values: JsonObject) => string;
  readonly chosenTextOf: (values: JsonObject) => string;
}

/** An argument that the customer chooses, ready to be read call after call. */
export interface ChosenArgument {
  readonly name: string;
  readonly argument: SemanticArgument;
  /** What a part of a decision calls it. */
  readonly what: PartName;
  readonly check: (value: JsonValue) => CheckedValue;
}

/** An argument that the gate computes. */
export interface ComputedArgument {
  readonly name: string;
  readonly argument: SystemArgument;
  readonly what: PartName;
  readonly expression: Compiled;
  /** Undefined where it has no schema. */
  readonly check: ((value: JsonValue) => CheckedValue) | undefined;
}

type Arguments = CapabilityContract['arguments'];

/** A contract of a release never changes, so that its arguments are listed once. */
export function argumentList({ arguments: declared }: Pick<CapabilityContract, 'arguments'>): ArgumentList {
  return listOnce(declared);
}

const listOnce = onceFor(interned(listOf));

function listOf(declared: Arguments): ArgumentList {
  const all = Object.entries(declared);
  const semantic = all.flatMap(([name, argument]) => ('origin' in argument ? [chosen({ name, argument })] : []));
  return {
    semantic,
    system: all.flatMap(([name, argument]) => ('origin' in argument ? [] : [computed(name, argument)])),
    textOf: canonicalMembers(all.map(([name]) => name)),
    chosenTextOf: canonicalMembers(semantic.map(({ name }) => name)),
    labels: labelsOf({ arguments: declared }),
    derives: semantic.some(({ argument }) => derivationOf(argument) !== undefined),
  };
}

/** The same for all contracts that declare it alike. */
const chosen = interned(
  ({ name, argument }: Pick<ChosenArgument, 'name' | 'argument'>): ChosenArgument => ({
    name,
    argument,
    what: `argument ${name}`,
    check: argumentCheck(argument.schema),
  }),
);

function computed(name: string, argument: SystemArgument): ComputedArgument {
  return {
    name,
    argument,
    what: `argument ${name}`,
    expression: compileExpression(argument.value),
    check: argument.schema && argumentCheck(argument.schema),
  };
}
