import type { Finding } from '@rolecall/base';
import type { LoadedAsset } from '../loading/loaded-assets.ts';
import type { LinkedTask } from './link-business.ts';
import type { LinkedContract } from './link-contracts.ts';
import type { LinkedWording } from './link-wording.ts';

/** Everything a release is made of, with the places of its parts. */
export interface Closure {
  readonly employee: LoadedAsset<'ai_employee'>;
  readonly business: LoadedAsset<'business_asset_package'>;
  readonly tasks: readonly LinkedTask[];
  readonly requirements: readonly LoadedAsset<'mcp_requirement'>[];
  readonly contracts: ReadonlyMap<string, LinkedContract>;
  readonly records: ReadonlyMap<string, LoadedAsset<'record_schema'>>;
  readonly sharedGuards: readonly LoadedAsset<'shared_guard'>[];
  readonly wording: LinkedWording;
  readonly events: readonly LoadedAsset<'event_definition'>[];
  readonly findings: readonly Finding[];
}
