import { type CapabilityKey, domainOf, type Place, parseReference } from '@rolecall/base';
import { type CapabilitySpace, MOST_LISTED_TOOLS, type SpaceEntry, type StaticCheck } from './capability-space.ts';
import { placeKey } from './linking/places.ts';
import type { DocumentPath } from './loading/document-path.ts';
import type { InstalledTask, Release } from './release.ts';
import type { AssetKind } from './schema/asset.ts';
import { because, reasonText } from './space-reasons.ts';

/** Domains of the role pack standard: a pack that declares capabilities limits them all. Source: RolePack, section 四. */
const STANDARD_DOMAINS: ReadonlySet<string> = new Set(['file', 'web', 'code', 'memory', 'task', 'llm']);

/**
 * Boundaries 1 to 4, without stage and liveness, for every capability that the workspace knows.
 *
 * Pure and computed once for a release. The first boundary that fails holds the capability back; those after it are
 * still looked at, so that one can see what else would be missing. Source: design, section 6.
 */
export function computeCapabilitySpace(release: Release): CapabilitySpace {
  const keys = new Set([
    ...Object.keys(release.known),
    ...Object.keys(release.contracts),
    ...release.requirements.flatMap((requirement) => requirement.capability_keys),
    ...release.tasks.flatMap(({ task }) => task.platform_tools),
    ...Object.keys(release.employee.resources),
  ]);
  const entries = [...keys].sort().map((key) => [key, entryOf(release, key)] as const);
  const open = entries.filter(([, { heldBackBy, bound }]) => heldBackBy === undefined && bound);
  const tools = open.length > MOST_LISTED_TOOLS ? 'found' : 'each';
  return { release: release.hash, tools, entries: Object.fromEntries(entries) };
}

function entryOf(release: Release, capability: CapabilityKey): SpaceEntry {
  const source = sourceOf(release, capability);
  const checks = {
    installed: checkInstalled(release, capability, source),
    bound: checkBound(release, capability, source),
    permitted: checkPermitted(release, capability, source),
    connected: checkConnected(release, capability, source),
  };
  return {
    capability,
    known: own(release.known, capability),
    bound: own(release.contracts, capability),
    requirement: source?.requirement,
    binding: own(release.employee.resources, capability),
    checks,
    heldBackBy: (['installed', 'bound', 'permitted', 'connected'] as const).find((each) => !checks[each].passed),
  };
}

/** Where a capability comes into the release: the installed task, and the requirement (none for a platform tool). */
interface Source {
  readonly installed: InstalledTask;
  readonly requirement: string | undefined;
}

/** The task that binds the key comes before one that only introduces it. */
function sourceOf(release: Release, capability: CapabilityKey): Source | undefined {
  const binding = own(release.contracts, capability)?.task;
  const tasks = [...release.tasks].sort((a, b) => Number(b.task.id === binding) - Number(a.task.id === binding));
  for (const installed of tasks) {
    const requirement = installed.task.mcp_requirements.find((id) =>
      release.requirements.find((each) => each.id === id)?.capability_keys.includes(capability),
    );
    if (requirement !== undefined) return { installed, requirement };
    if (installed.task.platform_tools.includes(capability)) return { installed, requirement: undefined };
  }
  return undefined;
}

function checkInstalled(release: Release, capability: CapabilityKey, source: Source | undefined): StaticCheck {
  const { business } = release;
  if (source) {
    const index = business.task_installations.findIndex(
      ({ task }) => parseReference(task)?.id === source.installed.task.id,
    );
    const { requirement } = source;
    const values = { business: business.id, task: source.installed.task.id, capability };
    return {
      passed: true,
      ...(requirement === undefined
        ? because('installs_platform', values)
        : because('installs', { ...values, requirement })),
      at: placeOf(release, 'business_asset_package', business.id, ['task_installations', index]),
    };
  }
  const others = own(release.known, capability)?.introducedBy ?? [];
  const values = { business: business.id, capability };
  return {
    passed: false,
    code: 'task_not_installed',
    ...(others.length === 0
      ? because('installs_nothing', values)
      : because('installs_nothing_of', { ...values, others: others.join(', ') })),
    at: placeOf(release, 'business_asset_package', business.id, ['task_installations']),
  };
}

function checkBound(release: Release, capability: CapabilityKey, source: Source | undefined): StaticCheck {
  const bound = own(release.contracts, capability);
  // A contract that another task binds than the one that introduces the key does not count.
  if (bound && (!source || bound.task === source.installed.task.id)) {
    const task = release.tasks.find(({ task }) => task.id === bound.task)?.task;
    const index = task?.capability_bindings.findIndex((binding) => binding.capability === capability) ?? -1;
    const values = { task: bound.task, contract: `${bound.contract.id}@${bound.contract.version}`, capability };
    return {
      passed: true,
      ...(bound.stages ? because('binds_in', { ...values, stages: bound.stages }) : because('binds', values)),
      at: placeOf(release, 'task_asset_package', bound.task, ['capability_bindings', index]),
    };
  }
  const code = 'capability_not_bound';
  if (!source) return { passed: false, code, ...because('nobody_binds', { capability }) };
  const { id } = source.installed.task;
  const at = placeOf(release, 'task_asset_package', id, ['capability_bindings']);
  return { passed: false, code, ...because('binds_nothing', { task: id, capability }), at };
}

