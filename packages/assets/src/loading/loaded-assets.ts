import type { Bilingual, Finding, JsonValue, Place } from '@rolecall/base';
import type { Asset, AssetKind, AssetOf } from '../schema/asset.ts';
import type { DocumentPath } from './document-path.ts';
import type { LoadedEvals } from './read-eval-file.ts';

/** An asset, and where it was read. */
export interface LoadedAsset<Kind extends AssetKind = AssetKind> {
  readonly asset: AssetOf<Kind>;
  /** Content hash of the asset as it was understood, defaults filled in. */
  readonly hash: string;
  /** Comes with the engine. */
  readonly isSystem: boolean;
  /** As it stands in the file. */
  readonly source: JsonValue;
  /** Where a part of it stands; the nearest part above, when it is not written. */
  place(path?: DocumentPath): Place;
}

/** What became of one file that was met. */
export interface FileReport {
  /** Relative to the workspace, with `/`. */
  readonly file: string;
  /**
   * `loaded`: every document became an asset. `partly`: some did not. `refused`: none did, and findings say why.
   * `ignored`: no asset file; `reason` says what it is.
   */
  readonly disposition: 'loaded' | 'partly' | 'refused' | 'ignored';
  /** `kind id@version` of the assets it gave. */
  readonly assets: readonly string[];
  readonly reason?: Bilingual | undefined;
}

/** A Markdown or text file under `knowledge/`. */
export interface LoadedDocument {
  /** Relative to the workspace, with `/`. */
  readonly file: string;
  readonly text: string;
  /** Of the text. */
  readonly hash: string;
}

/** A document that says what it is and has mistakes. */
export interface RefusedAsset {
  readonly kind: AssetKind;
  readonly id: string;
  readonly place: Place;
}

/** All assets of a workspace. */
export interface LoadedAssets {
  /** In the order of files and documents, system assets first. */
  readonly assets: readonly LoadedAsset[];
  /** Kind → id → versions. */
  readonly index: ReadonlyMap<AssetKind, ReadonlyMap<string, readonly LoadedAsset[]>>;
  /** The files of evaluation cases. */
  readonly evals: readonly LoadedEvals[];
  /** The documents under `knowledge/` by file, whether a knowledge base names them or not. */
  readonly documents: ReadonlyMap<string, LoadedDocument>;
  /** What would be an asset if it had no mistakes. */
  readonly refused: readonly RefusedAsset[];
  /** Every file that was met, the ignored ones too. */
  readonly files: readonly FileReport[];
  readonly findings: readonly Finding[];
}

/** The assets of one kind, in order. */
export function assetsOf<Kind extends AssetKind>(
  loaded: Pick<LoadedAssets, 'index'>,
  kind: Kind,
): readonly LoadedAsset<Kind>[] {
  const byId = loaded.index.get(kind);
  return byId ? ([...byId.values()].flat() as unknown as readonly LoadedAsset<Kind>[]) : [];
}

/** The versions of one asset. */
export function versionsOf<Kind extends AssetKind>(
  loaded: LoadedAssets,
  kind: Kind,
  id: string,
): readonly LoadedAsset<Kind>[] {
  return (loaded.index.get(kind)?.get(id) ?? []) as unknown as readonly LoadedAsset<Kind>[];
}

/** `id@version`. */
export function nameOf(asset: Pick<Asset, 'id' | 'version'>): string {
  return `${asset.id}@${asset.version}`;
}
