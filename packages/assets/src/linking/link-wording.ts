import type { Finding } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { AssetKind } from '../schema/asset.ts';
import { rememberLink } from './remember-link.ts';
import { resolveReference } from './resolve-reference.ts';

type Business = LoadedAsset<'business_asset_package'>;

/** What a business says and may not say. */
export interface LinkedWording {
  readonly policies: readonly LoadedAsset<'business_policy'>[];
  readonly replies: readonly LoadedAsset<'reply_asset'>[];
  readonly expression: LoadedAsset<'customer_expression'> | undefined;
  readonly knowledge: readonly LoadedAsset<'knowledge_base'>[];
  readonly findings: readonly Finding[];
}

/** Resolves a business's policies, replies and expression, in its own order. */
export const linkWording = rememberLink(findWording);

function findWording(loaded: LoadedAssets, business: Business): LinkedWording {
  const findings: Finding[] = [];
  const resolve = <Kind extends AssetKind>(kind: Kind, path: readonly (string | number)[], reference: string) => {
    const resolution = resolveReference(loaded, kind, reference);
    if (resolution.ok) return [resolution.loaded];
    findings.push(errorAt(business, path, 'reference_unknown', resolution.message, resolution.fix));
    return [];
  };
  const { policies, replies, expression, knowledge } = business.asset;
  const linked = {
    policies: policies.flatMap((each, index) => resolve('business_policy', ['policies', index], each)),
    replies: replies.flatMap((each, index) => resolve('reply_asset', ['replies', index], each)),
    expression: expression === undefined ? undefined : resolve('customer_expression', ['expression'], expression)[0],
  };
  const bases = knowledge.flatMap((each, index) => resolve('knowledge_base', ['knowledge', index], each));
  return { ...linked, knowledge: bases, findings };
}

/** The definitions of the events that a business, its tasks and their contracts name, and those of the engine. */
export function linkEvents(
  loaded: LoadedAssets,
  names: ReadonlySet<string>,
): readonly LoadedAsset<'event_definition'>[] {
  const events = assetsOf(loaded, 'event_definition').filter(({ asset, isSystem }) => isSystem || names.has(asset.id));
  return events.sort((left, right) => (left.asset.id < right.asset.id ? -1 : left.asset.id > right.asset.id ? 1 : 0));
}
