import { type Bilingual, type Finding, findingWords } from '@rolecall/base';
import { systemAssetHashes, systemAssets } from '../loading/system-assets.ts';

/**
 * Names each system asset that is not what it was when somebody last agreed to them: an upgrade of the engine changed it.
 * `agreed` holds the hash of each by id; none means that nobody has agreed to anything yet.
 */
export function systemChanges(agreed: ReadonlyMap<string, string>): readonly Finding[] {
  if (agreed.size === 0) return [];
  const present = systemAssetHashes();
  const versions = new Map(systemAssets().map(({ asset }) => [asset.id, asset.version]));
  const fix = {
    en: 'Read what changed, then agree with rolecall check --accept-system.',
    zh: '先看看变了什么，再用 rolecall check --accept-system 表示同意。',
  };
  const found = (code: string, message: Bilingual): Finding => ({
    severity: 'warning',
    code,
    ...findingWords(message, fix),
    file: 'rolecall.lock',
    line: 1,
  });
  return [
    ...[...agreed].flatMap(([id, hash]) => {
      const now = present.get(id);
      if (now === undefined)
        return [
          found('system_asset_removed', {
            en: `The system asset "${id}" does not come with this engine any more.`,
            zh: `系统基础资产“${id}”不再随这个引擎提供。`,
          }),
        ];
      if (now === hash) return [];
      return [
        found('system_asset_changed', {
          en: `The system asset "${id}" (now ${versions.get(id)}) changed with the engine.`,
          zh: `系统基础资产“${id}”（现为 ${versions.get(id)}）随引擎改变了。`,
        }),
      ];
    }),
    ...[...present.keys()]
      .filter((id) => !agreed.has(id))
      .map(
        (id): Finding => ({
          ...found('system_asset_new', {
            en: `The system asset "${id}" is new with this engine.`,
            zh: `系统基础资产“${id}”是这个引擎新带来的。`,
          }),
          severity: 'notice',
        }),
      ),
  ];
}
