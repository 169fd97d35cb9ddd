import { didYouMean, type Finding, quotedList } from '@rolecall/base';
import { errorAt, findingAt } from '../finding-at.ts';
import { membersOfSchema } from '../json-schema/members-of-schema.ts';
import { assetsOf, type LoadedAsset } from '../loading/loaded-assets.ts';
import type { SemanticArgument } from '../schema/capability-contract.ts';
import type { CheckRule } from './check-rule.ts';
import { checkValueWords } from './value-words.ts';

/** What a customer confirms, they can read: the members of a write's objects have names, and their listed values words. */
export const memberLabels: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'capability_contract').flatMap((contract) =>
    Object.entries(contract.asset.arguments).flatMap(([name, argument]) =>
      'origin' in argument ? checkMembers(contract, name, argument) : [],
    ),
  );

type Contract = LoadedAsset<'capability_contract'>;

function checkMembers(contract: Contract, name: string, { schema, members = {} }: SemanticArgument) {
  const path = ['arguments', name];
  const known = membersOfSchema(schema);
  const findings: Finding[] = [];
  const unlabelled = [...known.keys()].filter((member) => !Object.hasOwn(members, member));
  if (contract.asset.effect === 'write' && unlabelled.length > 0) {
    const list = quotedList(unlabelled);
    const message = {
      en: `The members ${list.en} of "${name}" have no name for customers: they would read the key itself.`,
      zh: `“${name}”的成员 ${list.zh} 没有给客户看的名称：客户会读到键名本身。`,
    };
    const hint = { en: 'Add members with a label for each.', zh: '加上 members，并为每个成员写 label。' };
    findings.push(findingAt(contract, path, 'warning', 'argument_members_missing', message, hint));
  }
  for (const [member, { labels = {} }] of Object.entries(members)) {
    const at = [...path, 'members', member];
    const values = known.get(member);
    if (values === undefined) findings.push(unknownMember(contract, at, name, member, [...known.keys()]));
    else
      findings.push(...checkValueWords({ contract, path: at, name: member, values }, Object.keys(labels), 'warning'));
  }
  return findings;
}

function unknownMember(contract: Contract, at: string[], argument: string, member: string, known: readonly string[]) {
  const message = {
    en: `The schema of "${argument}" has no member "${member}".`,
    zh: `“${argument}”的 schema 里没有成员“${member}”。`,
  };
  return errorAt(contract, at, 'argument_member_unknown', message, didYouMean(member, known));
}
