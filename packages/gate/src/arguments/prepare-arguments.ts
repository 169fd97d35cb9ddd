import type { CapabilityContract, SemanticArgument, SystemArgument } from '@rolecall/assets';
import { canonicalJson, contentHash, type JsonObject, type JsonValue, textHash } from '@rolecall/base';
import type { ArgumentOrigin, PreparedArguments } from '../decision.ts';
import { type Bindings, evaluateExpression } from '../expressions.ts';
import { openDetail } from '../parts/open-sentences.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import { argumentList } from './argument-list.ts';
import { derivationOf, findOrigin, type OriginSources } from './argument-origin.ts';
import { checkArgument } from './argument-schema.ts';
import { normaliseValue } from './normalise.ts';

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
  readonly problem: PartDetail | undefined;
  readonly origin: ArgumentOrigin | undefined;
}

/**
 * Reads what was sent: normalises, fills in defaults, looks for each value's origin. Then computes what is derived, in the
 * contract's order; a value sent for it that was found in no other origin is replaced. `see` gives the expressions their
 * names, with the arguments read so far.
 */
export function readArguments(
  sent: JsonObject,
  contract: Pick<CapabilityContract, 'arguments'>,
  sources: OriginSources,
  see: (values: JsonObject) => Bindings,
): ReadArguments {
  const { semantic, system, derives } = argumentList(contract);
  const read: ReadArgument[] = [];
  for (const { name, argument } of semantic) read.push(readArgument(name, argument, sentFor(name, sent), sources));
  const sentForSystem: Record<string, JsonValue> = {};
  for (const { name } of system) {
    const value = sentFor(name, sent);
    if (value !== undefined) sentForSystem[name] = value;
  }
  const all = derives ? derived(read, see) : read;
  return { unknown: unknownIn(sent, contract), sentForSystem, semantic: all, values: valuesOf(all) };
}

function sentFor(name: string, sent: JsonObject): JsonValue | undefined {
  return Object.hasOwn(sent, name) ? sent[name] : undefined;
}

function unknownIn(sent: JsonObject, contract: Pick<CapabilityContract, 'arguments'>): readonly string[] {
  return Object.keys(sent).filter((name) => !Object.hasOwn(contract.arguments, name));
}

function valuesOf(semantic: readonly ReadArgument[]): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const { name, value } of semantic) if (value !== undefined) values[name] = value;
  return values;
}

/** With what is derived in place of what was sent for it. What cannot be computed has no value, whatever was sent. */
function derived(semantic: readonly ReadArgument[], see: (values: JsonObject) => Bindings): readonly ReadArgument[] {
  const isOpen = ({ argument, origin }: ReadArgument) =>
    derivationOf(argument) !== undefined &&
    (origin === undefined || origin.from === 'unproven' || origin.from === 'system');
  const done = semantic.filter((item) => !isOpen(item));
  const computedNow = new Map<string, ReadArgument>();
  for (const item of semantic.filter(isOpen)) {
    const { name, argument } = item;
    const result = evaluateExpression(derivationOf(argument) ?? '', see(valuesOf([...done, ...computedNow.values()])));
    computedNow.set(name, {
      name,
      argument,
      ...(result.ok
        ? { ...checkArgument(argument.schema, result.value), origin: { argument: name, from: 'derived' } as const }
        : { value: undefined, problem: underivable(item, result.message), origin: undefined }),
    });
  }
  return semantic.map((item) => computedNow.get(item.name) ?? item);
}

/** An optional argument that nobody sent may stay away. */
function underivable({ argument, value }: ReadArgument, message: string): PartDetail | undefined {
  const isMissed = argument.required || value !== undefined;
  return isMissed ? `it cannot be derived: ${message}` : undefined;
}

function readArgument(
  name: string,
  argument: SemanticArgument,
  sent: JsonValue | undefined,
  sources: OriginSources,
): ReadArgument {
  if (sent === undefined) {
    const standard = argument.schema.default as JsonValue | undefined;
    if (standard === undefined) {
      const known = fromFact(name, argument, sources);
      return known ?? { name, argument, value: undefined, problem: undefined, origin: undefined };
    }
    return { name, argument, ...checkArgument(argument.schema, standard), origin: { argument: name, from: 'system' } };
  }
  const normalised = normaliseValue(sent, argument.normalise ?? [], sources.today);
  const { value, problem } = checkArgument(argument.schema, normalised);
  return {
    name,
    argument,
    value,
    problem,
    origin: findOrigin(name, argument, normalised, sources),
  };
}

