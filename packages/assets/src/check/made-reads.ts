import { didYouMean, type Finding, meantOrKnown } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import type { DocumentPath } from '../loading/document-path.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import { type CheckContext, semanticArguments } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

type Contract = LoadedAsset<'capability_contract'>;

/** The reads that a contract makes for itself are reads, get what they need, and do not go in circles. */
export const madeReads: CheckRule = (context) =>
  assetsOf(context.loaded, 'capability_contract').flatMap((contract) => [
    ...checkIds(contract),
    ...checkPreconditions(context, contract),
    ...checkReadBack(context, contract),
    ...checkCircle(context, contract),
  ]);

function checkIds(contract: Contract): readonly Finding[] {
  return (['preconditions', 'guards'] as const).flatMap((list) => {
    const ids = contract.asset[list].map(({ id }) => id);
    return ids.flatMap((id, index) =>
      ids.indexOf(id) < index
        ? [
            errorAt(contract, [list, index, 'id'], 'condition_id_duplicate', {
              en: `The id "${id}" stands twice in ${list}.`,
              zh: `id“${id}”在 ${list} 里出现了两次。`,
            }),
          ]
        : [],
    );
  });
}

function checkPreconditions(context: CheckContext, contract: Contract): readonly Finding[] {
  return contract.asset.preconditions.flatMap(({ read }, index) =>
    checkRead(context, contract, ['preconditions', index, 'read'], read.capability, Object.keys(read.arguments), true),
  );
}

function checkReadBack(context: CheckContext, contract: Contract): readonly Finding[] {
  const readBack = contract.asset.result.read_back;
  if (!readBack) return [];
  // Without arguments of its own a read-back gets those of the write, by name.
  const given = Object.keys(readBack.arguments ?? contract.asset.arguments);
  const path = ['result', 'read_back'];
  return [
    ...checkRead(context, contract, path, readBack.capability, given, readBack.arguments !== undefined),
    ...checkFound(contract),
  ];
}

/** What is drawn from a read-back stands for a field that the write's own result has. */
function checkFound(contract: Contract): readonly Finding[] {
  const known = Object.keys(contract.asset.result.project);
  const named = Object.keys(contract.asset.result.read_back?.project ?? {});
  return named
    .filter((name) => !known.includes(name))
    .map((name) => {
      const message = { en: `The result projects no field "${name}".`, zh: `结果没有投影字段“${name}”。` };
      const path = ['result', 'read_back', 'project', name];
      return errorAt(contract, path, 'read_back_field_unknown', message, meantOrKnown(name, known));
    });
}

function checkRead(
  context: CheckContext,
  contract: Contract,
  path: DocumentPath,
  capability: string,
  given: readonly string[],
  isExact: boolean,
): readonly Finding[] {
  if (!context.capabilities.has(capability)) {
    const message = { en: `No contract has the capability "${capability}".`, zh: `没有契约提供能力“${capability}”。` };
    const fix = didYouMean(capability, context.capabilities);
    return [errorAt(contract, [...path, 'capability'], 'capability_unknown', message, fix)];
  }
  const read = context.contractFor(capability);
  if (!read) return [];
  if (read.asset.effect === 'write') {
    const message = {
      en: `${capability} is a write; only a read may be made before or after a call.`,
      zh: `${capability} 是写操作；调用之前或之后只能做读取。`,
    };
    return [errorAt(contract, [...path, 'capability'], 'read_is_write', message)];
  }
  const known = semanticArguments(read.asset);
  const unknown = isExact ? given.filter((name) => !known.includes(name)) : [];
  const missing = known.filter((name) => {
    const argument = read.asset.arguments[name];
    return argument && 'origin' in argument && argument.required && !given.includes(name);
  });
  return [
    ...unknown.map((name) => {
      const message = {
        en: `${read.asset.id} takes no argument "${name}".`,
        zh: `${read.asset.id} 没有参数“${name}”。`,
      };
      return errorAt(contract, [...path, 'arguments', name], 'argument_unknown', message, didYouMean(name, known));
    }),
    ...missing.map((name) =>
      errorAt(contract, path, 'read_argument_missing', {
        en: `${read.asset.id} needs the argument "${name}".`,
        zh: `${read.asset.id} 需要参数“${name}”。`,
      }),
    ),
  ];
}

/** A read that needs itself can never be made. */
function checkCircle(context: CheckContext, contract: Contract): readonly Finding[] {
  const seen = new Set<Contract>();
  const open = needed(context, contract);
  for (let next = open.pop(); next; next = open.pop()) {
    if (next === contract) {
      const message = {
        en: `${contract.asset.id} needs a read that needs ${contract.asset.id} again.`,
        zh: `${contract.asset.id} 需要的读取又需要 ${contract.asset.id} 自己。`,
      };
      return [errorAt(contract, ['preconditions'], 'precondition_circle', message)];
    }
    if (seen.has(next)) continue;
    seen.add(next);
    open.push(...needed(context, next));
  }
  return [];
}

function needed(context: CheckContext, contract: Contract): Contract[] {
  return contract.asset.preconditions.flatMap(({ read }) => context.contractFor(read.capability) ?? []);
}
