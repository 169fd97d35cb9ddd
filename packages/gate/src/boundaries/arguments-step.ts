import type { CapabilityContract } from '@rolecall/assets';
import { DEEPEST, isTooDeep } from '../arguments/depth.ts';
import {
  preparedArguments,
  type ReadArgument,
  type SystemValue,
  systemValues,
} from '../arguments/prepare-arguments.ts';
import type { ArgumentOrigin, CheckPart, ProposedCall } from '../decision.ts';
import type { PartDetail } from '../parts/part-sentences.ts';
import type { PlainFinding } from './first-four.ts';
import { type Block, failed, passed, type Walk } from './walk.ts';

/**
 * The arguments: none unknown, none sent for the gate to compute, none missing, all as the schema says, all from where the
 * contract lets them come. Leaves them prepared on the walk as far as they got.
 */
export function argumentsStep(walk: Walk, contract: CapabilityContract): PlainFinding {
  const read = walk.arguments();
  const system = systemValues(contract, read, () => walk.bindings(read.values));
  walk.prepared = preparedArguments(contract, read, system);
  return (
    tooDeep(walk.call) ??
    oneUnknown(read.unknown) ??
    oneSentForSystem(system) ??
    oneMissing(read.semantic) ??
    oneInvalid(read.semantic) ??
    computedAndProven(system, read.semantic)
  );
}

function isRefused({ refused }: SystemValue): boolean {
  return refused;
}

function isMissing({ declared, value, problem }: ReadArgument): boolean {
  return declared.argument.required && value === undefined && problem === undefined;
}

function hasProblem({ problem }: Pick<SystemValue, 'problem'>): boolean {
  return problem !== undefined;
}

function tooDeep({ arguments: sent }: ProposedCall): PlainFinding | undefined {
  if (!isTooDeep(sent)) return undefined;
  return { parts: [failed('arguments', `are nested deeper than ${DEEPEST}`)], block: { code: 'argument_invalid' } };
}

function oneUnknown(unknown: readonly string[]): PlainFinding | undefined {
  const [argument] = unknown;
  if (argument === undefined) return undefined;
  const parts = unknown.map((name) => failed(`argument ${name}`, 'the contract has no such argument'));
  return { parts, block: { code: 'argument_invalid', argument } };
}

function oneSentForSystem(system: readonly SystemValue[]): PlainFinding | undefined {
  const first = system.find(isRefused);
  if (!first) return undefined;
  const refused = system.filter(isRefused);
  const parts = refused.map(({ declared }) =>
    failed(declared.what, 'is computed by the gate; a different value was sent'),
  );
  return { parts, block: { code: 'argument_refused', argument: first.declared.name } };
}

function oneMissing(semantic: readonly ReadArgument[]): PlainFinding | undefined {
  const first = semantic.find(isMissing);
  if (!first) return undefined;
  const parts = semantic.filter(isMissing).map(({ declared }) => failed(declared.what, 'is required and was not sent'));
  return { parts, block: { code: 'argument_missing', argument: first.declared.name } };
}

function oneInvalid(semantic: readonly ReadArgument[]): PlainFinding | undefined {
  const first = semantic.find(hasProblem);
  if (!first) return undefined;
  const invalid = semantic.filter(hasProblem);
  const parts = invalid.map(({ declared, problem }) => failed(declared.what, problem ?? 'is not valid'));
  return { parts, block: { code: 'argument_invalid', argument: first.declared.name } };
}

function computedAndProven(system: readonly SystemValue[], semantic: readonly ReadArgument[]): PlainFinding {
  const parts: CheckPart[] = [];
  const block = oneNotComputed(system, parts) ?? oneUnproven(semantic, parts);
  return { parts, block };
}

function oneNotComputed(system: readonly SystemValue[], parts: CheckPart[]): Block | undefined {
  let block: Block | undefined;
  for (const { declared, problem } of system) {
    if (problem === undefined) parts.push(passed(declared.what, 'from the system'));
    else {
      block ??= { code: 'argument_invalid', argument: declared.name };
      parts.push(failed(declared.what, problem));
    }
  }
  return block;
}

/** An unproven value passes unless the contract refuses it: a notice will show it, or a read will not count as a choice. */
function oneUnproven(semantic: readonly ReadArgument[], parts: CheckPart[]): Block | undefined {
  let block: Block | undefined;
  for (const { declared, origin } of semantic) {
    if (!origin) continue;
    const { name, argument, what } = declared;
    if (origin.from !== 'unproven') parts.push(passed(what, whence(origin)));
    else if (argument.unproven !== 'refuse') parts.push(passed(what, 'unproven: found in none of its origins'));
    else {
      block ??= { code: 'argument_refused', argument: name };
      parts.push(failed(what, 'was found in none of its origins, and the contract refuses it unproven'));
    }
  }
  return block;
}

function whence({ from, sequence, at, by }: ArgumentOrigin): PartDetail {
  if (from === 'fact') return `from ${at ?? 'a fact'}, known by ${by ?? 'an earlier call'}`;
  if (sequence === undefined) return `from ${from}`;
  return at === undefined ? `from ${from}: entry ${sequence}` : `from ${from}: entry ${sequence} ${at}`;
}
