import type { Place } from '@rolecall/base';
import { type Reporter, showValue } from '../report/reporter.ts';
import { FORMAT_VERSION, LIMITS } from '../standard/limits.ts';
import { CONTENT_PATH_KEYS, MANIFEST_FIELDS, manifestField } from '../standard/manifest-fields.ts';
import { compareParsedVersions, describeShape, lengthOf, parseVersion } from '../standard/shape.ts';
import { readStrategy } from '../strategy/read-strategy.ts';
import { nearestName } from '../text/nearest-name.ts';
import { unsafeCharacters } from '../text/unsafe-characters.ts';
import { readCompliance } from './compliance-fields.ts';
import type { Manifest } from './manifest.ts';
import { readCapabilities, readManifestSkills, readMatchWords } from './manifest-lists.ts';

export interface ReadManifestOptions {
  readonly kernelVersion: string;
  readonly strict: boolean;
  readonly consumes?: readonly string[] | undefined;
  readonly lineOf?: ((path: string) => number | undefined) | undefined;
}

/** A raw manifest and where its fields stand. */
export interface RawManifest {
  has(key: string): boolean;
  get(key: string): unknown;
  at(path: string): Place;
}

/** Reads every field of a manifest object; what is wrong is reported and falls back, alone. */
export function readManifest(
  value: Readonly<Record<string, unknown>>,
  report: Reporter,
  options: ReadManifestOptions,
): Manifest {
  const raw: RawManifest = {
    has: (key) => Object.hasOwn(value, key) && value[key] !== undefined,
    get: (key) => (Object.hasOwn(value, key) ? value[key] : undefined),
    at: (path) => ({ file: 'manifest.json', line: options.lineOf?.(path), path }),
  };
  const extensions = reportUnknownKeys(value, raw, report);
  const name = readName(raw, report);
  const formatVersion = readFormatVersion(raw, report);
  const text = (key: string) => readMetaText(key, raw, report);
  const compliance = readCompliance(raw, report);
  text('$schema');
  return {
    name,
    displayName: readDisplayName(raw, report) ?? name,
    formatVersion,
    version: readVersion('version', 'INVALID_VERSION', raw, report),
    description: text('description') ?? '',
    author: text('author'),
    homepage: text('homepage'),
    repository: text('repository'),
    license: text('license'),
    matchWords: [
      ...new Set([
        ...readMatchWords('keywords', 'INVALID_KEYWORDS', raw, report),
        ...readMatchWords('trigger', 'INVALID_TRIGGER', raw, report),
      ]),
    ],
    ...compliance,
    minKernelVersion: readMinKernelVersion(raw, report, options),
    handoffPrompt: readHandoffPrompt(raw, report),
    strategy: readStrategy(raw.get('strategy'), report, {
      consumes: options.consumes,
      lineOf: options.lineOf,
      file: 'manifest.json',
    }),
    skills: readManifestSkills(raw, report),
    capabilities: readCapabilities(raw, report),
    extensions,
  };
}

/** A key such as `com.example` or `com.example.host`: the place of host-specific data. */
export function isReverseDomain(key: string): boolean {
  return key.length <= 200 && /^[a-z]{2,24}(\.[A-Za-z0-9][A-Za-z0-9-]*)+$/.test(key);
}

function reportUnknownKeys(
  value: Readonly<Record<string, unknown>>,
  raw: RawManifest,
  report: Reporter,
): Readonly<Record<string, unknown>> {
  const extensions: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    if (manifestField(key)) continue;
    if (isReverseDomain(key)) {
      extensions.push([key, member]);
      report.add('EXTENSION_KEY', raw.at(key), { key });
    } else if (Object.hasOwn(CONTENT_PATH_KEYS, key)) {
      report.add('CONTENT_PATH_IN_MANIFEST', raw.at(key), { key, file: CONTENT_PATH_KEYS[key] ?? '' });
    } else {
      const nearest = nearestName(key, Object.keys(MANIFEST_FIELDS));
      const hint = report.language === 'zh' ? ` 是否指 "${nearest}"？` : ` Did you mean "${nearest}"?`;
      report.add('UNKNOWN_TOP_LEVEL_KEY', raw.at(key), { key, nearest: nearest === undefined ? '' : hint });
    }
  }
  return Object.fromEntries(extensions);
}

