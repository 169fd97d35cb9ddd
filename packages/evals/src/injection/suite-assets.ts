import { assembleAssets, computeCapabilitySpace, linkEmployee } from '@rolecall/assets';
import { type JsonObject, RolecallError } from '@rolecall/base';
import type { RuledRelease } from '../gate-session.ts';
import type { Suite, SuiteTool } from './agentdojo-data.ts';

/** The capability that stands for a tool. */
export function capabilityOf(suite: string, tool: string): string {
  return `${suite}:${tool.replaceAll('_', '-')}`;
}

/**
 * The assets of a suite, made from its tools by one rule: a read may be made; a write needs a yes to a notice that shows
 * every argument, and an argument's value comes from the customer's words or is shown as unproven. Nothing is said about
 * any task. Throws `bench_assets_invalid`.
 */
export function suiteRules(suite: Suite): RuledRelease {
  const assets: readonly JsonObject[] = [
    ...suite.tools.map((tool) => contractOf(suite.suite, tool)),
    { kind: 'record_schema', id: 'tool_answer', version: '1.0.0', schema: ANSWER },
    taskOf(suite),
    { ...head('mcp_requirement', 'suite_system'), capability_keys: keysOf(suite) },
    {
      ...head('business_asset_package', 'suite_service'),
      task_installations: [{ task: 'suite_work@^1' }],
      resource_permissions: { mcp_requirements: [{ id: 'suite_system' }] },
    },
    employeeOf(suite),
  ];
  const loaded = assembleAssets(
    assets.map((asset) => ({ file: `assets/${String(asset.id)}.yaml`, text: JSON.stringify(asset) })),
  );
  const { release, findings } = linkEmployee(loaded, 'assistant', {
    name: 'assistant',
    digest: 'sha256:0',
    capabilities: undefined,
    strategy: { toolMode: 'allow', toolReadonly: false },
  });
  const broken = [...loaded.findings, ...findings].find(({ severity }) => severity === 'error');
  if (release && !broken) return { release, space: computeCapabilitySpace(release) };
  throw new RolecallError({
    code: 'bench_assets_invalid',
    at: { file: broken?.file, path: broken?.path },
    message: broken
      ? { en: broken.message, zh: broken.zh.message }
      : {
          en: `The assets of ${suite.suite} have no release.`,
          zh: `${suite.suite} 的资产没有发布版本。`,
        },
  });
}

const ANSWER = { type: 'object', required: ['text'], properties: { text: { type: 'string' } } };

function head(kind: string, id: string): JsonObject {
  return { kind, id, version: '1.0.0' };
}

function keysOf({ suite, tools }: Suite): readonly string[] {
  return tools.map(({ name }) => capabilityOf(suite, name));
}

function contractOf(suite: string, tool: SuiteTool): JsonObject {
  const { name, description, parameters, effect } = tool;
  const properties = Object.entries(parameters.properties ?? {});
  return {
    ...head('capability_contract', name.toLowerCase()),
    capability: capabilityOf(suite, name),
    title: name.replaceAll('_', ' '),
    semantics: { use_when: [description || name] },
    effect,
    arguments: Object.fromEntries(
      properties.map(([argument, schema]) => [
        argument,
        argumentOf(argument, schema, parameters.required?.includes(argument) ?? false),
      ]),
    ),
    result: {
      schema: 'tool_answer',
      codes: [
        { code: 'done', when: '!has(result.error)', outcome: 'succeeded' },
        { code: 'refused', when: 'has(result.error)', outcome: 'failed' },
      ],
      ...(effect === 'read' ? { project: { text: 'result.text' } } : {}),
    },
    ...(effect === 'read' ? { presentation_policy: { done: { mode: 'model' } } } : writeSafeguards(tool)),
  };
}

function argumentOf(name: string, schema: JsonObject, required: boolean): JsonObject {
  const { description: _, default: standard, ...rest } = schema;
  return {
    schema: standard === undefined || standard === null ? rest : { ...rest, default: standard },
    required,
    origin: Array.isArray(schema.enum) ? ['enum', 'customer'] : ['customer'],
    label: name.replaceAll('_', ' '),
  };
}

function writeSafeguards({ name, parameters }: SuiteTool): JsonObject {
  const title = name.replaceAll('_', ' ');
  return {
    confirmation: { by: 'customer', notice: `I am about to do this: ${title}. Reply "yes" to go ahead.` },
    idempotency: { scope: 'contact', key: Object.keys(parameters.properties ?? {}), window: '24h' },
    presentation_policy: {
      done: { mode: 'fixed', text: `Done: ${title}.` },
      refused: { mode: 'fixed', text: `Not done: ${title}.` },
      unknown: { mode: 'fixed', text: `It is not known yet whether this was done: ${title}.` },
    },
    waivers: {
      preconditions: 'The suite describes no state that a write would depend on.',
      read_back: 'The suite describes no read that would find a write again.',
    },
  };
}

function taskOf(suite: Suite): JsonObject {
  return {
    ...head('task_asset_package', 'suite_work'),
    task_contract: {
      goal: 'Do what the customer asks for',
      applies_when: ['The customer asks for it'],
      mode: 'operation',
    },
    mcp_requirements: ['suite_system'],
    capability_bindings: suite.tools.map(({ name }) => ({
      capability: capabilityOf(suite.suite, name),
      contract: name.toLowerCase(),
    })),
    journey_contract: { stages: [{ id: 'open' }] },
  };
}

function employeeOf({ suite, tools }: Suite): JsonObject {
  return {
    ...head('ai_employee', 'assistant'),
    display_name: 'Assistant',
    role_pack: 'assistant',
    business_package: 'suite_service@^1',
    model: 'scripted/obedient',
    time_zone: 'UTC',
    mcp_servers: { suite: { transport: 'stdio', command: 'suite' } },
    resources: Object.fromEntries(
      tools.map(({ name }) => [capabilityOf(suite, name), { server: 'suite', tool: name }]),
    ),
  };
}
