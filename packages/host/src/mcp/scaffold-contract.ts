import { isFreeText, membersOfSchema } from '@rolecall/assets';
import { type CapabilityKey, isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import type { ToolDescription } from '@rolecall/mcp';
import { Document } from 'yaml';
import { draftSchema } from './draft-schema.ts';

/** What a draft is made from. */
export interface ContractDraft {
  readonly server: string;
  readonly tool: ToolDescription;
  readonly capability: CapabilityKey;
  /** What the tool does is a person's to say: its own hints are no permission. */
  readonly effect: 'read' | 'write';
}

/** Arguments for the operation's id: a binding gives it, and no customer. */
const REQUEST_ID = /^(?:request|idempotency)_?(?:id|key)$/i;

/** The argument of a write whose tool takes none. */
const WHOSE = 'contact';

/** Stands before everything that a person has to decide; `rolecall check` refuses what still says so. */
const TODO = 'TODO';

/**
 * A contract for a tool and the record of its results, as two YAML documents. They are as good as a schema can make them:
 * what a person has to decide begins with TODO or is named in a comment.
 */
export function scaffoldContract(draft: ContractDraft): string {
  const { tool, server } = draft;
  const contract = new Document(contractOf(draft));
  contract.commentBefore = [
    ` A draft from the tool ${server}/${oneLine(tool.name)}. To be decided by a person, in the places marked ${TODO} and here:`,
    ' - where each argument may come from (origin), and which of them are really needed',
    ' - which answers mean success and which failure (result.codes)',
    ...(draft.effect === 'write'
      ? [' - preconditions and guards, read_back, limits, authorization: what must hold']
      : []),
    ...(Object.keys(projectionOf(draft)).length === 0 ? [' - what may be told of the answer (result.project)'] : []),
    ...(tool.outputSchema === undefined
      ? [
          ' - the shape of the answer (the record): the tool declares none, and an answer that is not JSON cannot be read',
        ]
      : []),
    ...(draft.effect === 'write' && argumentNames(draft).length === 0
      ? [` - bind it with omit: [${WHOSE}]: the tool takes no argument, and whose call it is tells one from another`]
      : []),
    ...Object.keys(isJsonObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {})
      .filter((name) => REQUEST_ID.test(name))
      .map((name) => ` - bind it with request_id_argument: ${name}, so that the system recognises a repetition`),
    ` The tool says of itself: ${oneLine(tool.description ?? 'nothing')}`,
  ].join('\n');
  return `${contract.toString({ lineWidth: 0 })}---\n${new Document(recordOf(draft)).toString({ lineWidth: 0 })}`;
}

function contractOf(draft: ContractDraft): JsonObject {
  const { capability, effect, tool } = draft;
  const { inputSchema } = tool;
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = new Set(Array.isArray(inputSchema.required) ? inputSchema.required : []);
  const names = argumentNames(draft);
  const shown = names
    .filter((name) => required.has(name))
    .map((name) => `${name}: {{ args.${name} }}`)
    .join(', ');
  const needed = names.filter((name) => required.has(name));
  const isWrite = effect === 'write';
  return {
    kind: 'capability_contract',
    id: idOf(capability),
    version: '0.1.0',
    capability,
    title: both(''),
    semantics: { use_when: [TODO] },
    effect,
    arguments: {
      ...Object.fromEntries(
        names.map((name) => [name, argumentOf(name, draftSchema(properties[name], inputSchema), required.has(name))]),
      ),
      ...(isWrite && names.length === 0 ? { [WHOSE]: { source: 'system', value: 'contact.external_id' } } : {}),
    },
    ...(isWrite
      ? {
          confirmation: { by: 'customer', notice: both(shown), expires_in: '30m' },
          idempotency: { scope: 'contact', key: keyOf(needed, names), window: '24h' },
        }
      : {}),
    result: {
      schema: recordId(capability),
      codes: [
        { code: 'done', when: '!has(result.error)', outcome: 'succeeded' },
        { code: 'refused', when: 'has(result.error)', outcome: 'failed' },
      ],
      ...(isWrite ? { otherwise: 'unknown' } : {}),
      project: projectionOf(draft),
    },
    ...(isWrite
      ? {
          presentation_policy: {
            done: { mode: 'fixed', text: both('done') },
            refused: { mode: 'fixed', text: both('refused') },
            unknown: { mode: 'fixed', text: both('unknown') },
          },
        }
      : {}),
  };
}

function argumentNames({ tool: { inputSchema } }: ContractDraft): readonly string[] {
  const { properties } = inputSchema;
  return Object.keys(isJsonObject(properties) ? properties : {}).filter((name) => !REQUEST_ID.test(name));
}

/** What tells one wish from another: what is needed, else all there is, else whose it is. */
function keyOf(needed: readonly string[], names: readonly string[]): JsonValue {
  const key = needed.length > 0 ? needed : names;
  return key.length > 0 ? [...key] : [WHOSE];
}

function argumentOf(name: string, schema: JsonObject, required: boolean): JsonObject {
  const values = Array.isArray(schema.enum) ? schema.enum.filter((value) => typeof value === 'string') : [];
  const isListed = values.length > 0;
  return {
    schema,
    ...(required ? { required: true } : {}),
    origin: [isListed ? 'enum' : 'customer'],
    label: both(name),
    ...(isListed ? { labels: wordsFor(values) } : {}),
    ...membersOf(schema),
    ...(required ? { ask: both(`${name}?`) } : {}),
  };
}

/** What is in its objects, to be named for the people who read it. */
function membersOf(schema: JsonObject): JsonObject {
  const members = [...membersOfSchema(schema)].map(([name, values]): [string, JsonObject] => [
    name,
    { label: both(name), ...(values.length > 0 ? { labels: wordsFor(values) } : {}) },
  ]);
  return members.length > 0 ? { members: Object.fromEntries(members) } : {};
}

function wordsFor(values: readonly string[]): JsonObject {
  return Object.fromEntries(values.map((value) => [value, words(value)]));
}

/** The fields of the answer that are always there and can be told; what people write in their own words is free text. */
function projectionOf({ tool: { outputSchema } }: ContractDraft): JsonObject {
  const required = Array.isArray(outputSchema?.required) ? outputSchema.required : [];
  const properties = isJsonObject(outputSchema?.properties) ? outputSchema.properties : {};
  const names = required.flatMap((name) => {
    const part = typeof name === 'string' ? properties[name] : undefined;
    const isPlain = isJsonObject(part) && ['string', 'number', 'integer', 'boolean'].includes(String(part.type));
    return isPlain && /^[a-z_][a-z0-9_]*$/i.test(String(name)) ? [String(name)] : [];
  });
  const free = names.filter((name) => isFreeText(name, properties[name]));
  const values = names.filter((name) => !free.includes(name)).map((name) => [name, `result.${name}`]);
  const texts = free.map((name) => `result.${name}`).join(" + '\\n' + ");
  return { ...Object.fromEntries(values), ...(texts === '' ? {} : { untrusted_text: texts }) };
}

function recordOf({ capability, tool: { outputSchema } }: ContractDraft): JsonObject {
  const schema = outputSchema === undefined ? {} : draftSchema(outputSchema, outputSchema);
  return {
    kind: 'record_schema',
    id: recordId(capability),
    version: '0.1.0',
    description: TODO,
    schema: Object.keys(schema).length > 0 ? schema : { type: 'object' },
  };
}

function idOf(capability: CapabilityKey): string {
  return capability.replaceAll(/[^a-z0-9]+/g, '_');
}

function recordId(capability: CapabilityKey): string {
  return `${idOf(capability)}_result`;
}

/** A text that a person has to write, in both languages. */
function both(hint: string): JsonObject {
  const text = `${TODO} ${oneLine(hint)}`.trimEnd();
  return { zh: text, en: text };
}

function words(value: JsonValue): JsonObject {
  const text = `${TODO} ${String(value)}`;
  return { zh: [text], en: [text] };
}

/** What a server says is not trusted to stay in its line. */
function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
