import { type CapabilityContract, compileSchema, evaluate, usedPaths } from '@rolecall/assets';
import { canonicalJson, type JsonObject, type JsonValue, type Language, nearestName } from '@rolecall/base';
import { type BlockCode, type CheckPart, localDate, normaliseValue } from '@rolecall/gate';
import type { RunningEmployee } from './workspace.ts';

/** A part of the fifth boundary, and the code under which it would block. */
export type CallPart = CheckPart & { readonly code?: BlockCode | undefined };

/**
 * What can be said of a call with these arguments without making it: whether each is known, there and of the right form, and
 * every guard that looks at nothing but the arguments, the configuration and the employee. Values are normalised as the gate
 * does it, and guards see what would be sent.
 */
export function explainCall(
  employee: RunningEmployee,
  contract: CapabilityContract,
  task: string,
  sent: JsonObject,
  language: Language,
  now: string,
): readonly CallPart[] {
  const known = Object.keys(contract.arguments);
  const args = normalisedArguments(contract, sent, () => localDate(now, employee.release.employee.time_zone));
  return [
    ...Object.keys(sent)
      .filter((name) => !known.includes(name))
      .map((name) => unknownArgument(name, known, language)),
    ...known.flatMap((name) => explainArgument(contract, name, sent, args, language)),
    ...explainScopes(employee, contract, language),
    ...contract.guards.flatMap((guard) => explainGuard(employee, guard, task, args, language)),
  ];
}

/** What the declared normalisations make of what was sent, and the defaults of what was not. */
function normalisedArguments(contract: CapabilityContract, sent: JsonObject, today: () => string): JsonObject {
  const values: Record<string, JsonValue> = {};
  for (const [name, argument] of Object.entries(contract.arguments)) {
    if (!('origin' in argument)) continue;
    const value = Object.hasOwn(sent, name) ? sent[name] : undefined;
    const taken =
      value === undefined
        ? (argument.schema.default as JsonValue | undefined)
        : normaliseValue(value, argument.normalise ?? [], today);
    if (taken !== undefined) values[name] = taken;
  }
  return values;
}

function unknownArgument(name: string, known: readonly string[], language: Language): CallPart {
  const near = nearestName(name, known);
  const zh = `契约没有这个参数${near ? `，是不是 ${near}` : ''}`;
  const en = `the contract has no such argument${near ? `; did you mean ${near}` : ''}`;
  return fails(`argument ${name}`, 'argument_invalid', language === 'zh' ? zh : en);
}

function explainArgument(
  contract: CapabilityContract,
  name: string,
  sent: JsonObject,
  args: JsonObject,
  language: Language,
): readonly CallPart[] {
  const zh = language === 'zh';
  const what = `argument ${name}`;
  const argument = contract.arguments[name];
  const given = Object.hasOwn(sent, name) ? sent[name] : undefined;
  if (!argument) return [];
  if (!('origin' in argument)) {
    if (given === undefined) return [];
    return [fails(what, 'argument_refused', zh ? '由系统给出，不能指定' : 'comes from the system and cannot be given')];
  }
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (value === undefined) {
    if (!argument.required) return [];
    return [fails(what, 'argument_missing', zh ? '必填，没有给出' : 'required, and not given')];
  }
  const compiled = compileSchema(argument.schema as JsonObject);
  if (!compiled.ok) return [fails(what, 'argument_invalid', compiled.message[language])];
  const [problem] = compiled.schema.check(value).problems;
  if (problem) return [fails(what, 'argument_invalid', problem.message[language])];
  const isChanged = canonicalJson(given ?? null) !== canonicalJson(value);
  const as = isChanged ? (zh ? `，取为 ${JSON.stringify(value)}` : `, taken as ${JSON.stringify(value)}`) : '';
  return [{ what, outcome: 'pass', detail: `${zh ? '符合结构' : 'fits its schema'}${as}` }];
}

function explainScopes(
  { release }: RunningEmployee,
  contract: CapabilityContract,
  language: Language,
): readonly CallPart[] {
  const scopes = contract.authorization?.scopes ?? [];
  if (scopes.length === 0) return [];
  const missing = scopes.filter((scope) => !release.employee.grants.includes(scope));
  if (missing.length === 0) return [{ what: 'authorization', outcome: 'pass', detail: scopes.join(', ') }];
  const detail = `${language === 'zh' ? '没有授予：' : 'not granted: '}${missing.join(', ')}`;
  return [fails('authorization', 'not_authorized', detail)];
}

/** What is the same for every call of this employee, so that a guard over it can be decided now. */
const STANDING = new Set(['args', 'configuration', 'employee']);

function explainGuard(
  { id, displayName, release }: RunningEmployee,
  { id: guard, expect, for_each }: CapabilityContract['guards'][number],
  task: string,
  args: JsonObject,
  language: Language,
): readonly CallPart[] {
  const paths = [...usedPaths(expect)];
  const isStanding = paths.length > 0 && paths.every((path) => STANDING.has(path.split('.')[0] ?? ''));
  if (for_each !== undefined || !isStanding) return [];
  const { time_zone, grants } = release.employee;
  const configuration = release.tasks.find((installed) => installed.task.id === task)?.configuration ?? {};
  const result = evaluate(expect, {
    args,
    configuration,
    employee: { id, display_name: displayName[language], time_zone, grants },
  });
  if (result.ok && result.value === true) return [{ what: `guard ${guard}`, outcome: 'pass', detail: expect }];
  return [fails(`guard ${guard}`, 'guard_failed', result.ok ? expect : `${expect}: ${result.error.message[language]}`)];
}

function fails(what: string, code: BlockCode, detail: string): CallPart {
  return { what, outcome: 'fail', code, detail };
}
