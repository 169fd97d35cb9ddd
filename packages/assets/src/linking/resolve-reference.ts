import { compareVersions, describePlace, highestVersion, nearestName, parseReference } from '@rolecall/base';
import { assetsOf, type LoadedAsset, type LoadedAssets, versionsOf } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';

export type Resolution<Kind extends AssetKind> =
  | { readonly ok: true; readonly loaded: LoadedAsset<Kind> }
  | { readonly ok: false; readonly message: string; readonly fix: string | undefined };

/** The asset that `id` or `id@range` names: the highest version in the range. A wrong one names the nearest right one. */
export function resolveReference<Kind extends AssetKind>(
  loaded: LoadedAssets,
  kind: Kind,
  reference: string,
): Resolution<Kind> {
  const parsed = parseReference(reference);
  if (!parsed) return { ok: false, message: `"${reference}" is no reference.`, fix: 'Write id or id@range.' };
  const versions = versionsOf(loaded, kind, parsed.id);
  const highest = highestVersion(
    versions.map(({ asset }) => asset.version),
    parsed.range,
  );
  const found = versions.find(({ asset }) => asset.version === highest);
  if (found) return { ok: true, loaded: found };
  if (versions.length > 0) {
    const known = versions.map(({ asset }) => asset.version).sort(compareVersions);
    const message = `No ${kind} "${parsed.id}" is in the range ${parsed.range ?? '*'}.`;
    return { ok: false, message, fix: `There is ${known.join(', ')}.` };
  }
  const refused = loaded.refused.find((each) => each.kind === kind && each.id === parsed.id);
  if (refused) {
    const message = `The ${kind} "${parsed.id}" has mistakes and was not loaded (${describePlace(refused.place)}).`;
    return { ok: false, message, fix: undefined };
  }
  return { ok: false, message: `There is no ${kind} "${parsed.id}".`, fix: nearest(loaded, kind, parsed.id) };
}

function nearest(loaded: LoadedAssets, kind: AssetKind, id: string): string | undefined {
  const other = loaded.assets.find(({ asset }) => asset.id === id);
  if (other) return `"${id}" is a ${other.asset.kind}.`;
  const near = nearestName(id, new Set(assetsOf(loaded, kind).map(({ asset }) => asset.id)));
  return near === undefined ? undefined : `Did you mean "${near}"?`;
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
