import { readdirSync, readFileSync } from 'node:fs';
import { contentHash, describeFinding, RolecallError } from '@rolecall/base';
import type { LoadedAsset } from './loaded-assets.ts';
import { readAssetFile } from './read-asset-file.ts';

/** Stands beside the sources and is published with them. */
const FOLDER = new URL('../../system/', import.meta.url);
let known: readonly LoadedAsset[] | undefined;

/** The assets that come with the engine: shared, read-only, read once. Their files are named `system/…` in findings. */
export function systemAssets(): readonly LoadedAsset[] {
  known ??= readdirSync(FOLDER)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .flatMap((name) => readSystemFile(name));
  return known;
}

/**
 * A hash of each, by id, of how it is written: it changes only when somebody changes the asset, and not when a kind gets a
 * new key with a default.
 */
export function systemAssetHashes(): ReadonlyMap<string, string> {
  return new Map(systemAssets().map(({ asset, source }) => [asset.id, contentHash(source)]));
}

function readSystemFile(name: string): readonly LoadedAsset[] {
  const { assets, findings } = readAssetFile(
    { file: `system/${name}`, text: readFileSync(new URL(name, FOLDER), 'utf8') },
    true,
  );
  const [broken] = findings;
  if (!broken) return assets;
  throw new RolecallError({
    code: 'system_asset_broken',
    message: {
      en: `A system asset is broken: ${describeFinding(broken)}`,
      zh: `系统基础资产有错：${describeFinding(broken, 'zh')}`,
    },
  });
}
