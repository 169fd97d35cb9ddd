import type { CapabilityContract } from '@rolecall/assets';
import { canonicalJson, contentHash, type JsonObject, type JsonValue, textHash } from '@rolecall/base';
import type { ArgumentOrigin, PreparedArguments } from '../decision.ts';
import { type Bindings, evaluateCompiledExpression, evaluateExpression } from '../expressions.ts';
import { onceFor } from '../once-for.ts';
import { openDetail } from '../parts/open-sentences.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import { argumentList, type ChosenArgument, type ComputedArgument } from './argument-list.ts';
import { derivationOf, findOrigin, type OriginSources } from './argument-origin.ts';
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

/** One argument that the customer chooses, and what a call has for it. */
export interface ReadArgument {
  readonly declared: ChosenArgument;
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
  const values: Record<string, JsonValue> = {};
  let sentForSystem = NOTHING_SENT;
  let known = 0;
  for (const declared of semantic) {
    const value = sentFor(declared.name, sent);
    if (value !== undefined) known += 1;
    const item = value === undefined ? unsentArgument(declared, sources) : sentArgument(declared, value, sources);
    read.push(item);
    if (item.value !== undefined) values[declared.name] = item.value;
  }
  for (const { name } of system) {
    const value = sentFor(name, sent);
    if (value === undefined) continue;
    known += 1;
    sentForSystem = { ...sentForSystem, [name]: value };
  }
  const names = Object.keys(sent);
  const unknown = names.length === known ? NO_NAMES : names.filter((name) => !Object.hasOwn(contract.arguments, name));
  if (!derives) return { unknown, sentForSystem, semantic: read, values };
  const all = derived(read, see);
  return { unknown, sentForSystem, semantic: all, values: valuesOf(all) };
}

const NOTHING_SENT: JsonObject = {};
const NO_NAMES: readonly string[] = [];

function sentFor(name: string, sent: JsonObject): JsonValue | undefined {
  return Object.hasOwn(sent, name) ? sent[name] : undefined;
}

function valuesOf(semantic: readonly ReadArgument[]): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const { declared, value } of semantic) if (value !== undefined) values[declared.name] = value;
  return values;
}

/** With what is derived in place of what was sent for it. What cannot be computed has no value, whatever was sent. */
function derived(semantic: readonly ReadArgument[], see: (values: JsonObject) => Bindings): readonly ReadArgument[] {
  const isOpen = ({ declared, origin }: ReadArgument) =>
    derivationOf(declared.argument) !== undefined &&
    (origin === undefined || origin.from === 'unproven' || origin.from === 'system');
  const done = semantic.filter((item) => !isOpen(item));
  const computedNow = new Map<string, ReadArgument>();
  for (const item of semantic.filter(isOpen)) {
    const { declared } = item;
    const { name, argument, check } = declared;
    const result = evaluateExpression(derivationOf(argument) ?? '', see(valuesOf([...done, ...computedNow.values()])));
    computedNow.set(name, {
      declared,
      ...(result.ok
        ? { ...check(result.value), origin: { argument: name, from: 'derived' } as const }
        : { value: undefined, problem: underivable(item, result.message), origin: undefined }),
    });
  }
  return semantic.map((item) => computedNow.get(item.declared.name) ?? item);
}

/** An optional argument that nobody sent may stay away. */
function underivable({ declared, value }: ReadArgument, message: string): PartDetail | undefined {
  const isMissed = declared.argument.required || value !== undefined;
  return isMissed ? `it cannot be derived: ${message}` : undefined;
}

/** What was sent is normalised, and looked for where it may come from. */
function sentArgument(declared: ChosenArgument, sent: JsonValue, sources: OriginSources): ReadArgument {
  const { name, argument, check } = declared;
  const normalised = argument.normalise ? normaliseValue(sent, argument.normalise, sources.today) : sent;
  const { value, problem } = check(normalised);
  return { declared, value, problem, origin: findOrigin(name, argument, normalised, sources) };
}

function unsentArgument(declared: ChosenArgument, sources: OriginSources): ReadArgument {
  const { name, argument, check } = declared;
  const standard = argument.schema.default as JsonValue | undefined;
  if (standard === undefined) {
    return fromFact(declared, sources) ?? { declared, value: undefined, problem: undefined, origin: undefined };
  }
  const { value, problem } = check(standard);
  return { declared, value, problem, origin: { argument: name, from: 'system' } };
}

/** A required argument that nobody sent and that a proven fact of the same task instance fills. */
function fromFact(declared: ChosenArgument, { facts, today }: OriginSources): ReadArgument | undefined {
  const { name, argument, check } = declared;
  const { fact, required } = argument;
  if (!required || fact === undefined || !facts || !Object.hasOwn(facts, fact)) return undefined;
  const known = facts[fact];
  if (!known) return undefined;
  const { value, problem } = check(normaliseValue(known.value, argument.normalise ?? [], today));
  // What does not fit is asked for.
  if (problem !== undefined || value === undefined) return undefined;
  return { declared, value, problem, origin: { argument: name, from: 'fact', at: `facts.${fact}`, by: known.from } };
}

/** The facts that valid, proven arguments become. */
export function provenFacts(read: ReadArguments): JsonObject {
  const facts: Record<string, JsonValue> = {};
  for (const { declared, value, problem, origin } of read.semantic) {
    const { fact } = declared.argument;
    const isProven = problem === undefined && origin?.from !== 'unproven';
    if (fact !== undefined && value !== undefined && isProven) facts[fact] = value;
  }
  return facts;
}

/** A value that only the gate computes, or why it cannot. */
export interface SystemValue {
  readonly declared: Pick<ComputedArgument, 'name' | 'what'>;
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
  return system.map((declared) => {
    const { value, problem } = computed(declared, bindings);
    const sent = sentFor(declared.name, read.sentForSystem);
    const refused = sent !== undefined && (value === undefined || canonicalJson(sent) !== canonicalJson(value));
    return { declared, value, problem, refused };
  });
}

const NO_VALUES: readonly SystemValue[] = [];

function computed(
  { argument, expression, check }: ComputedArgument,
  bindings: Bindings,
): Pick<SystemValue, 'value' | 'problem'> {
  const result = evaluateCompiledExpression(expression, bindings);
  if (!result.ok) return { value: undefined, problem: openDetail('cannot', argument.value, result.message) };
  return check ? check(result.value) : { value: result.value, problem: undefined };
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
  for (const { declared, value } of system) {
    if (value !== undefined) values[declared.name] = value;
    origins.push({ argument: declared.name, from: 'system' });
  }
  return { values, origins, hash: argumentsHash(contract, values) };
}

/** The content hash of `{ contract, values }`. */
function argumentsHash(contract: Pick<CapabilityContract, 'id' | 'version' | 'arguments'>, values: JsonObject): string {
  return textHash(`${hashedBefore(contract)}${argumentList(contract).textOf(values)}}`);
}

const hashedBefore = onceFor(
  (contract: Pick<CapabilityContract, 'id' | 'version'>) =>
    `{"contract":${canonicalJson(contractName(contract))},"values":`,
);

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
