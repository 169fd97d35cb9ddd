import { type Finding, findingWords } from '@rolecall/base';
import type { LoadedAsset, RefusedAsset } from './loaded-assets.ts';
import { parseAsset } from './parse-asset.ts';
import { readYaml } from './read-yaml.ts';

/** A text that may hold assets, by its name in the workspace. */
export interface AssetText {
  readonly file: string;
  readonly text: string;
}

/** What one file gave. */
export interface ReadAssets {
  readonly file: string;
  readonly assets: readonly LoadedAsset[];
  readonly refused: readonly RefusedAsset[];
  readonly findings: readonly Finding[];
  /** No document at all. */
  readonly isEmpty: boolean;
}

/** Reads one file; `isSystem` allows the ids that come with the engine. */
export function readAssetFile({ file, text }: AssetText, isSystem = false): ReadAssets {
  const yaml = readYaml(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  const findings: Finding[] = yaml.problems.map(
    ({ code, message, line, fix }): Finding => ({ severity: 'error', code, ...findingWords(message, fix), file, line }),
  );
  const assets: LoadedAsset[] = [];
  const refused: RefusedAsset[] = [];
  for (const document of yaml.documents) {
    const parsed = parseAsset(document, file, isSystem);
    findings.push(...parsed.findings);
    if (parsed.loaded) assets.push(parsed.loaded);
    if (parsed.refused) refused.push(parsed.refused);
  }
  const isEmpty = yaml.documents.length === 0 && yaml.problems.length === 0;
  if (isEmpty) {
    findings.push({
      severity: 'warning',
      code: 'asset_file_empty',
      ...findingWords({ en: 'The file holds no asset.', zh: '文件里没有资产。' }),
      file,
    });
  }
  return { file, assets, refused, findings, isEmpty };
}