function readName(raw: RawManifest, report: Reporter): string {
  const value = raw.get('name');
  if (typeof value !== 'string' || value.trim() === '') {
    report.add('MISSING_NAME', raw.at('name'), { value: showValue(value) });
    return '';
  }
  // The longest name is kept whole: there is no default to fall back to, and nothing is cut.
  if (lengthOf(value) > LIMITS.metaString)
    report.add('META_STRING_TOO_LONG', raw.at('name'), {
      key: 'name',
      length: lengthOf(value),
      limit: LIMITS.metaString,
    });
  return cleanName('name', value, raw, report);
}

function readDisplayName(raw: RawManifest, report: Reporter): string | undefined {
  const value = readMetaText('displayName', raw, report);
  return value === undefined ? undefined : cleanName('displayName', value, raw, report);
}

function cleanName(key: string, value: string, raw: RawManifest, report: Reporter): string {
  const unsafe = unsafeCharacters(value);
  if (unsafe.length > 0) report.add('NAME_UNSAFE_CHARACTERS', raw.at(key), { key, characters: unsafe.join(', ') });
  const composed = value.normalize('NFC');
  if (composed !== value) report.add('NAME_NORMALISED', raw.at(key), { key: `"${key}"` });
  return composed.trim();
}

function readFormatVersion(raw: RawManifest, report: Reporter): string {
  const value = raw.get('formatVersion');
  const parsed = typeof value === 'string' ? parseVersion(value) : undefined;
  const supported = parseVersion(FORMAT_VERSION);
  if (!parsed || !supported) {
    report.add('INVALID_FORMAT_VERSION', raw.at('formatVersion'), { value: showValue(value) });
    return '';
  }
  const parameters = { value: String(value), supported: FORMAT_VERSION };
  if (parsed.major !== supported.major) report.add('FORMAT_VERSION_INCOMPATIBLE', raw.at('formatVersion'), parameters);
  else if (compareParsedVersions(parsed, supported) > 0)
    report.add('FORMAT_VERSION_NEWER', raw.at('formatVersion'), parameters);
  return String(value);
}

function readMetaText(key: string, raw: RawManifest, report: Reporter): string | undefined {
  const value = raw.get(key);
  if (value === undefined) return undefined;
  const shape = manifestField(key)?.shape;
  if (typeof value !== 'string' || value.trim() === '') {
    // An empty text is a field left blank, not a mistake.
    if (value === '') return undefined;
    report.add('INVALID_META_STRING', raw.at(key), {
      key,
      range: shape ? describeShape(shape)[report.language] : '',
      value: showValue(value),
    });
    return undefined;
  }
  const length = lengthOf(value);
  if (length > LIMITS.metaString) {
    report.add('META_STRING_TOO_LONG', raw.at(key), { key, length, limit: LIMITS.metaString });
    return undefined;
  }
  return value;
}

function readVersion(
  key: string,
  code: 'INVALID_VERSION' | 'INVALID_MIN_KERNEL_VERSION',
  raw: RawManifest,
  report: Reporter,
): string | undefined {
  const value = raw.get(key);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && parseVersion(value)) return value;
  report.add(code, raw.at(key), { value: showValue(value) });
  return undefined;
}

function readMinKernelVersion(raw: RawManifest, report: Reporter, options: ReadManifestOptions): string | undefined {
  const value = readVersion('minKernelVersion', 'INVALID_MIN_KERNEL_VERSION', raw, report);
  const wanted = value === undefined ? undefined : parseVersion(value);
  const present = parseVersion(options.kernelVersion);
  if (wanted && present && compareParsedVersions(wanted, present) > 0)
    report.add(
      'MIN_KERNEL_VERSION_NEWER',
      raw.at('minKernelVersion'),
      { value: String(value), supported: options.kernelVersion },
      { refused: options.strict },
    );
  return value;
}

function readHandoffPrompt(raw: RawManifest, report: Reporter): string | undefined {
  const value = raw.get('handoffPrompt');
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || value.trim() === '') {
    report.add('INVALID_HANDOFF_PROMPT', raw.at('handoffPrompt'), { value: showValue(value) });
    return undefined;
  }
  const length = lengthOf(value);
  if (length > LIMITS.handoffPrompt) {
    report.add('HANDOFF_PROMPT_TOO_LONG', raw.at('handoffPrompt'), { length, limit: LIMITS.handoffPrompt });
    return undefined;
  }
  return value;
}
