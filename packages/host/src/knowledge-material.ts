import { assetsOf, type LoadedAssets, type Release } from '@rolecall/assets';
import type { KnowledgeMaterial } from '@rolecall/knowledge';

/** The material that a release holds by hash, from the files of which it was made. */
export function materialOf(assets: LoadedAssets, release: Release): readonly KnowledgeMaterial[] {
  const bases = new Map(assetsOf(assets, 'knowledge_base').map((base) => [base.hash, base.asset]));
  return release.knowledge.flatMap(({ hash, documents }): readonly KnowledgeMaterial[] => {
    const base = bases.get(hash);
    if (!base) return [];
    const titles = new Map(base.documents.map(({ file, title }) => [file, title]));
    const texts = documents.flatMap(({ file }) => {
      const text = assets.documents.get(file)?.text;
      return text === undefined ? [] : [{ file, title: titles.get(file), text }];
    });
    return [{ base: base.id, entries: base.entries, documents: texts }];
  });
}