/** A required argument that nobody sent and that a proven fact of the same task instance fills. */
function fromFact(name: string, argument: SemanticArgument, { facts, today }: OriginSources): ReadArgument | undefined {
  const { fact, required } = argument;
  if (!required || fact === undefined || !facts || !Object.hasOwn(facts, fact)) return undefined;
  const known = facts[fact];
  if (!known) return undefined;
  const checked = checkArgument(argument.schema, normaliseValue(known.value, argument.normalise ?? [], today));
  // What does not fit is asked for.
  if (checked.problem !== undefined || checked.value === undefined) return undefined;
  return { name, argument, ...checked, origin: { argument: name, from: 'fact', at: `facts.${fact}`, by: known.from } };
}

/** The facts that valid, proven arguments become. */
export function provenFacts(read: ReadArguments): JsonObject {
  const facts: Record<string, JsonValue> = {};
  for (const { argument, value, problem, origin } of read.semantic) {
    const isProven = problem === undefined && origin?.from !== 'unproven';
    if (argument.fact !== undefined && value !== undefined && isProven) facts[argument.fact] = value;
  }
  return facts;
}

/** A value that only the gate computes, or why it cannot. */
export interface SystemValue {
  readonly name: string;
  readonly value: JsonValue | undefined;
  readonly problem: PartDetail | undefined;
  /** Something else was sent for it. */
  readonly refused: boolean;
}

/**
 * Computes the system arguments. A value sent for one that cannot be computed counts as a different one. `see` gives their
 * expressions the names.
 */
export function systemValues(
  contract: Pick<CapabilityContract, 'arguments'>,
  read: Pick<ReadArguments, 'sentForSystem'>,
  see: () => Bindings,
): readonly SystemValue[] {
  const { system } = argumentList(contract);
  if (system.length === 0) return NO_VALUES;
  const bindings = see();
  return system.map(({ name, argument }) => {
    const { value, problem } = computed(argument, bindings);
    const sent = read.sentForSystem[name];
    const refused = sent !== undefined && (value === undefined || canonicalJson(sent) !== canonicalJson(value));
    return { name, value, problem, refused };
  });
}

const NO_VALUES: readonly SystemValue[] = [];

function computed(argument: SystemArgument, bindings: Bindings): Pick<SystemValue, 'value' | 'problem'> {
  const result = evaluateExpression(argument.value, bindings);
  if (!result.ok) return { value: undefined, problem: openDetail('cannot', argument.value, result.message) };
  return argument.schema ? checkArgument(argument.schema, result.value) : { value: result.value, problem: undefined };
}

/** The arguments as they will be sent, with the hash that a confirmation binds to. */
export function preparedArguments(
  contract: Pick<CapabilityContract, 'id' | 'version' | 'arguments'>,
  read: ReadArguments,
  system: readonly SystemValue[],
): PreparedArguments {
  const values: Record<string, JsonValue | undefined> = { ...read.values };
  const origins: ArgumentOrigin[] = [];
  for (const { origin } of read.semantic) if (origin) origins.push(origin);
  for (const { name, value } of system) {
    if (value !== undefined) values[name] = value;
    origins.push({ argument: name, from: 'system' });
  }
  return {
    values,
    origins,
    hash: argumentsHash(contract, values),
  };
}

/** The content hash of `{ contract, values }`. */
function argumentsHash(contract: Pick<CapabilityContract, 'id' | 'version' | 'arguments'>, values: JsonObject): string {
  const { textOf } = argumentList(contract);
  return textHash(`{"contract":${canonicalJson(contractName(contract))},"values":${textOf(values)}}`);
}

/** `id@version`. */
export function contractName(contract: Pick<CapabilityContract, 'id' | 'version'>): string {
  return `${contract.id}@${contract.version}`;
}

/** The same hash of arguments that are prepared already. */
export function wishOf(contract: Pick<CapabilityContract, 'arguments'>, values: JsonObject): string {
  return textHash(argumentList(contract).chosenTextOf(values));
}

/** Hash of what the customer chose, whatever version of the contract and whatever the gate added. */
export function wishHash(read: Pick<ReadArguments, 'values'>): string {
  return contentHash(read.values);
}
