import {
  type Bilingual,
  compareVersions,
  describePlace,
  didYouMean,
  highestVersion,
  parseReference,
} from '@rolecall/base';
import { assetsOf, type LoadedAsset, type LoadedAssets, versionsOf } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';

export type Resolution<Kind extends AssetKind> =
  | { readonly ok: true; readonly loaded: LoadedAsset<Kind> }
  | { readonly ok: false; readonly message: Bilingual; readonly fix: Bilingual | undefined };

/** The asset that `id` or `id@range` names: the highest version in the range. A wrong one names the nearest right one. */
export function resolveReference<Kind extends AssetKind>(
  loaded: LoadedAssets,
  kind: Kind,
  reference: string,
): Resolution<Kind> {
  const parsed = parseReference(reference);
  if (!parsed)
    return {
      ok: false,
      message: { en: `"${reference}" is no reference.`, zh: `“${reference}”不是引用。` },
      fix: { en: 'Write id or id@range.', zh: '写 id 或 id@range。' },
    };
  const versions = versionsOf(loaded, kind, parsed.id);
  const highest = highestVersion(
    versions.map(({ asset }) => asset.version),
    parsed.range,
  );
  const found = versions.find(({ asset }) => asset.version === highest);
  if (found) return { ok: true, loaded: found };
  if (versions.length > 0) {
    const known = versions.map(({ asset }) => asset.version).sort(compareVersions);
    const message = {
      en: `No ${kind} "${parsed.id}" is in the range ${parsed.range ?? '*'}.`,
      zh: `${kind}“${parsed.id}”没有在范围 ${parsed.range ?? '*'} 内的版本。`,
    };
    return { ok: false, message, fix: { en: `There is ${known.join(', ')}.`, zh: `现有的是 ${known.join('、')}。` } };
  }
  const refused = loaded.refused.find((each) => each.kind === kind && each.id === parsed.id);
  if (refused) {
    const message = {
      en: `The ${kind} "${parsed.id}" has mistakes and was not loaded (${describePlace(refused.place)}).`,
      zh: `${kind}“${parsed.id}”有错，没有装载（${describePlace(refused.place)}）。`,
    };
    return { ok: false, message, fix: undefined };
  }
  return {
    ok: false,
    message: { en: `There is no ${kind} "${parsed.id}".`, zh: `没有 ${kind}“${parsed.id}”。` },
    fix: nearest(loaded, kind, parsed.id),
  };
}

function nearest(loaded: LoadedAssets, kind: AssetKind, id: string): Bilingual | undefined {
  const other = loaded.assets.find(({ asset }) => asset.id === id);
  if (other) return { en: `"${id}" is a ${other.asset.kind}.`, zh: `“${id}”是 ${other.asset.kind}。` };
  return didYouMean(id, new Set(assetsOf(loaded, kind).map(({ asset }) => asset.id)));
}

/** The highest version of an asset that is referred to by its id alone. */
export function latest<Kind extends AssetKind>(
  loaded: LoadedAssets,
  kind: Kind,
  id: string,
): LoadedAsset<Kind> | undefined {
  const resolution = resolveReference(loaded, kind, id);
  return resolution.ok ? resolution.loaded : undefined;
}
