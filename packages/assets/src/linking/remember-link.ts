import type { LoadedAsset, LoadedAssets } from '../loading/loaded-assets.ts';

/** The same question about the same assets is answered once: several rules and every employee ask it. */
export function rememberLink<Asset extends LoadedAsset, Linked>(
  link: (loaded: LoadedAssets, asset: Asset) => Linked,
): (loaded: LoadedAssets, asset: Asset) => Linked {
  const known = new WeakMap<LoadedAssets, WeakMap<Asset, { readonly linked: Linked }>>();
  return (loaded, asset) => {
    const ofAssets = known.get(loaded) ?? new WeakMap<Asset, { readonly linked: Linked }>();
    known.set(loaded, ofAssets);
    const present = ofAssets.get(asset);
    if (present) return present.linked;
    const linked = link(loaded, asset);
    ofAssets.set(asset, { linked });
    return linked;
  };
}
