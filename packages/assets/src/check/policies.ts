import type { Finding } from '@rolecall/base';
import { compilePattern, unusablePattern } from '../expression/linear-pattern.ts';
import { usedPaths } from '../expression/used-paths.ts';
import { BOOL, OPEN_OBJECT, unionOf, type ValueType } from '../expression/value-type.ts';
import { errorAt, warningAt } from '../finding-at.ts';
import { linkTasks } from '../linking/link-business.ts';
import { linkWording } from '../linking/link-wording.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import { expressionSlot, type Slot, textSlots } from '../slots/slot.ts';
import { CALL_NAMES } from '../slots/standing-types.ts';
import { factsType } from '../slots/type-book.ts';
import type { CheckRule } from './check-rule.ts';
import { checkSlot } from './expressions.ts';

type Policy = LoadedAsset<'business_policy'>;

/** The conditions of a policy can be typed over the facts of the tasks beside it, and its patterns can be tested. */
export const policies: CheckRule = ({ loaded }) =>
  assetsOf(loaded, 'business_policy').flatMap((policy) => [
    ...slotsOf(policy, factsBeside(loaded, policy)).flatMap((slot) => checkSlot(policy, slot)),
    ...checkPatterns(policy),
    ...checkIds(policy),
    ...checkUnknownFacts(policy),
  ]);

const RULES = ['may_promise', 'must_refuse', 'hand_over_when'] as const;

function slotsOf(policy: Policy, facts: ValueType): readonly Slot[] {
  const names = new Map<string, ValueType>([...CALL_NAMES, ['facts', facts]]);
  return RULES.flatMap((list) =>
    policy.asset[list].flatMap((rule, index) => [
      ...expressionSlot([list, index, 'when'], rule.when, { names, wants: BOOL }),
      ...('say' in rule ? textSlots([list, index, 'say'], rule.say, { names }) : []),
    ]),
  );
}

/** The facts of every task that some business installs together with the policy; any fact for a policy without one. */
function factsBeside(loaded: LoadedAssets, policy: Policy): ValueType {
  const types = assetsOf(loaded, 'business_asset_package')
    .filter((business) => linkWording(loaded, business).policies.includes(policy))
    .flatMap((business) => linkTasks(loaded, business).tasks.map(({ task }) => factsType(task.asset)));
  return types.length === 0 ? OPEN_OBJECT : unionOf(types);
}

function checkPatterns(policy: Policy): readonly Finding[] {
  return RULES.flatMap((list) =>
    policy.asset[list].flatMap(({ pattern }, index) => {
      const compiled = pattern === undefined ? undefined : compilePattern(`(?is)${pattern}`);
      if (!compiled || compiled.ok) return [];
      return [errorAt(policy, [list, index, 'pattern'], 'pattern_invalid', unusablePattern(compiled.message))];
    }),
  );
}

function checkIds(policy: Policy): readonly Finding[] {
  return RULES.flatMap((list) => {
    const ids = policy.asset[list].map(({ id }) => id);
    return ids.flatMap((id, index) =>
      ids.indexOf(id) < index
        ? [
            errorAt(policy, [list, index, 'id'], 'condition_id_duplicate', {
              en: `The id "${id}" stands twice in ${list}.`,
              zh: `id“${id}”在 ${list} 里出现了两次。`,
            }),
          ]
        : [],
    );
  });
}

/**
 * A forbidding condition that cannot be evaluated holds. One over a fact that it does not ask for with `has` forbids in every
 * conversation that does not know the fact yet.
 */
function checkUnknownFacts(policy: Policy): readonly Finding[] {
  return (['must_refuse', 'hand_over_when'] as const).flatMap((list) =>
    policy.asset[list].flatMap(({ when }, index) => {
      if (when === undefined) return [];
      const asked = new Set([...when.matchAll(/\bhas\(\s*(facts\.\w+)\s*\)/g)].map((match) => match[1]));
      const unknown = [...usedPaths(when)].find((path) => path.startsWith('facts.') && !asked.has(path));
      if (unknown === undefined) return [];
      const message = {
        en: `As long as ${unknown} is not known, this cannot be evaluated, and what forbids then holds.`,
        zh: `只要 ${unknown} 还不知道，这个条件就无法求值，禁止的一方便成立。`,
      };
      const fix = {
        en: `Write has(${unknown}) && … where it is not meant so.`,
        zh: `如果不是这个意思，写成 has(${unknown}) && …。`,
      };
      return [warningAt(policy, [list, index, 'when'], 'condition_may_fail', message, fix)];
    }),
  );
}
