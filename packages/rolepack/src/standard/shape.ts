import type { Bilingual } from '@rolecall/base';

/** What a value may be: the one description that types, schema, validator, resolver and reference pages read. */
export type ValueShape =
  | { readonly type: 'text'; readonly min: number; readonly max: number }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  /** One of the values, or a list of them. */
  | { readonly type: 'choices'; readonly values: readonly string[] }
  | { readonly type: 'integer'; readonly min: number; readonly max?: number | undefined }
  | { readonly type: 'number'; readonly min: number; readonly max: number }
  | { readonly type: 'boolean' }
  /** 0, or any positive number meaning once; the older `on` and `off` are understood. */
  | { readonly type: 'switch-number' }
  | { readonly type: 'version' }
  /** A list of words, or one text of them separated by `,` `，` or `、`. */
  | { readonly type: 'words'; readonly maxWords: number; readonly maxLength: number }
  | { readonly type: 'object' }
  | { readonly type: 'skill-list'; readonly max: number }
  | { readonly type: 'capability-list'; readonly max: number };

/** The TypeScript type of the values of a shape. */
export type ValueOf<S> = S extends { readonly type: 'text' | 'version' }
  ? string
  : S extends { readonly type: 'choice'; readonly values: readonly (infer V)[] }
    ? V
    : S extends { readonly type: 'choices'; readonly values: readonly (infer V)[] }
      ? readonly V[]
      : S extends { readonly type: 'integer' | 'number' }
        ? number
        : S extends { readonly type: 'switch-number' }
          ? 0 | 1
          : S extends { readonly type: 'boolean' }
            ? boolean
            : unknown;

/** The accepted range in words, as findings and reference pages show it. */
export function describeShape(shape: ValueShape): Bilingual {
  switch (shape.type) {
    case 'text':
      return {
        en: `a text of ${shape.min} to ${shape.max} characters`,
        zh: `${shape.min} 到 ${shape.max} 个字符的字符串`,
      };
    case 'choice':
      return { en: `one of ${shape.values.join(' | ')}`, zh: `${shape.values.join(' | ')} 之一` };
    case 'choices':
      return {
        en: `one or a list of ${shape.values.join(' | ')}`,
        zh: `${shape.values.join(' | ')} 中的一个或一个数组`,
      };
    case 'integer':
      return shape.max === undefined
        ? { en: `a whole number from ${shape.min} up`, zh: `不小于 ${shape.min} 的整数` }
        : { en: `a whole number from ${shape.min} to ${shape.max}`, zh: `${shape.min} 到 ${shape.max} 的整数` };
    case 'number':
      return { en: `a number from ${shape.min} to ${shape.max}`, zh: `${shape.min} 到 ${shape.max} 的数` };
    case 'boolean':
      return { en: 'true or false', zh: 'true 或 false' };
    case 'switch-number':
      return { en: '0, or a positive number meaning once', zh: '0，或任意正数（均表示一次）' };
    case 'version':
      return { en: 'a semantic version such as 1.0.0', zh: '语义化版本，例如 1.0.0' };
    case 'words':
      return {
        en: `up to ${shape.maxWords} words of at most ${shape.maxLength} characters, as a list or separated by commas`,
        zh: `最多 ${shape.maxWords} 个、每个不超过 ${shape.maxLength} 字符的词，数组或以逗号分隔的字符串`,
      };
    case 'object':
      return { en: 'an object', zh: '对象' };
    case 'skill-list':
      return {
        en: `a list of up to ${shape.max} { file, name? } with the file relative to the pack`,
        zh: `最多 ${shape.max} 项 { file, name? } 的数组，file 相对于角色包`,
      };
    case 'capability-list':
      return {
        en: `a list of up to ${shape.max} { capability, description? }`,
        zh: `最多 ${shape.max} 项 { capability, description? } 的数组`,
      };
    default:
      return shape satisfies never;
  }
}

/** The accepted value in the form that the resolver hands on, or undefined when the value is outside the shape. */
export function readShape(value: unknown, shape: ValueShape): unknown {
  switch (shape.type) {
    case 'text':
      return typeof value === 'string' && value.trim().length >= shape.min && lengthOf(value) <= shape.max
        ? value
        : undefined;
    case 'choice':
      return typeof value === 'string' && shape.values.includes(value) ? value : undefined;
    case 'choices': {
      const list = Array.isArray(value) ? value : [value];
      if (list.length === 0 || !list.every((item) => typeof item === 'string' && shape.values.includes(item)))
        return undefined;
      return [...new Set(list)];
    }
    case 'integer':
      return typeof value === 'number' &&
        Number.isSafeInteger(value) &&
        value >= shape.min &&
        value <= (shape.max ?? Number.MAX_SAFE_INTEGER)
        ? value
        : undefined;
    case 'number':
      return typeof value === 'number' && value >= shape.min && value <= shape.max ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'switch-number':
      if (value === 'on') return 1;
      if (value === 'off') return 0;
      return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? (value > 0 ? 1 : 0) : undefined;
    case 'version':
      return typeof value === 'string' && parseVersion(value) !== undefined ? value : undefined;
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
    case 'words':
    case 'skill-list':
    case 'capability-list':
      return Array.isArray(value) ? value : undefined;
    default:
      return shape satisfies never;
  }
}

/** Length in characters as a reader counts them: code points, not UTF-16 units. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff && index + 1 < text.length) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        length--;
        index++;
      }
    }
  }
  return length;
}

export interface ParsedVersion {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  readonly prerelease: string;
}

const VERSION =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** The parts of a full semantic version, or undefined. Source: Semantic Versioning 2.0.0. */
export function parseVersion(text: string): ParsedVersion | undefined {
  if (text.length > 128) return undefined;
  const match = VERSION.exec(text);
  if (!match) return undefined;
  const prerelease = match[4] ?? '';
  if (prerelease.split('.').some((part) => /^0\d+$/.test(part))) return undefined;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]), prerelease };
}

/** Orders two versions by major, minor and patch; a pre-release stands before its release. */
export function compareParsedVersions(left: ParsedVersion, right: ParsedVersion): number {
  return (
    left.major - right.major ||
    left.minor - right.minor ||
    left.patch - right.patch ||
    Number(right.prerelease !== '') - Number(left.prerelease !== '')
  );
}
