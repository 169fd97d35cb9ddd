import { isKey } from '../manifest/manifest-lists.ts';
import { FORMAT_VERSION } from '../standard/limits.ts';
import { CONTENT_PATH_KEYS, MANIFEST_FIELDS, manifestField } from '../standard/manifest-fields.ts';
import { aliasKey, retiredKey, valueToday } from '../standard/retired-keys.ts';
import { parseVersion } from '../standard/shape.ts';
import { STRATEGY_KEYS, strategyKey } from '../standard/strategy-keys.ts';
import { withoutUnsafeCharacters } from '../text/unsafe-characters.ts';

/** One thing that was changed, for people. */
export interface ManifestChange {
  readonly path: string;
  readonly what: 'renamed' | 'removed' | 'rewritten' | 'added';
  readonly detail: string;
}

export interface MigratedManifest {
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly changes: readonly ManifestChange[];
  /** Why it cannot be brought to this format; then nothing was changed. */
  readonly impossible?: string | undefined;
}

type Draft = Record<string, unknown>;

/**
 * Brings an older manifest to format 1.0.0: older names, plain-text capabilities, `on`/`off`, retired keys, short
 * version numbers, snake_case. What it does not know it leaves as it is. Never changes its input.
 *
 * Source: RolePack, section 五, migration rules.
 */
export function migrateManifest(value: Readonly<Record<string, unknown>>): MigratedManifest {
  const parsed = typeof value.formatVersion === 'string' ? parseVersion(value.formatVersion) : undefined;
  if (parsed && parsed.major > 1)
    return {
      manifest: value,
      changes: [],
      impossible: `format ${String(value.formatVersion)} is newer than ${FORMAT_VERSION}; a newer release of this tool is needed`,
    };
  const changes: ManifestChange[] = [];
  const draft: Draft = {};
  for (const [key, member] of Object.entries(value)) {
    const current = camelCase(key);
    if (Object.hasOwn(CONTENT_PATH_KEYS, key) && typeof member === 'string')
      changes.push({ path: key, what: 'removed', detail: `content is read from ${CONTENT_PATH_KEYS[key]}` });
    else if (!manifestField(key) && manifestField(current) && !Object.hasOwn(value, current)) {
      set(draft, current, member);
      changes.push({ path: key, what: 'renamed', detail: current });
    } else set(draft, key, member);
  }
  migrateFormatVersion(draft, changes);
  migrateCapabilities(draft, changes);
  migrateStrategy(draft, changes);
  return { manifest: draft, changes };
}

/**
 * The safe repairs: all that `migrateManifest` does, and what has one right answer besides (declare the interaction
 * type, take invisible characters out of names, restore compliance fields that a pack cannot switch off).
 */
export function fixManifest(value: Readonly<Record<string, unknown>>): MigratedManifest {
  const migrated = migrateManifest(value);
  if (migrated.impossible !== undefined) return migrated;
  const draft: Draft = { ...migrated.manifest };
  const changes = [...migrated.changes];
  for (const key of ['name', 'displayName']) {
    const text = draft[key];
    if (typeof text !== 'string') continue;
    const clean = withoutUnsafeCharacters(text).normalize('NFC').trim();
    if (clean === text || clean === '') continue;
    draft[key] = clean;
    changes.push({ path: key, what: 'rewritten', detail: 'without invisible characters' });
  }
  if (draft.interactionType === undefined) {
    draft.interactionType = MANIFEST_FIELDS.interactionType.default;
    changes.push({ path: 'interactionType', what: 'added', detail: MANIFEST_FIELDS.interactionType.default });
  }
  if (draft.aiIdentityDisclosure !== undefined && draft.aiIdentityDisclosure !== true) {
    draft.aiIdentityDisclosure = true;
    changes.push({ path: 'aiIdentityDisclosure', what: 'rewritten', detail: 'true' });
  }
  if (draft.minorProtection !== undefined && draft.minorProtection !== 'required') {
    draft.minorProtection = 'required';
    changes.push({ path: 'minorProtection', what: 'rewritten', detail: 'required' });
  }
  for (const key of ['version', 'minKernelVersion']) {
    const full = fullVersion(draft[key]);
    if (full === undefined || full === draft[key]) continue;
    draft[key] = full;
    changes.push({ path: key, what: 'rewritten', detail: full });
  }
  return { manifest: draft, changes };
}

