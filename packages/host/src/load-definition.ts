import { basename, relative, sep } from 'node:path';
import {
  assetsOf,
  type CapabilitySpace,
  type CheckOptions,
  checkWorkspace,
  computeCapabilitySpace,
  type LoadedAsset,
  type LoadedAssets,
  linkEmployee,
  loadAssets,
  type Release,
  type RolePackShare,
} from '@rolecall/assets';
import { compareVersions, type Finding, findingWords } from '@rolecall/base';
import type { KnowledgeMaterial } from '@rolecall/knowledge';
import type { Agreements } from '@rolecall/mcp';
import { discoverRolePacks, type LoadReport, loadSkillPool, type RolePack, type SkillPool } from '@rolecall/rolepack';
import { materialOf } from './knowledge-material.ts';
import { modelFindings } from './model-findings.ts';
import { webhookFindings } from './outbox/webhook-findings.ts';
import { secretFindings } from './secret-findings.ts';
import { workspaceAgreements } from './workspace-agreements.ts';
import { readWorkspaceConfig, type WorkspaceConfig } from './workspace-config.ts';

/** An employee as the files define it now. */
export interface EmployeeDefinition {
  readonly id: string;
  readonly release: Release;
  readonly space: CapabilitySpace;
  readonly pack: RolePack;
  /** The skills that every employee of the workspace has. */
  readonly skills: SkillPool;
  /** What its knowledge bases say. */
  readonly material: readonly KnowledgeMaterial[];
}

/** A whole workspace as the files define it now, and what is to be said about it. */
export interface WorkspaceDefinition {
  readonly config: WorkspaceConfig;
  readonly employees: readonly EmployeeDefinition[];
  readonly findings: readonly Finding[];
}

/**
 * Reads, links and checks all files. An employee that cannot be linked is left out, and a finding says why. Nothing
 * starts. A `rolecall.yaml` that cannot be read any more stays as it was `before`.
 */
export async function loadDefinition(dir: string, before?: WorkspaceDefinition): Promise<WorkspaceDefinition> {
  const { config, findings } = readWorkspaceConfig(dir, before?.config);
  const loadedPacks = await discoverRolePacks(dir);
  const packs = new Map(loadedPacks.flatMap(({ pack }) => (pack ? [[pack.name, pack] as const] : [])));
  const skills = await loadSkillPool(dir);
  const assets = await loadAssets(dir);
  const { agreements, findings: ofLock } = await workspaceAgreements(dir);
  const rolePacks = new Map([...packs].map(([name, pack]) => [name, shareOf(pack)]));
  const ids = new Set(assetsOf(assets, 'ai_employee').map(({ asset }) => asset.id));
  const offering = assetsOf(assets, 'ai_employee').flatMap((employee) => offerFindings(employee, packs));
  const ofAssets = checkWorkspace(assets, { rolePacks, ...agreedTo(agreements) });
  return {
    config,
    employees: [...ids].flatMap((id) => defineEmployee(id, assets, packs, skills)),
    findings: [
      ...findings,
      ...loadedPacks.flatMap(({ report }) => packFindings(report, dir)),
      ...packFindings(skills.report, dir),
      ...ofLock,
      ...offering,
      ...webhookFindings(config, assets),
      ...modelFindings(config, assets),
      ...ofAssets,
      ...(await secretFindings(dir, ofAssets)),
    ],
  };
}

/** The newest version of the employee, linked; none when its pack or its business package is missing. */
function defineEmployee(
  id: string,
  assets: LoadedAssets,
  packs: ReadonlyMap<string, RolePack>,
  skills: SkillPool,
): readonly EmployeeDefinition[] {
  const newest = assetsOf(assets, 'ai_employee')
    .map(({ asset }) => asset)
    .filter((employee) => employee.id === id)
    .sort((left, right) => compareVersions(right.version, left.version))[0];
  const pack = newest && packs.get(newest.role_pack);
  const release = pack && linkEmployee(assets, id, shareOf(pack)).release;
  if (!release) return [];
  return [{ id, release, space: computeCapabilitySpace(release), pack, skills, material: materialOf(assets, release) }];
}

/** A server that a pack offers starts nothing in an employee, and whoever expects it to is told. */
function offerFindings(employee: LoadedAsset<'ai_employee'>, packs: ReadonlyMap<string, RolePack>): readonly Finding[] {
  const { asset } = employee;
  const offers = packs.get(asset.role_pack)?.mcpServers ?? [];
  return offers
    .filter(({ name }) => !Object.hasOwn(asset.mcp_servers, name))
    .map(({ name }) => ({
      severity: 'notice',
      code: 'pack_server_not_bound',
      ...findingWords(
        {
          en: `The role pack offers the server "${name}"; in an AI employee it starts only where a contract is bound to it.`,
          zh: `角色包提供了服务器“${name}”；在 AI 员工里，绑定了契约它才会启动。`,
        },
        {
          en: 'Declare it under mcp_servers and bind capabilities to its tools, if the employee is to use it.',
          zh: '如果员工要用它，在 mcp_servers 下声明它，并把能力绑定到它的工具。',
        },
      ),
      ...employee.place(['role_pack']),
    }));
}

/** What a release takes from a pack. */
export function shareOf(pack: RolePack): RolePackShare {
  return {
    name: pack.name,
    digest: pack.digest,
    capabilities: pack.capabilities,
    strategy: { toolMode: pack.strategy.act.toolMode, toolReadonly: pack.strategy.act.toolReadonly === 'readonly' },
  };
}

/** What the check needs of the lock. */
function agreedTo({ tools, system }: Agreements): Pick<CheckOptions, 'tools' | 'systemPins'> {
  return {
    systemPins: system,
    tools: new Map(
      [...tools].map(([name, { read_only, destructive }]) => [name, { readOnly: read_only, destructive }]),
    ),
  };
}

/** What a report finds, its files named from the workspace. */
function packFindings(report: LoadReport, dir: string): readonly Finding[] {
  const own = relative(dir, report.path).split(sep).join('/');
  const placed = (file: string | undefined): string =>
    file === undefined || file === basename(report.path) ? own : [own, file].filter(Boolean).join('/');
  return report.entries.flatMap(({ severity, code, message, fix, zh, file, line, path }) =>
    severity === 'info' ? [] : [{ severity, code, message, fix, zh, file: placed(file), line, path }],
  );
}
