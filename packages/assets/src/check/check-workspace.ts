import { didYouMean, type Finding, findingWords } from '@rolecall/base';
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
import { competingContracts } from './competing-contracts.ts';
import { configuration } from './configuration.ts';
import { control } from './control.ts';
import { definitionWording } from './definition-wording.ts';
import { employeeResources } from './employee-resources.ts';
import { employeeWording } from './employee-wording.ts';
import { evalCoverage } from './eval-coverage.ts';
import { eventConsumers } from './event-consumers.ts';
import { events } from './events.ts';
import { expressions } from './expressions.ts';
import { factReaders } from './fact-readers.ts';
import { facts } from './facts.ts';
import { freeText } from './free-text.ts';
import { identifies } from './identifies.ts';
import { journey } from './journey.ts';
import { jsonSchemas } from './json-schemas.ts';
import { keysWithoutEffect } from './keys-without-effect.ts';
import { knowledgeBases } from './knowledge-bases.ts';
import { knowledgeDocuments } from './knowledge-documents.ts';
import { knowledgeLookup } from './knowledge-lookup.ts';
import { layering } from './layering.ts';
import { liveKnowledge } from './live-knowledge.ts';
import { madeReads } from './made-reads.ts';
import { memberLabels } from './member-labels.ts';
import { neededReads } from './needed-reads.ts';
import { permissions } from './permissions.ts';
import { policies } from './policies.ts';
import { promisedActions } from './promised-actions.ts';
import { prosePolicies } from './prose-policies.ts';
import { references } from './references.ts';
import { replyAssets } from './reply-assets.ts';
import { replyPacks } from './reply-packs.ts';
import { resultCodes } from './result-codes.ts';
import { routingWords } from './routing-words.ts';
import { secrets } from './secrets.ts';
import { subscriptions } from './subscriptions.ts';
import { systemChanges } from './system-changes.ts';
import { taskBindings } from './task-bindings.ts';
import { destructiveReads, type PinnedTool } from './tool-annotations.ts';
import { unfinished } from './unfinished.ts';
import { unusedAssets } from './unused-assets.ts';
import { wordingVariants } from './wording-variants.ts';
import { writeSafeguards } from './write-safeguards.ts';

const RULES: readonly CheckRule[] = [
  references,
  jsonSchemas,
  expressions,
  writeSafeguards,
  resultCodes,
  argumentLabels,
  memberLabels,
  argumentUse,
  madeReads,
  neededReads,
  choiceOrigins,
  freeText,
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
  unfinished,
  keysWithoutEffect,
  factReaders,
  eventConsumers,
  identifies,
  subscriptions,
  policies,
  replyPacks,
  knowledgeBases,
  knowledgeDocuments,
  knowledgeLookup,
  liveKnowledge,
  prosePolicies,
  promisedActions,
  competingContracts,
  routingWords,
  wordingVariants,
  definitionWording,
  employeeWording,
  evalCoverage,
  unusedAssets,
];

export interface CheckOptions {
  /** The role packs of the workspace by the name in their manifest. Without it, packs limit nothing and none is missing. */
  readonly rolePacks?: ReadonlyMap<string, RolePackShare> | undefined;
  /** `server/tool` → what its server said of it when it was pinned. */
  readonly tools?: ReadonlyMap<string, PinnedTool> | undefined;
  /** System asset → the hash that was agreed to. */
  readonly systemPins?: ReadonlyMap<string, string> | undefined;
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
    ...withoutConsequences(loaded, RULES.flatMap((rule) => rule(context)).filter(isOfWorkspace)),
    ...(rolePacks ? missingRolePacks(loaded, rolePacks) : []),
    ...destructiveReads(context, options.tools ?? new Map()),
    ...systemChanges(options.systemPins ?? new Map()),
  ]);
}

/** Nobody can change what comes with the engine; the engine's own tests see to it. */
function isOfWorkspace({ file }: Finding): boolean {
  return file === undefined || !file.startsWith('system/');
}

/** What is said because nothing uses, sets or covers it: true only where everything was read. */
export const ABSENT: ReadonlySet<string> = new Set([
  'argument_without_use',
  'asset_without_use',
  'configuration_without_use',
  'eval_cases_missing',
  'event_without_consumer',
  'event_without_producer',
  'fact_without_reader',
  'fact_without_writer',
  'grant_without_use',
  'requirement_without_use',
  'server_without_use',
  'variable_without_use',
]);

/** While an asset has mistakes, what it uses would look unused: to follow that advice would make things worse. */
function withoutConsequences(loaded: LoadedAssets, findings: readonly Finding[]): readonly Finding[] {
  const [broken] = loaded.refused;
  const kept = findings.filter(({ code }) => !ABSENT.has(code));
  const left = findings.length - kept.length;
  if (!broken || left === 0) return findings;
  const { file, line } = broken.place;
  const words = findingWords(
    {
      en: `${left} findings of what nothing uses or covers are held back: the ${broken.kind} "${broken.id}" has mistakes and was not loaded.`,
      zh: `有 ${left} 个“没有用到”一类的发现暂不列出：${broken.kind}“${broken.id}”有错，没有装载。`,
    },
    { en: 'Mend it, and check again.', zh: '先改好它，再检查一次。' },
  );
  return [...kept, { severity: 'notice', code: 'findings_held_back', ...words, file, line }];
}

function missingRolePacks(loaded: LoadedAssets, rolePacks: ReadonlyMap<string, RolePackShare>): readonly Finding[] {
  return assetsOf(loaded, 'ai_employee')
    .filter(({ asset }) => !rolePacks.has(asset.role_pack))
    .map((employee) => {
      const { role_pack: name } = employee.asset;
      const fix = didYouMean(name, rolePacks.keys()) ?? {
        en: 'Put it under role-packs/.',
        zh: '把它放到 role-packs/ 下。',
      };
      return errorAt(
        employee,
        ['role_pack'],
        'role_pack_unknown',
        { en: `There is no role pack "${name}".`, zh: `没有角色包“${name}”。` },
        fix,
      );
    });
}
