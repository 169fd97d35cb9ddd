import { didYouMean, type Finding, isJsonObject } from '@rolecall/base';
import { errorAt, warningAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { McpBinding } from '../schema/ai-employee.ts';
import type { CheckContext, CheckedEmployee } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** Arguments are used, and what names an argument names one that exists. */
export const argumentUse: CheckRule = (context) => [
  ...assetsOf(context.loaded, 'capability_contract').flatMap(checkKeys),
  ...context.employees.flatMap((employee) => checkBindings(context, employee)),
];

function checkKeys(contract: LoadedAsset<'capability_contract'>): readonly Finding[] {
  const { idempotency, arguments: args } = contract.asset;
  const names = Object.keys(args);
  return (idempotency?.key ?? []).flatMap((name, index) => {
    if (names.includes(name)) return [];
    const message = {
      en: `The key names an argument "${name}", and there is none.`,
      zh: `幂等键写了参数“${name}”，契约里却没有这个参数。`,
    };
    const path = ['idempotency', 'key', index];
    return [errorAt(contract, path, 'argument_unknown', message, didYouMean(name, names))];
  });
}

function checkBindings(context: CheckContext, { employee, release }: CheckedEmployee): readonly Finding[] {
  return Object.entries(employee.asset.resources).flatMap(([capability, binding]): readonly Finding[] => {
    const bound = Object.hasOwn(release.contracts, capability) ? release.contracts[capability] : undefined;
    const contract = bound && context.loadedContract(bound.contract);
    if (!contract || 'platform' in binding) return [];
    return [
      ...checkNames(employee, capability, binding, contract),
      ...checkOmitted(context, employee, binding, contract),
    ];
  });
}

function checkNames(
  employee: LoadedAsset<'ai_employee'>,
  capability: string,
  binding: McpBinding,
  contract: LoadedAsset<'capability_contract'>,
): readonly Finding[] {
  const path = ['resources', capability];
  const names = Object.keys(contract.asset.arguments);
  const findings: Finding[] = [];
  const unknown = (name: string, at: readonly (string | number)[]): void => {
    const message = {
      en: `The contract ${contract.asset.id} has no argument "${name}".`,
      zh: `契约 ${contract.asset.id} 没有参数“${name}”。`,
    };
    findings.push(errorAt(employee, [...path, ...at], 'argument_unknown', message, didYouMean(name, names)));
  };
  for (const name of Object.keys(binding.rename ?? {})) if (!names.includes(name)) unknown(name, ['rename', name]);
  for (const [index, name] of (binding.omit ?? []).entries()) if (!names.includes(name)) unknown(name, ['omit', index]);
  const sent = names.filter((name) => !binding.omit?.includes(name)).map((name) => binding.rename?.[name] ?? name);
  const added = [
    ...Object.keys(binding.constants ?? {}),
    ...(binding.request_id_argument ? [binding.request_id_argument] : []),
  ];
  const all = [...sent, ...added];
  for (const name of new Set(all.filter((each, index) => all.indexOf(each) < index))) {
    const message = {
      en: `Two values go to the tool's argument "${name}".`,
      zh: `有两个值送往工具的同一个参数“${name}”。`,
    };
    findings.push(
      errorAt(employee, path, 'binding_argument_collides', message, {
        en: 'Rename or omit one of them.',
        zh: '给其中一个改名（rename），或不送它（omit）。',
      }),
    );
  }
  return findings;
}

/** What is not sent and nothing asks for is decoration. */
function checkOmitted(
  context: CheckContext,
  employee: LoadedAsset<'ai_employee'>,
  binding: McpBinding,
  contract: LoadedAsset<'capability_contract'>,
): readonly Finding[] {
  const used = context.pathsUsedBy(contract);
  return (binding.omit ?? []).flatMap((name) => {
    const argument = contract.asset.arguments[name];
    if (!argument || used.has(`args.${name}`) || used.has('args')) return [];
    if (contract.asset.idempotency?.key.includes(name)) return [];
    if (isJsonObject(argument) && 'fact' in argument && argument.fact !== undefined) return [];
    const message = {
      en: `Nothing consumes the argument "${name}": "${employee.asset.id}" does not send it, and no expression uses it.`,
      zh: `没有人使用参数“${name}”：“${employee.asset.id}”不送出它，也没有表达式用到它。`,
    };
    return [
      warningAt(contract, ['arguments', name], 'argument_without_use', message, {
        en: 'Remove it, or send it.',
        zh: '去掉它，或把它送出去。',
      }),
    ];
  });
}
