import type { CapabilityContract } from '@rolecall/assets';
import { DEEPEST, isTooDeep } from '../arguments/depth.ts';
import {
  preparedArguments,
  provenFacts,
  type ReadArgument,
  type SystemValue,
  systemValues,
} from '../arguments/prepare-arguments.ts';
import type { ArgumentOrigin, CheckPart, ProposedCall } from '../decision.ts';
import type { PlainFinding } from './first-four.ts';
import { type Block, bindingsOf, failed, passed, type Walk } from './walk.ts';

/**
 * The arguments: none unknown, none sent for the gate to compute, none missing, all as the schema says, all from where the
 * contract lets them come. Leaves them prepared on the walk as far as they got.
 */
export function argumentsStep(walk: Walk, contract: CapabilityContract): PlainFinding {
  const read = walk.arguments();
  const system = systemValues(contract, read, bindingsOf(walk, read.values, provenFacts(read)));
  walk.prepared = preparedArguments(contract, read, system);
  const parts: CheckPart[] = [];
  for (const check of [
    () => notTooDeep(walk.call),
    () => noneUnknown(read.unknown),
    () => noneSentForSystem(system),
    () => noneMissing(read.semantic),
    () => allValid(read.semantic),
    () => allComputed(system),
    () => allFromTheirOrigins(read.semantic),
  ]) {
    const { parts: more, block } = check();
    parts.push(...more);
    if (block) return { parts, block };
  }
  return { parts };
}

function notTooDeep({ arguments: sent }: ProposedCall): PlainFinding {
  if (!isTooDeep(sent)) return { parts: [] };
  return { parts: [failed('arguments', `are nested deeper than ${DEEPEST}`)], block: { code: 'argument_invalid' } };
}

function noneUnknown(unknown: readonly string[]): PlainFinding {
  const [argument] = unknown;
  if (argument === undefined) return { parts: [] };
  const parts = unknown.map((name) => failed(`argument ${name}`, 'the contract has no such argument'));
  return { parts, block: { code: 'argument_invalid', argument } };
}

function noneSentForSystem(system: readonly SystemValue[]): PlainFinding {
  const refused = system.filter((value) => value.refused);
  const parts = refused.map(({ name }) =>
    failed(`argument ${name}`, 'is computed by the gate; a different value was sent'),
  );
  return { parts, block: refused[0] && { code: 'argument_refused', argument: refused[0].name } };
}

function noneMissing(semantic: readonly ReadArgument[]): PlainFinding {
  const missing = semantic.filter(
    ({ argument, value, problem }) => argument.required && value === undefined && problem === undefined,
  );
  const parts = missing.map(({ name }) => failed(`argument ${name}`, 'is required and was not sent'));
  return { parts, block: missing[0] && { code: 'argument_missing', argument: missing[0].name } };
}

function allValid(semantic: readonly ReadArgument[]): PlainFinding {
  const invalid = semantic.filter(({ problem }) => problem !== undefined);
  const parts = invalid.map(({ name, problem }) => failed(`argument ${name}`, problem ?? 'is not valid'));
  return { parts, block: invalid[0] && { code: 'argument_invalid', argument: invalid[0].name } };
}

function allComputed(system: readonly SystemValue[]): PlainFinding {
  const problem = system.find((value) => value.problem !== undefined);
  const parts = system.map(({ name, problem: own }) =>
    own === undefined ? passed(`argument ${name}`, 'from the system') : failed(`argument ${name}`, own),
  );
  return { parts, block: problem && { code: 'argument_invalid', argument: problem.name } };
}

/** An unproven value passes unless the contract refuses it: a notice will show it, or a read will not count as a choice. */
function allFromTheirOrigins(semantic: readonly ReadArgument[]): PlainFinding {
  let block: Block | undefined;
  const parts = semantic.flatMap(({ name, argument, origin }) => {
    if (!origin) return [];
    if (origin.from !== 'unproven') return [passed(`argument ${name}`, whence(origin))];
    if (argument.unproven === 'refuse') {
      block ??= { code: 'argument_refused', argument: name };
      return [failed(`argument ${name}`, 'was found in none of its origins, and the contract refuses it unproven')];
    }
    return [passed(`argument ${name}`, 'unproven: found in none of its origins')];
  });
  return { parts, block };
}

function whence({ from, sequence, at, by }: ArgumentOrigin): string {
  if (from === 'fact') return `from ${at ?? 'a fact'}, known by ${by ?? 'an earlier call'}`;
  return sequence === undefined ? `from ${from}` : `from ${from}: entry ${sequence} ${at ?? ''}`.trimEnd();
}
