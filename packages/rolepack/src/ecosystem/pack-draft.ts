import type { Reporter } from '../report/reporter.ts';
import { FORMAT_VERSION, LIMITS, SCHEMA_ID } from '../standard/limits.ts';
import { lengthOf, parseVersion } from '../standard/shape.ts';
import { withoutUnsafeCharacters } from '../text/unsafe-characters.ts';

/** Where the pack's own content stands inside other formats, and theirs inside a pack. */
export const NAMESPACES = {
  rolePack: 'dev.role-pack',
  agentPlugin: 'org.agent-plugins',
  agentSkills: 'io.agentskills',
  claudeCode: 'com.anthropic.claude-code',
  vsCode: 'com.visualstudio.code',
  characterCard: 'org.character-card',
  lobeChat: 'com.lobehub.chat',
} as const;

/** A role pack that an importer is putting together: every foreign value goes in somewhere or is reported. */
export interface PackDraft {
  readonly manifest: Record<string, unknown>;
  readonly files: Map<string, Uint8Array>;
  readonly report: Reporter;
  /** Sets a text field of the manifest within its limit; what is too long is shortened nowhere but moved and said. */
  text(key: string, value: unknown, from: string): void;
  /** Keeps foreign values under a reverse-domain name, so that they survive the way back. */
  keep(namespace: string, values: Readonly<Record<string, unknown>>): void;
  lost(key: string, reason: { readonly en: string; readonly zh: string }): void;
  changed(key: string, reason: { readonly en: string; readonly zh: string }): void;
  write(path: string, content: string | Uint8Array): void;
  finish(): ReadonlyMap<string, Uint8Array>;
}

export function createDraft(name: string, report: Reporter): PackDraft {
  const clean = withoutUnsafeCharacters(name).normalize('NFC').trim();
  const manifest: Record<string, unknown> = {
    $schema: SCHEMA_ID,
    name: clean === '' ? 'imported-pack' : [...clean].slice(0, LIMITS.metaString).join(''),
    formatVersion: FORMAT_VERSION,
    interactionType: 'tool_assistant',
  };
  const files = new Map<string, Uint8Array>();
  const draft: PackDraft = {
    manifest,
    files,
    report,
    text(key, value, from) {
      if (value === undefined || value === null || value === '') return;
      const text = plainText(value);
      if (text === undefined) {
        draft.lost(from, { en: 'it is no text.', zh: '不是文本。' });
        return;
      }
      const limit = key === 'handoffPrompt' ? LIMITS.handoffPrompt : LIMITS.metaString;
      if (lengthOf(text) <= limit) {
        manifest[key] = text;
        return;
      }
      // Nothing is cut: the whole text goes into a file, the field gets its first sentence if that fits.
      const first = /^[^\n]{1,180}?(?:[。！？]|[.!?](?=\s)|\n|$)/u.exec(text)?.[0].trim();
      if (key !== 'handoffPrompt' && first !== undefined && first !== '' && lengthOf(first) <= limit)
        manifest[key] = first;
      const path = `references/${key}.md`;
      draft.write(path, `${text}\n`);
      draft.changed(from, {
        en: `longer than ${limit} characters; the whole text is in ${path}.`,
        zh: `超过 ${limit} 个字符，全文见 ${path}。`,
      });
    },
    keep(namespace, values) {
      const kept = Object.entries(values).filter(([, value]) => value !== undefined);
      if (kept.length === 0) return;
      manifest[namespace] = { ...(manifest[namespace] as object | undefined), ...Object.fromEntries(kept) };
      for (const [key] of kept) report.add('FIELD_KEPT', { path: key }, { key, place: namespace });
    },
    lost(key, reason) {
      report.add('FIELD_LOST', { path: key }, { key, target: 'role pack', reason: reason[report.language] });
    },
    changed(key, reason) {
      report.add('FIELD_CHANGED', { path: key }, { key, reason: reason[report.language] });
    },
    write(path, content) {
      files.set(path, typeof content === 'string' ? new TextEncoder().encode(content) : content);
    },
    finish() {
      files.set('manifest.json', new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`));
      return files;
    },
  };
  return draft;
}

/** A version in the form that manifests want; anything else is dropped and said. */
export function setVersion(draft: PackDraft, value: unknown, from: string): void {
  if (value === undefined || value === null || value === '') return;
  const text = String(value).trim().replace(/^v/i, '');
  const parts = /^(\d{1,9})(?:\.(\d{1,9}))?(?:\.(\d{1,9}))?$/.exec(text);
  const version = parseVersion(text)
    ? text
    : parts
      ? `${Number(parts[1])}.${Number(parts[2] ?? 0)}.${Number(parts[3] ?? 0)}`
      : undefined;
  if (version === undefined) {
    draft.lost(from, { en: `"${text.slice(0, 40)}" is no version number.`, zh: `"${text.slice(0, 40)}" 不是版本号。` });
    return;
  }
  draft.manifest.version = version;
  if (version !== text) draft.changed(from, { en: `written as ${version}.`, zh: `写作 ${version}。` });
}

/** Match words within their limits; the rest is said. */
export function setKeywords(draft: PackDraft, value: unknown, from: string): void {
  if (value === undefined || value === null) return;
  const list = Array.isArray(value)
    ? value.filter((word): word is string => typeof word === 'string')
    : String(value).split(/[,，、]/);
  const words = [...new Set(list.map((word) => word.trim()).filter((word) => word !== ''))];
  const short = words.filter((word) => lengthOf(word) <= LIMITS.matchWordLength).slice(0, LIMITS.matchWords);
  if (short.length > 0) draft.manifest.keywords = short;
  const left = words.filter((word) => !short.includes(word));
  if (left.length > 0)
    draft.lost(from, {
      en: `too many or too long: ${left.slice(0, 5).join(', ')}.`,
      zh: `过多或过长：${left.slice(0, 5).join('、')}。`,
    });
}

/** People and repositories are texts here and objects elsewhere. */
function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record = value as Readonly<Record<string, unknown>>;
  const text = record.name ?? record.url ?? record.email;
  return typeof text === 'string' ? text.trim() : undefined;
}