function migrateFormatVersion(draft: Draft, changes: ManifestChange[]): void {
  const { formatVersion } = draft;
  const parsed = typeof formatVersion === 'string' ? parseVersion(formatVersion) : undefined;
  if (parsed?.major === 1) return;
  changes.push({
    path: 'formatVersion',
    what: formatVersion === undefined ? 'added' : 'rewritten',
    detail: FORMAT_VERSION,
  });
  draft.formatVersion = FORMAT_VERSION;
}

function migrateCapabilities(draft: Draft, changes: ManifestChange[]): void {
  const list = draft.capabilities;
  if (!Array.isArray(list)) return;
  const seen = new Set<unknown>();
  const migrated: unknown[] = [];
  for (const [index, item] of list.entries()) {
    const path = `capabilities[${index}]`;
    // What is no key is not made one by another form: it stays as it is, and is reported.
    const isPlainKey = typeof item === 'string' && isKey(item);
    const entry: unknown = isPlainKey ? { capability: item } : item;
    if (isPlainKey) changes.push({ path, what: 'rewritten', detail: `{ "capability": "${item}" }` });
    const key = isRecord(entry) ? entry.capability : undefined;
    if (key !== undefined && seen.has(key)) changes.push({ path, what: 'removed', detail: 'declared twice' });
    else migrated.push(entry);
    seen.add(key);
  }
  draft.capabilities = migrated;
}

function migrateStrategy(draft: Draft, changes: ManifestChange[]): void {
  if (!isRecord(draft.strategy)) return;
  const stages: Record<string, Draft> = {};
  const others: Draft = {};
  const aliased: { readonly stage: string; readonly key: string; readonly value: unknown }[] = [];
  for (const [stage, keys] of Object.entries(draft.strategy)) {
    if (!Object.hasOwn(STRATEGY_KEYS, stage) || !isRecord(keys)) {
      set(others, stage, keys);
      continue;
    }
    const kept: Draft = {};
    stages[stage] = kept;
    for (const [key, value] of Object.entries(keys)) {
      const path = `strategy.${stage}.${key}`;
      const alias = aliasKey(stage, key);
      const retired = retiredKey(stage, key);
      const current = camelCase(key);
      if (strategyKey(stage, key)) set(kept, key, modernValue(path, stage, key, value, changes));
      else if (alias) {
        aliased.push({ ...alias.to, value: valueToday(alias, value) });
        changes.push({ path, what: 'renamed', detail: `strategy.${alias.to.stage}.${alias.to.key}` });
      } else if (retired) changes.push({ path, what: 'removed', detail: retired.instead.en });
      else if (strategyKey(stage, current) && !Object.hasOwn(keys, current)) {
        set(kept, current, modernValue(path, stage, current, value, changes));
        changes.push({ path, what: 'renamed', detail: `strategy.${stage}.${current}` });
      } else set(kept, key, value);
    }
  }
  for (const { stage, key, value } of aliased) {
    const target = stages[stage] ?? {};
    if (!Object.hasOwn(target, key)) set(target, key, value);
    stages[stage] = target;
  }
  draft.strategy = { ...stages, ...others };
}

function modernValue(path: string, stage: string, key: string, value: unknown, changes: ManifestChange[]): unknown {
  if (strategyKey(stage, key)?.shape.type !== 'switch-number' || (value !== 'on' && value !== 'off')) return value;
  const number = value === 'on' ? 1 : 0;
  changes.push({ path, what: 'rewritten', detail: String(number) });
  return number;
}

function fullVersion(value: unknown): string | undefined {
  if (typeof value === 'number' && value >= 0 && Number.isFinite(value)) return fullVersion(String(value));
  if (typeof value !== 'string') return undefined;
  const match = /^v?(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(value.trim());
  return match ? [match[1], match[2] ?? '0', match[3] ?? '0'].map(Number).join('.') : undefined;
}

function camelCase(key: string): string {
  return /^[a-z0-9]+(?:[_-][a-z0-9]+)+$/i.test(key)
    ? key.toLowerCase().replace(/[_-]([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : key;
}

/** Also for the names that mean something else to an object. */
function set(target: Draft, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
