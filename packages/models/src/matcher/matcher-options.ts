import type { SharedV4ProviderOptions } from '@ai-sdk/provider';
import {
  type CapabilityKey,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Language,
  type LocalizedText,
  RolecallError,
} from '@rolecall/base';

/** Where a value of an argument may come from. */
export type MatcherOrigin =
  | 'customer'
  | 'enum'
  | 'open'
  | { readonly choice_of: { readonly capability: CapabilityKey; readonly path: string } };

/** Words that mean one value. */
export type MatcherWords =
  | readonly string[]
  | { readonly zh?: readonly string[] | undefined; readonly en?: readonly string[] | undefined };

/** An argument that the matcher may fill. Values of the system are not among them. */
export interface MatcherArgument {
  /** JSON Schema of the value. */
  readonly schema: JsonObject;
  readonly required: boolean;
  readonly origins: readonly MatcherOrigin[];
  /** As contracts name them: `full_width`, `upper`, `lower`, `trim`, `separators`, `spoken_numbers`, `date`. */
  readonly normalise?: readonly string[] | undefined;
  /** Value → the words that mean it. */
  readonly labels?: Readonly<Record<string, MatcherWords>> | undefined;
  readonly ask?: LocalizedText | undefined;
  readonly label?: LocalizedText | undefined;
}

/** A capability that the employee has: a tool. */
export interface MatcherCapability {
  /** The tool's name in the call. */
  readonly tool: string;
  readonly capability: CapabilityKey;
  readonly title: LocalizedText;
  readonly useWhen: readonly string[];
  readonly notWhen: readonly string[];
  readonly examples: readonly string[];
  readonly effect: 'read' | 'write';
  readonly arguments: Readonly<Record<string, MatcherArgument>>;
}

/** A capability that the employee does not have. A message that asks for it becomes a call of `why_not`. */
export interface MatcherClosedCapability {
  readonly capability: CapabilityKey;
  readonly title: LocalizedText;
  readonly useWhen: readonly string[];
  readonly examples: readonly string[];
  readonly boundary: string;
  readonly code: string;
}

/** A piece of the material. */
export interface MatcherPassage {
  readonly title: string;
  readonly text: string;
  readonly source?: string | undefined;
  /** Ways in which it is asked for; without them its sentences are taken. */
  readonly questions?: readonly string[] | undefined;
}

/** Everything the matcher knows. It has no other source. */
export interface MatcherOptions {
  /** The language of its sentences when the message shows none. */
  readonly language: Language;
  readonly capabilities: readonly MatcherCapability[];
  readonly closed: readonly MatcherClosedCapability[];
  /** What it may quote: all of a small material, or what was found in a large one for this message. */
  readonly knowledge?: readonly MatcherPassage[] | undefined;
  /** The tool that looks material up, and its argument. With it nothing is quoted but what it answers. */
  readonly lookUp?: { readonly tool: string; readonly argument: string } | undefined;
  /** Values that earlier reads of this conversation gave, for arguments with a `choice_of` origin. */
  readonly choices?:
    | readonly { readonly capability: CapabilityKey; readonly path: string; readonly values: readonly JsonValue[] }[]
    | undefined;
  /** The day in the business's time zone as `YYYY-MM-DD`; without it relative dates (明天, next Friday) are not read. */
  readonly today?: string | undefined;
  /** IANA name of the business's time zone; without it times of day (明天下午三点) are not read. */
  readonly timeZone?: string | undefined;
}

/** The tool that explains a capability which the employee does not have. */
export const WHY_NOT = 'why_not';

const OPTIONS_KEY = 'rolecall';

/** The provider options of a call to `builtin/matcher`. Another provider ignores them. */
export function matcherProviderOptions(options: MatcherOptions): SharedV4ProviderOptions {
  return { [OPTIONS_KEY]: options as unknown as SharedV4ProviderOptions[string] };
}

