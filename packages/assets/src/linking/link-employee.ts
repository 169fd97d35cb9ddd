import { contentHash, didYouMean, type Finding, findingWords } from '@rolecall/base';
import { errorAt } from '../finding-at.ts';
import { assetsOf, type LoadedAsset, type LoadedAssets } from '../loading/loaded-assets.ts';
import type { BoundContract, KnowledgeShare, Release, RolePackShare } from '../release.ts';
import { subscriptionsOf } from '../schema/subscription.ts';
import type { Closure } from './closure.ts';
import { knownCapabilities } from './known-capabilities.ts';
import { linkRequirements, linkTasks } from './link-business.ts';
import { type LinkedContract, linkContracts, linkRecords } from './link-contracts.ts';
import { linkEvents, linkWording } from './link-wording.ts';
import { closurePlaces } from './places.ts';
import { latest, resolveReference } from './resolve-reference.ts';
import { withSharedGuards } from './shared-guards.ts';

export interface LinkedEmployee {
  /** Absent when there is no such employee, or no business package for it. */
  readonly release?: Release | undefined;
  readonly findings: readonly Finding[];
}

/**
 * The immutable closure of everything one AI employee uses, with its content hash.
 *
 * A reference that leads nowhere, a binding that cannot hold, a configuration that does not fit is a finding; the part
 * is left out of the release, so that what depends on it is held back at its boundary and nothing else is. The hash
 * depends on the content of the assets and of the role pack's share, not on files, lines or the order of loading.
 */
export function linkEmployee(loaded: LoadedAssets, employeeId: string, rolePack: RolePackShare): LinkedEmployee {
  const { content, findings } = linkContent(loaded, employeeId, rolePack);
  if (!content) return { findings };
  const { places, ...hashed } = content;
  return { release: { hash: contentHash(hashed), ...hashed, places }, findings };
}

/** A release before it is hashed: what a check needs of it. */
export function linkContent(
  loaded: LoadedAssets,
  employeeId: string,
  rolePack: RolePackShare,
): { readonly content?: Omit<Release, 'hash'> | undefined; readonly findings: readonly Finding[] } {
  const employee = latest(loaded, 'ai_employee', employeeId);
  if (!employee) return { findings: [employeeUnknown(loaded, employeeId)] };
  const resolution = resolveReference(loaded, 'business_asset_package', employee.asset.business_package);
  if (!resolution.ok) {
    const finding = errorAt(employee, ['business_package'], 'reference_unknown', resolution.message, resolution.fix);
    return { findings: [finding] };
  }
  const closure = linkClosure(loaded, employee, resolution.loaded);
  return { content: contentOf(loaded, closure, rolePack), findings: closure.findings };
}

function employeeUnknown(loaded: LoadedAssets, id: string): Finding {
  const known = [...new Set(assetsOf(loaded, 'ai_employee').map(({ asset }) => asset.id))];
  const fix =
    didYouMean(id, known) ??
    (known.length > 0
      ? { en: `There is ${known.join(', ')}.`, zh: `现有的是 ${known.join('、')}。` }
      : { en: 'There is none yet.', zh: '现在还一个都没有。' });
  return {
    severity: 'error',
    code: 'employee_unknown',
    ...findingWords({ en: `There is no AI employee "${id}".`, zh: `没有 AI 员工“${id}”。` }, fix),
  };
}

function linkClosure(loaded: LoadedAssets, employee: Closure['employee'], business: Closure['business']): Closure {
  const { tasks, findings: ofTasks } = linkTasks(loaded, business);
  const { requirements, findings: ofRequirements } = linkRequirements(loaded, business, tasks);
  const { contracts, findings: ofContracts } = linkContracts(loaded, tasks);
  const all = [...contracts.values()].map(({ contract }) => contract);
  const { records, findings: ofRecords } = linkRecords(loaded, all);
  const wording = linkWording(loaded, business);
  const named = new Set([
    ...Object.keys(business.asset.events),
    ...tasks.flatMap(({ task }) => [
      ...task.asset.event_contract.emits,
      ...subscriptionsOf(task.asset).map(({ event }) => event),
    ]),
    ...all.flatMap(({ asset }) => Object.values(asset.events)),
  ]);
  const events = linkEvents(loaded, named);
  const guards = all.map((contract) => withSharedGuards(loaded, contract));
  const sharedGuards = [...new Set(guards.flatMap(({ shared }) => shared))];
  const ofGuards = guards.flatMap((each) => each.findings);
  const findings = [ofTasks, ofRequirements, ofContracts, ofRecords, ofGuards, wording.findings].flat();
  return { employee, business, tasks, requirements, contracts, records, sharedGuards, wording, events, findings };
}

function contentOf(loaded: LoadedAssets, closure: Closure, rolePack: RolePackShare): Omit<Release, 'hash'> {
  const { wording } = closure;
  return {
    employee: closure.employee.asset,
    business: closure.business.asset,
    tasks: closure.tasks.map(({ task, configuration }) => ({ task: task.asset, configuration })),
    requirements: closure.requirements.map(({ asset }) => asset),
    contracts: Object.fromEntries([...closure.contracts].map(([key, linked]) => [key, boundContract(loaded, linked)])),
    known: knownCapabilities(loaded, closure.contracts),
    records: Object.fromEntries([...closure.records].map(([id, { asset }]) => [id, asset])),
    replies: wording.replies.map(({ asset }) => asset),
    policies: wording.policies.map(({ asset }) => asset),
    expression: wording.expression?.asset,
    knowledge: wording.knowledge.map((base) => knowledgeShare(loaded, base)),
    events: closure.events.map(({ asset }) => asset),
    rolePack,
    system: systemHashes(loaded),
    places: closurePlaces(closure),
  };
}

function boundContract(loaded: LoadedAssets, { contract, task, index, capability }: LinkedContract): BoundContract {
  return {
    contract: withSharedGuards(loaded, contract).contract,
    task: task.asset.id,
    stages: task.asset.capability_bindings[index]?.stages,
    control: task.asset.control_contract[capability],
  };
}

function knowledgeShare(loaded: LoadedAssets, { asset, hash }: LoadedAsset<'knowledge_base'>): KnowledgeShare {
  const { id, version, documents } = asset;
  return {
    id,
    version,
    hash,
    documents: documents.flatMap(({ file }) => {
      const document = loaded.documents.get(file);
      return document ? [{ file, hash: document.hash }] : [];
    }),
  };
}

/** All of them: the engine raises its events whether a business listens or not. */
function systemHashes(loaded: LoadedAssets): Readonly<Record<string, string>> {
  return Object.fromEntries(
    loaded.assets.filter(({ isSystem }) => isSystem).map(({ asset, hash }) => [asset.id, hash]),
  );
}
