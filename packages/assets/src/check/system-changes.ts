import type { Finding } from '@rolecall/base';
import type { LoadedAssets } from '../loading/loaded-assets.ts';

/**
 * Names each system asset that is not what it was when somebody last agreed to them: an upgrade of the engine changed it.
 * `agreed` holds the hash of each by id; none means that nobody has agreed to anything yet.
 */
export function systemChanges(loaded: LoadedAssets, agreed: ReadonlyMap<string, string>): readonly Finding[] {
  if (agreed.size === 0) return [];
  const present = new Map(loaded.assets.filter(({ isSystem }) => isSystem).map((each) => [each.asset.id, each]));
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
      if (!now)
        return [found('system_asset_removed', `The system asset "${id}" does not come with this engine any more.`)];
      if (now.hash === hash) return [];
      return [
        found('system_asset_changed', `The system asset "${id}" (now ${now.asset.version}) changed with the engine.`),
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