/**
 * Reads the matcher's options out of a call; undefined when the call has none.
 *
 * Throws `matcher_options_invalid` with the path of what does not have the shape of `MatcherOptions`.
 */
export function readMatcherOptions(options: SharedV4ProviderOptions | undefined): MatcherOptions | undefined {
  const found = options?.[OPTIONS_KEY];
  if (found === undefined) return undefined;
  if (!isJsonObject(found)) throw invalid('', 'an object');
  if (found.language !== 'zh' && found.language !== 'en') throw invalid('language', '"zh" or "en"');
  const capabilities = listAt(found, 'capabilities');
  capabilities.forEach((entry, index) => {
    checkCapability(entry, `capabilities[${index}]`);
  });
  listAt(found, 'closed').forEach((entry, index) => {
    checkTopic(entry, `closed[${index}]`, ['capability'], ['useWhen', 'examples']);
  });
  listAt(found, 'knowledge', true).forEach((entry, index) => {
    const { questions = [] } = checkTexts(entry, `knowledge[${index}]`, ['title', 'text']);
    if (!isTexts(questions)) throw invalid(`knowledge[${index}].questions`, 'a list of texts');
  });
  if (found.lookUp !== undefined) checkTexts(found.lookUp, 'lookUp', ['tool', 'argument']);
  listAt(found, 'choices', true).forEach((entry, index) => {
    const at = `choices[${index}]`;
    if (!Array.isArray(checkTexts(entry, at, ['capability', 'path']).values)) throw invalid(`${at}.values`, 'a list');
  });
  return found as unknown as MatcherOptions;
}

function checkCapability(entry: unknown, at: string): void {
  const capability = checkTopic(entry, at, ['tool', 'capability'], ['useWhen', 'notWhen', 'examples']);
  if (capability.effect !== 'read' && capability.effect !== 'write') throw invalid(`${at}.effect`, '"read" or "write"');
  if (!isJsonObject(capability.arguments)) throw invalid(`${at}.arguments`, 'an object');
  for (const [name, argument] of Object.entries(capability.arguments)) {
    const place = `${at}.arguments.${name}`;
    if (!isJsonObject(argument)) throw invalid(place, 'an object');
    if (!isJsonObject(argument.schema)) throw invalid(`${place}.schema`, 'a JSON Schema');
    if (!Array.isArray(argument.origins)) throw invalid(`${place}.origins`, 'a list');
    if (argument.labels !== undefined && !isJsonObject(argument.labels)) throw invalid(`${place}.labels`, 'an object');
  }
}

function checkTopic(entry: unknown, at: string, texts: readonly string[], lists: readonly string[]): JsonObject {
  const topic = checkTexts(entry, at, texts);
  if (typeof topic.title !== 'string' && !isJsonObject(topic.title)) throw invalid(`${at}.title`, 'a text');
  for (const list of lists) {
    if (!isTexts(topic[list])) throw invalid(`${at}.${list}`, 'a list of texts');
  }
  return topic;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function checkTexts(entry: unknown, at: string, names: readonly string[]): JsonObject {
  if (!isJsonObject(entry)) throw invalid(at, 'an object');
  for (const name of names) if (typeof entry[name] !== 'string') throw invalid(`${at}.${name}`, 'a text');
  return entry;
}

function listAt(options: JsonObject, name: string, optional = false): readonly unknown[] {
  const value = options[name];
  if (Array.isArray(value)) return value;
  if (value === undefined && optional) return [];
  throw invalid(name, 'a list');
}

function invalid(path: string, wanted: string): RolecallError {
  return new RolecallError({
    code: 'matcher_options_invalid',
    at: { path: path === '' ? OPTIONS_KEY : `${OPTIONS_KEY}.${path}` },
    message: {
      en: `The options of builtin/matcher need ${wanted} here.`,
      zh: `builtin/matcher 的选项在这里需要 ${wanted}。`,
    },
    hint: { en: 'Build them with matcherProviderOptions().', zh: '用 matcherProviderOptions() 生成它们。' },
  });
}
