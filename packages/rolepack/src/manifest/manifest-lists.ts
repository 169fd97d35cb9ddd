import { type Reporter, showValue } from '../report/reporter.ts';
import { LIMITS } from '../standard/limits.ts';
import { MANIFEST_FIELDS } from '../standard/manifest-fields.ts';
import { describeShape, lengthOf } from '../standard/shape.ts';
import { unsafeCharacters } from '../text/unsafe-characters.ts';
import type { ManifestCapability, ManifestSkill } from './manifest.ts';
import type { RawManifest } from './read-manifest.ts';

/** The words of `keywords` or `trigger`, in either of their two forms. Source: RolePack, section 2.2. */
export function readMatchWords(
  key: 'keywords' | 'trigger',
  code: 'INVALID_KEYWORDS' | 'INVALID_TRIGGER',
  raw: RawManifest,
  report: Reporter,
): string[] {
  const value = raw.get(key);
  if (value === undefined) return [];
  const list: unknown = typeof value === 'string' ? value.split(/[,，、]/) : value;
  if (!Array.isArray(list) || !list.every((word): word is string => typeof word === 'string')) {
    const range = describeShape(MANIFEST_FIELDS[key].shape)[report.language];
    report.add(code, raw.at(key), { range, value: showValue(value) });
    return [];
  }
  const words = [...new Set(list.map((word) => word.trim().normalize('NFC')).filter((word) => word !== ''))];
  if (words.length > LIMITS.matchWords)
    report.add('MATCH_WORDS_TOO_MANY', raw.at(key), { key, count: words.length, limit: LIMITS.matchWords });
  return words.slice(0, LIMITS.matchWords).filter((word) => {
    if (lengthOf(word) <= LIMITS.matchWordLength) return true;
    report.add('MATCH_WORD_TOO_LONG', raw.at(key), { key, length: lengthOf(word), limit: LIMITS.matchWordLength });
    return false;
  });
}

/** The whitelist of skill files, or undefined when every skill counts. Source: RolePack, section 四, C3. */
export function readManifestSkills(raw: RawManifest, report: Reporter): readonly ManifestSkill[] | undefined {
  const value = raw.get('skills');
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    report.add('SKILLS_NOT_ARRAY', raw.at('skills'), { value: showValue(value) });
    return undefined;
  }
  if (value.length > LIMITS.skills)
    report.add('SKILLS_TOO_MANY', raw.at('skills'), { count: value.length, limit: LIMITS.skills });
  const skills: ManifestSkill[] = [];
  let named = 0;
  for (const [index, item] of value.slice(0, LIMITS.skills).entries()) {
    const at = raw.at(`skills[${index}]`);
    const file = isRecord(item) ? item.file : undefined;
    // An entry without a file limits nothing: the standard filters only by `file`. One that leads out still limits.
    const path = typeof file === 'string' ? packPath(file) : undefined;
    if (isRecord(item) && file !== undefined) named++;
    if (!isRecord(item) || path === undefined) report.add('INVALID_MANIFEST_SKILL', at, { value: showValue(item) });
    else skills.push({ file: path, name: typeof item.name === 'string' ? item.name : undefined, index });
  }
  return named === 0 ? undefined : skills;
}

/** The declared capabilities, or undefined when the field is absent. Source: RolePack, section 四, C2. */
export function readCapabilities(raw: RawManifest, report: Reporter): readonly ManifestCapability[] | undefined {
  const value = raw.get('capabilities');
  if (value === undefined) return undefined;
  if (!Array.isArray(value)) {
    report.add('CAPABILITIES_NOT_ARRAY', raw.at('capabilities'), { value: showValue(value) });
    return [];
  }
  if (value.length > LIMITS.capabilities)
    report.add('CAPABILITIES_TOO_MANY', raw.at('capabilities'), { count: value.length, limit: LIMITS.capabilities });
  const capabilities = new Map<string, ManifestCapability>();
  for (const [index, item] of value.slice(0, LIMITS.capabilities).entries()) {
    const at = raw.at(`capabilities[${index}]`);
    const key: unknown = isRecord(item) ? item.capability : item;
    if (typeof key !== 'string' || !isKey(key)) {
      report.add('INVALID_CAPABILITY', at, { value: showValue(item) }, { boundary: 'capability' });
      continue;
    }
    if (typeof item === 'string') report.add('CAPABILITY_STRING', at, { key }, { boundary: 'capability' });
    if (/[^a-z0-9:-]/.test(key)) {
      const suggestion = key
        .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
        .replace(/[._]/g, '-')
        .toLowerCase();
      report.add('CAPABILITY_STYLE', at, { key, suggestion }, { boundary: 'capability' });
    }
    if (capabilities.has(key)) report.add('CAPABILITY_DUPLICATE', at, { key }, { boundary: 'capability' });
    else
      capabilities.set(key, {
        capability: key,
        description: isRecord(item) && typeof item.description === 'string' ? item.description : undefined,
        index,
      });
  }
  return [...capabilities.values()];
}

/** A path inside the pack with `/`, composed; undefined when it is absolute or leads out. */
export function packPath(path: string): string | undefined {
  const composed = path.normalize('NFC').replace(/\\/g, '/');
  if (composed === '' || composed.startsWith('/') || /^[A-Za-z]:/.test(composed)) return undefined;
  if (unsafeCharacters(composed).length > 0 || composed.length > LIMITS.pathLength) return undefined;
  const parts = composed.split('/').filter((part) => part !== '' && part !== '.');
  return parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

/** True for a well-formed key. */
export function isKey(key: string): boolean {
  return key.length <= LIMITS.capabilityKeyLength && /^[a-z]+:[a-zA-Z0-9._-]+$/.test(key);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
