import { contentHash, type Finding, isJsonObject, type JsonValue } from '@rolecall/base';
import { warningAt } from '../finding-at.ts';
import { latest } from '../linking/resolve-reference.ts';
import { assetsOf, type LoadedAsset, nameOf } from '../loading/loaded-assets.ts';
import type { CheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';

/** What only words a thing: left out of the comparison, wherever it stands. */
const WORDS = new Set(
  'id version title description semantics claims label labels ask say notice text must_include goal applies_when semantic_context eval_contract'.split(
    ' ',
  ),
);

/** Lists whose order says nothing. */
const SETS = new Set(['capability_bindings', 'mcp_requirements', 'platform_tools', 'guards', 'emits', 'subscribes']);

/** Schemas and answers are compared whole: there, such a name is a name. */
const WHOLE = new Set(['schema', 'project', 'facts', 'key']);

/**
 * Two tasks, or two contracts for the same capability or the same tool, that do the same in other words: the words belong
 * into a reply asset. Source: capability boundaries, section 三.
 */
export const wordingVariants: CheckRule = (context) => [
  ...sameInOtherWords(newest(context, 'task_asset_package'), () => ['task']),
  ...sameInOtherWords(newest(context, 'capability_contract'), ({ asset }) => [
    asset.capability,
    ...toolsFor(context, asset.capability),
  ]),
];

function newest<Kind extends 'task_asset_package' | 'capability_contract'>(
  { loaded }: CheckContext,
  kind: Kind,
): readonly LoadedAsset<Kind>[] {
  return assetsOf(loaded, kind).filter(
    (each) =>
      !each.isSystem && latest<'task_asset_package' | 'capability_contract'>(loaded, kind, each.asset.id) === each,
  );
}

function toolsFor({ loaded }: CheckContext, capability: string): readonly string[] {
  return assetsOf(loaded, 'ai_employee').flatMap(({ asset }) => {
    const binding = Object.hasOwn(asset.resources, capability) ? asset.resources[capability] : undefined;
    return binding && 'tool' in binding ? [`${asset.id} ${binding.server} ${binding.tool}`] : [];
  });
}

function sameInOtherWords<Kind extends 'task_asset_package' | 'capability_contract'>(
  assets: readonly LoadedAsset<Kind>[],
  groupsOf: (asset: LoadedAsset<Kind>) => readonly string[],
): readonly Finding[] {
  const groups = new Map<string, LoadedAsset<Kind>[]>();
  for (const asset of assets) {
    for (const group of groupsOf(asset)) groups.set(group, [...(groups.get(group) ?? []), asset]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .flatMap((group) => {
      const first = new Map<string, LoadedAsset<Kind>>();
      return group.flatMap((loaded): readonly Finding[] => {
        const shape = contentHash(withoutWords(loaded.source));
        const earlier = first.get(shape);
        if (!earlier) {
          first.set(shape, loaded);
          return [];
        }
        const message = {
          en: `${nameOf(loaded.asset)} differs from ${nameOf(earlier.asset)} only in its words.`,
          zh: `${nameOf(loaded.asset)} 与 ${nameOf(earlier.asset)} 只有说法不同。`,
        };
        const fix = {
          en: 'Keep one of the two, and say the other words in a reply asset.',
          zh: '保留其中一个，另一种说法写进回复资产。',
        };
        return [warningAt(loaded, ['id'], 'differs_only_in_wording', message, fix)];
      });
    });
}

function withoutWords(value: JsonValue, isWhole = false): JsonValue {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item, isWhole));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined || (!isWhole && (WORDS.has(key) || key === 'capability'))
        ? []
        : [[key, unordered(key, withoutWords(item, isWhole || WHOLE.has(key)))]],
    ),
  );
}

function unordered(key: string, value: JsonValue): JsonValue {
  if (!SETS.has(key) || !Array.isArray(value)) return value;
  return value.map((item: JsonValue) => contentHash(item)).sort();
}
