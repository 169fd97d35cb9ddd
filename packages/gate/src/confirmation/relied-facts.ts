import { type CapabilityContract, parseTemplate, type Release, usedPaths } from '@rolecall/assets';
import { canonicalJson, type JsonValue, type Language, textIn } from '@rolecall/base';
import type { TaskState } from '../call-context.ts';
import type { PreparedArguments } from '../decision.ts';
import { contractText } from '../texts/contract-texts.ts';

/** A fact that somebody's yes relies on. */
export interface ReliedFact {
  readonly fact: string;
  readonly value: JsonValue;
  /** The call, operation or event it was learnt from; of an argument where its value was found. */
  readonly from: string;
  /** The argument that became it. */
  readonly argument?: string | undefined;
}

/**
 * The facts that a notice relies on: those that an expression of the contract or of the notice's own text uses, and those
 * that its arguments became. A fact without a value is relied on by nobody.
 */
export function reliedFacts(
  release: Pick<Release, 'replies'>,
  contract: CapabilityContract,
  prepared: PreparedArguments,
  task: TaskState | undefined,
  language: Language,
): readonly ReliedFact[] {
  const relied = new Map<string, ReliedFact>();
  const facts = task?.facts ?? {};
  const used = usedFacts(release, contract, language);
  const names = used.has(EVERY) ? Object.keys(facts) : [...used];
  for (const fact of names) {
    const value = Object.hasOwn(facts, fact) ? facts[fact] : undefined;
    if (value !== undefined) relied.set(fact, { fact, value, from: task?.recorded?.[fact]?.from ?? 'this call' });
  }
  for (const [argument, declared] of Object.entries(contract.arguments)) {
    const value = prepared.values[argument];
    if (!('origin' in declared) || declared.fact === undefined || value === undefined) continue;
    const { fact } = declared;
    relied.set(fact, { fact, value, from: originOf(prepared, argument), argument });
  }
  return [...relied.values()].sort((left, right) => (left.fact < right.fact ? -1 : 1));
}

/**
 * The relied fact that was corrected since, if one was: it has another value now, learnt from something else than the
 * operations that were shown together. A fact that is gone is no correction; what uses it says so itself.
 */
export function correctedFact(
  relied: readonly ReliedFact[],
  task: TaskState | undefined,
  shown: readonly string[],
): ReliedFact | undefined {
  return relied.find(({ fact, value }) => {
    const now = task?.recorded && Object.hasOwn(task.recorded, fact) ? task.recorded[fact] : undefined;
    return now !== undefined && !shown.includes(now.from) && canonicalJson(now.value) !== canonicalJson(value);
  });
}

function originOf({ origins }: PreparedArguments, argument: string): string {
  const origin = origins.find((found) => found.argument === argument);
  if (!origin) return `argument ${argument}`;
  return origin.sequence === undefined ? origin.from : `${origin.from} ${origin.sequence}`;
}

/** Stands for all facts, where an expression uses them as a whole. */
const EVERY = '*';

function usedFacts(release: Pick<Release, 'replies'>, contract: CapabilityContract, language: Language): Set<string> {
  const notice = contractText(release, contract, 'notice', contract.confirmation?.notice, language);
  const sources = [...sourcesOf(contract), ...(notice === undefined ? [] : templateSources(textIn(notice, language)))];
  const used = new Set<string>();
  for (const path of sources.flatMap((source) => [...usedPaths(source)])) {
    const [name, fact] = path.split('.');
    if (name === 'facts') used.add(fact ?? EVERY);
  }
  return used;
}

const known = new WeakMap<CapabilityContract, readonly string[]>();

/** Every expression that has a say in whether and with what the call is made. */
function sourcesOf(contract: CapabilityContract): readonly string[] {
  const present = known.get(contract);
  if (present) return present;
  const sources = [
    contract.authorization?.require,
    ...Object.values(contract.arguments).flatMap((argument) => {
      if (!('origin' in argument)) return [argument.value];
      return argument.origin.flatMap((origin) =>
        typeof origin === 'object' && 'derived' in origin ? [origin.derived] : [],
      );
    }),
    ...contract.preconditions.flatMap(({ for_each, read, expect }) => [
      for_each,
      ...Object.values(read.arguments),
      expect,
    ]),
    ...contract.guards.flatMap(({ for_each, expect }) => [for_each, expect]),
    ...(contract.limits?.amounts ?? []).map(({ of }) => of),
  ].flatMap((source) => source ?? []);
  known.set(contract, sources);
  return sources;
}

function templateSources(template: string): readonly string[] {
  const parsed = parseTemplate(template);
  return parsed.ok ? parsed.parts.flatMap((part) => (part.kind === 'expression' ? [part.source] : [])) : [];
}
