import type { CapabilityContract, CapabilitySpace, SpaceEntry } from '@rolecall/assets';
import { isJsonObject, type JsonObject, type Language, type LocalizedText, textIn, toolNameOf } from '@rolecall/base';
import type { PlannerKnowledge } from './planner-knowledge.ts';
import type { PlannerMoment } from './planner-moment.ts';

/** What a model is told about a capability. */
export interface CapabilityTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly effect: 'read' | 'write';
  readonly capability: string;
}

/** The tools of a release and employee: constant, sorted by name. Source: design, section 5, "The prompt". */
export function capabilityTools(space: CapabilitySpace, language: Language): readonly CapabilityTool[] {
  return openEntries(space)
    .map(({ capability, contract }) => ({
      name: toolNameOf(capability),
      description: describe(contract, language),
      inputSchema: inputSchemaOf(contract, language),
      effect: contract.effect,
      capability,
    }))
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Capabilities that boundaries 1 to 4 let through. */
export function openEntries(
  space: CapabilitySpace,
): readonly { readonly capability: string; readonly contract: CapabilityContract; readonly entry: SpaceEntry }[] {
  return Object.values(space.entries).flatMap((entry) =>
    entry.heldBackBy === undefined && entry.bound
      ? [{ capability: entry.capability, contract: entry.bound.contract, entry }]
      : [],
  );
}

function describe(contract: CapabilityContract, language: Language): string {
  const zh = language === 'zh';
  const { use_when, not_when, examples } = contract.semantics;
  const parts = [textIn(contract.title, language), `${zh ? '何时使用' : 'Use when'}: ${use_when.join('; ')}`];
  if (not_when.length > 0) parts.push(`${zh ? '何时不用' : 'Do not use when'}: ${not_when.join('; ')}`);
  if (examples.length > 0) parts.push(`${zh ? '例如' : 'Examples'}: ${examples.join('; ')}`);
  return parts.join('\n');
}

/**
 * The input schema that the model sees: the semantic arguments, each with its label. None is required: what is missing is
 * asked for by the gate, so that a model has no reason to invent it.
 */
function inputSchemaOf(contract: CapabilityContract, language: Language): JsonObject {
  const properties: Record<string, JsonObject> = {};
  for (const [name, argument] of Object.entries(contract.arguments)) {
    if (!('origin' in argument)) continue;
    const note =
      language === 'zh' ? '只填客户说过的值；没有就不填' : 'Only what the customer said; leave it out otherwise';
    properties[name] = {
      ...(argument.schema as JsonObject),
      description: [labelText(argument.label, language), argument.required ? note : ''].filter(Boolean).join('. '),
    };
  }
  return { type: 'object', properties, additionalProperties: false };
}

function labelText(label: LocalizedText | undefined, language: Language): string {
  return textIn(label, language);
}

/**
 * What `builtin/matcher` plans with, handed to it as provider options: the same space in plain data, and what is held
 * back. Other providers do not see it.
 */
export function plannerOptions(
  space: CapabilitySpace,
  language: Language,
  known?: PlannerKnowledge | undefined,
  moment: PlannerMoment = {},
): JsonObject {
  const capabilities = openEntries(space).map(({ capability, contract }) => ({
    tool: toolNameOf(capability),
    capability,
    title: contract.title,
    useWhen: contract.semantics.use_when,
    notWhen: contract.semantics.not_when,
    examples: contract.semantics.examples,
    effect: contract.effect,
    arguments: Object.fromEntries(
      Object.entries(contract.arguments).flatMap(([name, argument]) =>
        'origin' in argument
          ? [
              [
                name,
                {
                  schema: argument.schema,
                  required: argument.required,
                  origins: argument.origin,
                  normalise: argument.normalise,
                  labels: argument.labels,
                  ask: argument.ask,
                  label: argument.label,
                },
              ],
            ]
          : [],
      ),
    ),
  }));
  const closed = Object.values(space.entries)
    .filter((entry) => entry.heldBackBy !== undefined)
    .map((entry) => ({
      capability: entry.capability,
      title: entry.known?.title ?? entry.capability,
      useWhen: entry.known?.semantics.use_when ?? [],
      examples: entry.known?.semantics.examples ?? [],
      boundary: entry.heldBackBy,
      code: entry.heldBackBy ? (entry.checks[entry.heldBackBy].code ?? '') : '',
    }));
  const options = JSON.parse(
    JSON.stringify({ language, capabilities, closed, ...knowledgeOf(known), ...moment }),
  ) as unknown;
  return isJsonObject(options) ? options : {};
}

function knowledgeOf(known: PlannerKnowledge | undefined): object {
  if (!known) return {};
  const knowledge = known.passages.map(({ source, title, questions, text }) => ({ source, title, questions, text }));
  return { lookUp: known.lookUp, knowledge };
}
