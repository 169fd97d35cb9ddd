import {
  type Bilingual,
  contentHash,
  didYouMean,
  type Finding,
  findingWords,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@rolecall/base';
import { ASSET_SCHEMAS, type Asset, isAssetKind } from '../schema/asset.ts';
import { type DocumentPath, describePath } from './document-path.ts';
import { explainIssues } from './explain-issue.ts';
import type { LoadedAsset, RefusedAsset } from './loaded-assets.ts';
import type { YamlDocument } from './read-yaml.ts';

export interface ParsedAsset {
  readonly loaded?: LoadedAsset | undefined;
  readonly refused?: RefusedAsset | undefined;
  readonly findings: readonly Finding[];
}

/** Turns one YAML document into an asset, or into findings that say why it is none. */
export function parseAsset(document: YamlDocument, file: string, isSystem: boolean): ParsedAsset {
  const finding = (code: string, message: Bilingual, path: DocumentPath, fix?: Bilingual): Finding => {
    const at = path.length === 0 ? undefined : describePath(path);
    return { severity: 'error', code, ...findingWords(message, fix), file, line: document.lineOf(path), path: at };
  };
  if (document.problems.length > 0) {
    const findings = document.problems.map(
      ({ code, message, line, path, fix }): Finding => ({ ...finding(code, message, path, fix), line }),
    );
    return { refused: refusedAsset(document, file), findings };
  }
  const { value } = document;
  if (!isJsonObject(value)) {
    return {
      findings: [
        finding(
          'asset_not_a_mapping',
          { en: 'An asset is a mapping with kind, id and version.', zh: '资产是带有 kind、id 和 version 的映射。' },
          [],
        ),
      ],
    };
  }
  const problem = kindProblem(value);
  if (problem) return { findings: [finding(problem.code, problem.message, ['kind'], problem.fix)] };
  const kind = value.kind as Asset['kind'];
  const result = ASSET_SCHEMAS[kind].safeParse(value);
  if (!result.success) {
    const explained = explainIssues(result.error.issues, ASSET_SCHEMAS[kind], value);
    return {
      refused: refusedAsset(document, file),
      findings: explained.map((issue) => finding(issue.code, issue.message, issue.path, issue.fix)),
    };
  }
  const asset: Asset = result.data;
  if (asset.id.startsWith('sys_') && !isSystem) {
    const message = {
      en: `"${asset.id}" cannot be defined here: ids that begin with sys_ come with the engine.`,
      zh: `“${asset.id}”不能在这里定义：sys_ 开头的 id 随引擎提供。`,
    };
    return {
      findings: [
        finding('asset_id_reserved', message, ['id'], {
          en: 'Choose another id, or refer to the system asset.',
          zh: '换一个 id，或引用那个系统基础资产。',
        }),
      ],
    };
  }
  const place: LoadedAsset['place'] = (path = []) => ({
    file,
    line: document.lineOf(path),
    path: path.length === 0 ? undefined : describePath(path),
  });
  return { loaded: new ReadAsset(asset, isSystem, value, place), findings: [] };
}

/** Hashing a thousand assets takes longer than checking them, and few hashes are asked for. */
class ReadAsset implements LoadedAsset {
  readonly asset: Asset;
  readonly isSystem: boolean;
  readonly source: JsonValue;
  readonly place: LoadedAsset['place'];
  #hash: string | undefined;

  constructor(asset: Asset, isSystem: boolean, source: JsonValue, place: LoadedAsset['place']) {
    this.asset = asset;
    this.isSystem = isSystem;
    this.source = source;
    this.place = place;
  }

  get hash(): string {
    this.#hash ??= contentHash(this.asset);
    return this.#hash;
  }
}

function kindProblem(
  value: JsonObject,
): { readonly code: string; readonly message: Bilingual; readonly fix: Bilingual | undefined } | undefined {
  const kinds = Object.keys(ASSET_SCHEMAS);
  const { kind } = value;
  if (isAssetKind(kind)) return undefined;
  if (kind === undefined) {
    const message = {
      en: 'The key "kind" is missing: it says what kind of asset this is.',
      zh: '缺少键“kind”：它说明这是哪种资产。',
    };
    return {
      code: 'asset_kind_missing',
      message,
      fix: { en: `One of ${kinds.join(', ')}.`, zh: `可以是 ${kinds.join('、')}。` },
    };
  }
  return {
    code: 'asset_kind_unknown',
    message: { en: `There is no kind of asset "${String(kind)}".`, zh: `没有“${String(kind)}”这种资产。` },
    fix: didYouMean(String(kind), kinds) ?? { en: `One of ${kinds.join(', ')}.`, zh: `可以是 ${kinds.join('、')}。` },
  };
}

/** What the document would be, as far as it says so. */
function refusedAsset(document: YamlDocument, file: string): RefusedAsset | undefined {
  const [kind, id] = [document.textOf('kind'), document.textOf('id')];
  if (kind === undefined || id === undefined || !isAssetKind(kind)) return undefined;
  return { kind, id, place: { file, line: document.problems[0]?.line ?? document.lineOf([]) } };
}
