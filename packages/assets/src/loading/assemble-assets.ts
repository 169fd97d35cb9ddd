import { describePlace, type Finding, findingWords } from '@rolecall/base';
import type { AssetKind } from '../schema/asset.ts';
import {
  assetsOf,
  type FileReport,
  type LoadedAsset,
  type LoadedAssets,
  type LoadedDocument,
  nameOf,
  type RefusedAsset,
} from './loaded-assets.ts';
import { type AssetText, type ReadAssets, readAssetFile } from './read-asset-file.ts';
import { type LoadedEvals, readEvalFile } from './read-eval-file.ts';
import { systemAssets } from './system-assets.ts';

/** Evaluation cases are no assets: no release holds them. */
const EVALS = 'evals/';

/**
 * Reads asset files that are already in memory, adds the system assets and indexes everything. Pure; what `loadAssets`
 * does once it has the texts.
 */
export function assembleAssets(
  texts: readonly AssetText[],
  others: {
    readonly files?: readonly FileReport[];
    readonly findings?: readonly Finding[];
    readonly documents?: ReadonlyMap<string, LoadedDocument>;
  } = {},
): LoadedAssets {
  const files: FileReport[] = [...(others.files ?? [])];
  const findings: Finding[] = [...(others.findings ?? [])];
  const refused: RefusedAsset[] = [];
  const evals: LoadedEvals[] = [];
  const byName = new Map<string, LoadedAsset>();
  for (const loaded of systemAssets()) byName.set(keyOf(loaded), loaded);
  for (const text of texts) {
    if (text.file.startsWith(EVALS)) {
      const read = readEvalFile(text);
      findings.push(...read.findings);
      if (read.evals) evals.push(read.evals);
      files.push({ file: text.file, disposition: read.evals ? 'loaded' : 'refused', assets: [] });
      continue;
    }
    const read = readAssetFile(text);
    findings.push(...read.findings);
    refused.push(...read.refused);
    const kept = read.assets.filter((loaded) => {
      const earlier = byName.get(keyOf(loaded));
      if (earlier) findings.push(duplicate(loaded, earlier));
      else byName.set(keyOf(loaded), loaded);
      return !earlier;
    });
    files.push(reportOf(read, kept));
  }
  const assets = [...byName.values()];
  const index = indexOf(assets);
  const documents = others.documents ?? new Map<string, LoadedDocument>();
  files.push(...documentReports(documents, index));
  return {
    assets,
    index,
    evals,
    documents,
    refused,
    files: files.sort((left, right) => compareText(left.file, right.file)),
    findings,
  };
}

function keyOf({ asset }: LoadedAsset): string {
  return `${asset.kind} ${nameOf(asset)}`;
}

function reportOf(read: ReadAssets, kept: readonly LoadedAsset[]): FileReport {
  const { file } = read;
  const assets = kept.map(keyOf);
  if (read.isEmpty)
    return { file, disposition: 'ignored', assets, reason: { en: 'it holds no asset', zh: '里面没有资产' } };
  const isWhole = read.findings.every((finding) => finding.severity !== 'error') && kept.length === read.assets.length;
  return { file, disposition: isWhole ? 'loaded' : kept.length > 0 ? 'partly' : 'refused', assets };
}

/** A document that no knowledge base names is met, and told of, and used by nobody. */
function documentReports(
  documents: ReadonlyMap<string, LoadedDocument>,
  index: LoadedAssets['index'],
): readonly FileReport[] {
  const bases = assetsOf({ index }, 'knowledge_base');
  const named = new Set(bases.flatMap(({ asset }) => asset.documents.map(({ file }) => file)));
  return [...documents.keys()].map((file) =>
    named.has(file)
      ? { file, disposition: 'loaded', assets: [] }
      : {
          file,
          disposition: 'ignored',
          assets: [],
          reason: { en: 'no knowledge base names it', zh: '没有知识库写到它' },
        },
  );
}

function duplicate(loaded: LoadedAsset, earlier: LoadedAsset): Finding {
  return {
    severity: 'error',
    code: 'asset_duplicate',
    ...findingWords(
      {
        en: `${keyOf(loaded)} is already defined in ${describePlace(earlier.place())}.`,
        zh: `${keyOf(loaded)} 已经在 ${describePlace(earlier.place())} 定义过。`,
      },
      {
        en: 'Give one of the two another id or version, or remove it. Until then the first one counts.',
        zh: '给其中一个换 id 或版本，或去掉一个。在那之前以第一个为准。',
      },
    ),
    ...loaded.place(['id']),
  };
}

function indexOf(assets: readonly LoadedAsset[]): LoadedAssets['index'] {
  const index = new Map<AssetKind, Map<string, LoadedAsset[]>>();
  for (const loaded of assets) {
    const byId = index.get(loaded.asset.kind) ?? new Map<string, LoadedAsset[]>();
    index.set(loaded.asset.kind, byId);
    byId.set(loaded.asset.id, [...(byId.get(loaded.asset.id) ?? []), loaded]);
  }
  return index;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