function checkPermitted(release: Release, capability: CapabilityKey, source: Source | undefined): StaticCheck {
  const permission = checkPermission(release, capability, source);
  if (!permission.passed) return permission;
  return checkRolePack(release, capability, permission) ?? checkStrategy(release, capability) ?? permission;
}

function checkPermission(release: Release, capability: CapabilityKey, source: Source | undefined): StaticCheck {
  const { business } = release;
  const { mcp_requirements: permitted, platform_tools: tools } = business.resource_permissions;
  const at = (path: DocumentPath): Place | undefined =>
    placeOf(release, 'business_asset_package', business.id, ['resource_permissions', ...path]);
  const code = 'requirement_not_permitted';
  if (source && source.requirement === undefined) {
    const index = tools.indexOf(capability);
    if (index >= 0) {
      return {
        passed: true,
        ...because('permits_platform', { business: business.id }),
        at: at(['platform_tools', index]),
      };
    }
    return {
      passed: false,
      code,
      ...because('permits_no_platform', { business: business.id, capability }),
      at: at([]),
    };
  }
  if (!source) return { passed: false, code, ...because('no_requirement', { capability }), at: at([]) };
  const values = { business: business.id, requirement: source.requirement ?? '', capability };
  const index = permitted.findIndex(({ id }) => id === source.requirement);
  const permission = permitted[index];
  if (!permission) {
    return { passed: false, code, ...because('permits_not', values), at: at([]) };
  }
  const place = at(['mcp_requirements', index]);
  if (permission.capabilities && !permission.capabilities.includes(capability)) {
    return { passed: false, code, ...because('permits_without', values), at: place };
  }
  return { passed: true, ...because('permits', values), at: place };
}

function checkRolePack(release: Release, capability: CapabilityKey, permission: StaticCheck): StaticCheck | undefined {
  const { name, capabilities } = release.rolePack;
  if (!capabilities) return undefined;
  const domain = domainOf(capability);
  if (capabilities.includes(capability)) {
    const declares = because('declares', { pack: name });
    const reasons = [...(permission.reasons ?? []), ...declares.reasons];
    return { ...permission, reason: reasonText(reasons, 'en'), reasons };
  }
  const names = capabilities.some((each) => domainOf(each) === domain);
  if (!names && !STANDARD_DOMAINS.has(domain)) return undefined;
  const why = because(names ? 'declares_others' : 'standard_domain', { pack: name, domain, capability });
  return { passed: false, code: 'role_not_declared', ...why };
}

/** A strategy narrows: it blocks every tool, or every one that writes. */
function checkStrategy(release: Release, capability: CapabilityKey): StaticCheck | undefined {
  const { name, strategy } = release.rolePack;
  const code = 'strategy_forbids';
  if (strategy.toolMode === 'block') {
    return { passed: false, code, ...because('strategy_blocks', { pack: name }) };
  }
  const effect = own(release.contracts, capability)?.contract.effect ?? own(release.known, capability)?.effect;
  if (!strategy.toolReadonly || effect === 'read') return undefined;
  return { passed: false, code, ...because('strategy_reads', { pack: name }) };
}

function checkConnected(release: Release, capability: CapabilityKey, source: Source | undefined): StaticCheck {
  const { employee } = release;
  const binding = own(employee.resources, capability);
  const code = 'resource_not_bound';
  const values = { employee: employee.id, capability };
  if (!binding) {
    const at = placeOf(release, 'ai_employee', employee.id, ['resources']);
    return { passed: false, code, ...because('no_tool', values), at };
  }
  const at = placeOf(release, 'ai_employee', employee.id, ['resources', capability]);
  const isPlatformTool = source !== undefined && source.requirement === undefined;
  if ('platform' in binding) {
    const wrong = source !== undefined && !isPlatformTool;
    if (wrong)
      return {
        passed: false,
        code,
        ...because('platform_for_server', { ...values, requirement: source.requirement ?? '' }),
        at,
      };
    return { passed: true, ...because('binds_platform', { ...values, tool: binding.platform }), at };
  }
  if (isPlatformTool) {
    return { passed: false, code, ...because('server_for_platform', values), at };
  }
  if (!own(employee.mcp_servers, binding.server)) {
    return { passed: false, code, ...because('server_undeclared', { ...values, server: binding.server }), at };
  }
  return { passed: true, ...because('binds_tool', { ...values, tool: binding.tool, server: binding.server }), at };
}

/** The place of a part, or of the asset where the part is not kept. */
function placeOf(release: Release, kind: AssetKind, id: string, path: DocumentPath): Place | undefined {
  return own(release.places, placeKey(kind, id, path)) ?? own(release.places, placeKey(kind, id));
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
