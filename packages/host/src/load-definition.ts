import {
  assetsOf,
  type CapabilitySpace,
  computeCapabilitySpace,
  linkEmployee,
  loadAssets,
  type Release,
  type RolePackShare,
} from '@rolecall/assets';
import { type Finding, nearestName } from '@rolecall/base';
import { discoverRolePacks, type LoadedPack, type ReportEntry, type RolePack } from '@rolecall/rolepack';
import { readWorkspaceConfig, type WorkspaceConfig } from './workspace-config.ts';

/** An employee as the files define it now. */
export interface EmployeeDefinition {
  readonly id: string;
  readonly release: Release;
  readonly space: CapabilitySpace;
  readonly pack: RolePack;
}

/** A whole workspace as the files define it now, and what is to be said about it. */
export interface WorkspaceDefinition {
  readonly config: WorkspaceConfig;
  readonly employees: readonly EmployeeDefinition[];
  readonly findings: readonly Finding[];
}

/** Reads and links all files. An employee that cannot be linked is left out, and a finding says why. Nothing starts. */
export async function loadDefinition(dir: string): Promise<WorkspaceDefinition> {
  const { config, findings: configFindings } = readWorkspaceConfig(dir);
  const packs = await discoverRolePacks(dir);
  const assets = await loadAssets(dir);
  const employees: EmployeeDefinition[] = [];
  const findings: Finding[] = [...configFindings, ...packs.flatMap(packFindings), ...assets.findings];
  for (const { asset, place } of assetsOf(assets, 'ai_employee')) {
    const pack = packs.find((loaded) => loaded.pack?.name === asset.role_pack)?.pack;
    if (!pack) {
      const nearest = nearestName(
        asset.role_pack,
        packs.flatMap((loaded) => loaded.pack?.name ?? []),
      );
      findings.push({
        severity: 'error',
        code: 'role_pack_unknown',
        ...place(['role_pack']),
        message: `There is no role pack "${asset.role_pack}" that can be loaded.`,
        fix:
          nearest === undefined
            ? 'Put it under role-packs/; the name is the manifest’s "name".'
            : `Did you mean "${nearest}"?`,
      });
      continue;
    }
    const linked = linkEmployee(assets, asset.id, shareOf(pack));
    findings.push(...linked.findings);
    if (!linked.release) continue;
    employees.push({ id: asset.id, release: linked.release, space: computeCapabilitySpace(linked.release), pack });
  }
  return { config, employees, findings };
}

/** What a release takes from a pack. */
function shareOf(pack: RolePack): RolePackShare {
  return {
    name: pack.name,
    digest: pack.digest,
    capabilities: pack.capabilities,
    strategy: { toolMode: pack.strategy.act.toolMode, toolReadonly: pack.strategy.act.toolReadonly === 'readonly' },
  };
}

function packFindings(loaded: LoadedPack): readonly Finding[] {
  return loaded.report.entries
    .filter((entry): entry is ReportEntry & Finding => entry.severity !== 'info')
    .map(({ severity, code, message, fix, file, line, path }) => ({ severity, code, message, fix, file, line, path }));
}
