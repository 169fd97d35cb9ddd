import type { CapabilityContract, SemanticArgument, SystemArgument } from '@rolecall/assets';
import { canonicalJson, contentHash, type JsonObject, type JsonValue } from '@rolecall/base';
import type { ArgumentOrigin, PreparedArguments } from '../decision.ts';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import { findOrigin, isOnlyDerived, type OriginSources } from './argument-origin.ts';
import { checkValue } from './argument-schema.ts';
import { LATER, normaliseValue } from './normalise.ts';

/** The arguments of a call as the model (or whoever proposes) sent them, read by the contract; nothing is judged yet. */
export interface ReadArguments {
  /** Names that the contract does not know. */
  readonly unknown: readonly string[];
  /** Sent for arguments that only the gate computes. */
  readonly sentForSystem: JsonObject;
  /** By the contract's order. */
  readonly semantic: readonly ReadArgument[];
  /** Normalised values and defaults of the semantic arguments. */
  readonly values: JsonObject;
}

/** One argument that the customer chooses. */
export interface ReadArgument {
  readonly name: string;
  readonly argument: SemanticArgument;
  /** Normalised; undefined when nothing was sent and the schema has no default. */
  readonly value: JsonValue | undefined;
  /** What the schema says against the value. */
  readonly problem: string | undefined;
  readonly origin: ArgumentOrigin | undefined;
}

/** Reads what was sent: normalises, fills in defaults, looks for each value's origin. */
export function readArguments(
  sent: JsonObject,
  contract: Pick<CapabilityContract, 'arguments'>,
  sources: OriginSources,
): ReadArguments {
  const semantic: ReadArgument[] = [];
  const sentForSystem: Record<string, JsonValue> = {};
  for (const [name, argument] of Object.entries(contract.arguments)) {
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    if ('origin' in argument) semantic.push(readArgument(name, argument, value, sources));
    else if (value !== undefined) sentForSystem[name] = value;
  }
  return {
    unknown: Object.keys(sent).filter((name) => !Object.hasOwn(contract.arguments, name)),
    sentForSystem,
    semantic,
    values: Object.fromEntries(semantic.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  };
}

function readArgument(
  name: string,
  argument: SemanticArgument,
  sent: JsonValue | undefined,
  sources: OriginSources,
): ReadArgument {
  if (sent === undefined) {
    const standard = argument.schema.default as JsonValue | undefined;
    if (standard === undefined) return { name, argument, value: undefined, problem: undefined, origin: undefined };
    return { name, argument, ...checkValue(argument.schema, standard), origin: { argument: name, from: 'system' } };
  }
  const normalised = normaliseValue(sent, argument.normalise ?? []);
  const { value, problem } = checkValue(argument.schema, normalised);
  return {
    name,
    argument,
    value,
    problem: isOnlyDerived(argument) ? 'a derived argument is not computed by this version' : problem,
    origin: findOrigin(name, argument, normalised, sources),
  };
}

/** What a declared normalisation would have done, had this version it. */
export function notNormalised(argument: SemanticArgument): string | undefined {
  const later = (argument.normalise ?? []).filter((step) => LATER.has(step));
  return later.length === 0 ? undefined : `normalisation ${later.join(', ')} is not applied by this version`;
}

/** The facts that valid, proven arguments become. */
export function provenFacts(read: ReadArguments): JsonObject {
  return Object.fromEntries(
    read.semantic.flatMap(({ argument, value, problem, origin }) =>
      argument.fact !== undefined && value !== undefined && problem === undefined && origin?.from !== 'unproven'
        ? [[argument.fact, value]]
        : [],
    ),
  );
}

/** A value that only the gate computes, or why it cannot. */
export interface SystemValue {
  readonly name: string;
  readonly value: JsonValue | undefined;
  readonly problem: string | undefined;
  /** Something else was sent for it. */
  readonly refused: boolean;
}

/** Computes the system arguments. A value sent for one that cannot be computed counts as a different one. */
export function systemValues(
  contract: Pick<CapabilityContract, 'arguments'>,
  read: ReadArguments,
  bindings: Bindings,
): readonly SystemValue[] {
  return Object.entries(contract.arguments).flatMap(([name, argument]) => {
    if ('origin' in argument) return [];
    const { value, problem } = computed(argument, bindings);
    const sent = read.sentForSystem[name];
    const refused = sent !== undefined && (value === undefined || canonicalJson(sent) !== canonicalJson(value));
    return [{ name, value, problem, refused }];
  });
}

function computed(argument: SystemArgument, bindings: Bindings): Pick<SystemValue, 'value' | 'problem'> {
  const result = evaluateExpression(argument.value, bindings);
  if (!result.ok) return { value: undefined, problem: `${argument.value} cannot be evaluated: ${result.message}` };
  return argument.schema ? checkValue(argument.schema, result.value) : { value: result.value, problem: undefined };
}

/** The arguments as they will be sent, with the hash that a confirmation binds to. */
export function preparedArguments(
  contract: Pick<CapabilityContract, 'id' | 'version'>,
  read: ReadArguments,
  system: readonly SystemValue[],
): PreparedArguments {
  const values: JsonObject = {
    ...read.values,
    ...Object.fromEntries(system.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  };
  return {
    values,
    origins: [
      ...read.semantic.flatMap(({ origin }) => (origin ? [origin] : [])),
      ...system.map(({ name }): ArgumentOrigin => ({ argument: name, from: 'system' })),
    ],
    hash: contentHash({ contract: contractName(contract), values }),
  };
}

/** `id@version`. */
export function contractName(contract: Pick<CapabilityContract, 'id' | 'version'>): string {
  return `${contract.id}@${contract.version}`;
}

/** Hash of what the customer chose, whatever version of the contract and whatever the gate added. */
export function wishHash(read: Pick<ReadArguments, 'values'>): string {
  return contentHash(read.values);
}
