import { type Finding, nearestName } from '@rolecall/base';
import { errorAt, sortedFindings } from '../finding-at.ts';
import { assetsOf, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { RolePackShare } from '../release.ts';
import { argumentLabels } from './argument-labels.ts';
import { argumentUse } from './argument-use.ts';
import { boundaries } from './boundaries.ts';
import { createCheckContext } from './check-context.ts';
import type { CheckRule } from './check-rule.ts';
import { choiceOrigins } from './choice-origins.ts';
import { claims } from './claims.ts';
import { configuration } from './configuration.ts';
import { control } from './control.ts';
import { employeeResources } from './employee-resources.ts';
import { events } from './events.ts';
import { expressions } from './expressions.ts';
import { facts } from './facts.ts';
import { journey } from './journey.ts';
import { jsonSchemas } from './json-schemas.ts';
import { layering } from './layering.ts';
import { madeReads } from './made-reads.ts';
import { neededReads } from './needed-reads.ts';
import { permissions } from './permissions.ts';
import { references } from './references.ts';
import { replyAssets } from './reply-assets.ts';
import { resultCodes } from './result-codes.ts';
import { secrets } from './secrets.ts';
import { taskBindings } from './task-bindings.ts';
import { unusedAssets } from './unused-assets.ts';
import { writeSafeguards } from './write-safeguards.ts';

const RULES: readonly CheckRule[] = [
  references,
  jsonSchemas,
  expressions,
  writeSafeguards,
  resultCodes,
  argumentLabels,
  argumentUse,
  madeReads,
  neededReads,
  choiceOrigins,
  facts,
  journey,
  taskBindings,
  control,
  configuration,
  permissions,
  events,
  replyAssets,
  claims,
  employeeResources,
  boundaries,
  layering,
  secrets,
  unusedAssets,
];

export interface CheckOptions {
  /** The role packs of the workspace by the name in their manifest. Without it, packs limit nothing and none is missing. */
  readonly rolePacks?: ReadonlyMap<string, RolePackShare> | undefined;
}

/**
 * Everything there is to say about a workspace's assets: what loading found, what does not link, and what every rule of
 * the boundaries document finds. Each finding once, in the order of files and lines. Nothing starts and nothing is called.
 */
export function checkWorkspace(loaded: LoadedAssets, options: CheckOptions = {}): readonly Finding[] {
  const { rolePacks } = options;
  const context = createCheckContext(loaded, (name) => rolePacks?.get(name));
  return sortedFindings([
    ...loaded.findings,
    ...RULES.flatMap((rule) => rule(context)),
    ...(rolePacks ? missingRolePacks(loaded, rolePacks) : []),
  ]);
}

function missingRolePacks(loaded: LoadedAssets, rolePacks: ReadonlyMap<string, RolePackShare>): readonly Finding[] {
  return assetsOf(loaded, 'ai_employee')
    .filter(({ asset }) => !rolePacks.has(asset.role_pack))
    .map((employee) => {
      const { role_pack: name } = employee.asset;
      const near = nearestName(name, rolePacks.keys());
      const fix = near ? `Did you mean "${near}"?` : 'Put it under role-packs/.';
      return errorAt(employee, ['role_pack'], 'role_pack_unknown', `There is no role pack "${name}".`, fix);
    });
}
