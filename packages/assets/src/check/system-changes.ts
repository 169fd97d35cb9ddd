import type { Finding } from '@rolecall/base';
import { systemAssetHashes, systemAssets } from '../loading/system-assets.ts';

/**
 * Names each system asset that is not what it was when somebody last agreed to them: an upgrade of the engine changed it.
 * `agreed` holds the hash of each by id; none means that nobody has agreed to anything yet.
 */
export function systemChanges(agreed: ReadonlyMap<string, string>): readonly Finding[] {
  if (agreed.size === 0) return [];
  const present = systemAssetHashes();
  const versions = new Map(systemAssets().map(({ asset }) => [asset.id, asset.version]));
  const fix = 'Read what changed, then agree with rolecall check --accept-system.';
  const found = (code: string, message: string): Finding => ({
    severity: 'warning',
    code,
    message,
    fix,
    file: 'rolecall.lock',
    line: 1,
  });
  return [
    ...[...agreed].flatMap(([id, hash]) => {
      const now = present.get(id);
      if (now === undefined)
        return [found('system_asset_removed', `The system asset "${id}" does not come with this engine any more.`)];
      if (now === hash) return [];
      return [
        found('system_asset_changed', `The system asset "${id}" (now ${versions.get(id)}) changed with the engine.`),
      ];
    }),
    ...[...present.keys()]
      .filter((id) => !agreed.has(id))
      .map(
        (id): Finding => ({
          ...found('system_asset_new', `The system asset "${id}" is new with this engine.`),
          severity: 'notice',
        }),
      ),
  ];
}
