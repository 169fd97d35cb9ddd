import type { CapabilityKey } from '@rolecall/base';
import type { Manifest, ManifestCapability } from '../manifest/manifest.ts';
import { readText, type ValidateOptions } from '../manifest/validate-manifest.ts';
import { createReporter, type Reporter } from '../report/reporter.ts';
import { LIMITS } from '../standard/limits.ts';
import { standardCapability } from '../standard/standard-capabilities.ts';
import { resolveStrategy } from '../strategy/resolve-strategy.ts';
import { decodeText } from '../text/decode-text.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';
import { createScanCollector, guardContent, type ScanPolicy } from './content-guards.ts';
import { reportLoadedKeys } from './loaded-keys.ts';
import { readMcpOffers } from './mcp-offers.ts';
import { type PackContent, readContent } from './pack-content.ts';
import { packDigest } from './pack-digest.ts';
import { memorySource, type PackSource } from './pack-source.ts';
import type { LoadedPack, RolePack } from './role-pack.ts';
import { parseRules } from './rules.ts';
import { checkSkillReferences, type SettingText } from './skill-references.ts';
import { checkWhitelistNames, readSkills, type SkillFile, skillPlace, whitelistedSkills } from './skills.ts';

export interface LoadOptions extends ValidateOptions {
  /** What this host can do. Only with it is a declared capability reported as unavailable. */
  readonly knownCapabilities?: readonly CapabilityKey[] | undefined;
  /** The host opts in to companions: memory of their own, a guardian's entrance. */
  readonly allowCompanion?: boolean | undefined;
  /** `off` for packs that the host has scanned before; otherwise every text is scanned before it is used. */
  readonly scan?: ScanPolicy | undefined;
  /** Keeps every file in memory, so that bodies read later are those of the digest even when the folder changes. */
  readonly snapshot?: boolean | undefined;
}

/** Loads a pack from wherever it lies. See `loadRolePack`. */
export async function loadPackFrom(source: PackSource, options: LoadOptions = {}): Promise<LoadedPack> {
  const report = createReporter(options.language);
  const scanned = createScanCollector(options.scan);
  const kept = options.snapshot ? new Map<string, Uint8Array>() : undefined;
  const content = await readContent(source, report, (path, bytes) => {
    kept?.set(path, bytes);
    scanned.visit(path, bytes);
  });
  const manifest = readManifestFile(content, report, options);
  if (!manifest || report.isRefused()) return finish(source, report, undefined);
  const setting = [
    contentText('persona.md', 'PERSONA_MISSING', content, report),
    contentText('rules.md', 'RULES_MISSING', content, report),
  ] as const;
  const [{ text: persona }, { text: rulesText, firstLine }] = setting;
  const skillFiles = decodeSkills(content, report);
  const skills = readSkills(whitelistedSkills(skillFiles, manifest, report), manifest.name, report);
  checkSkillReferences(setting, skills, report);
  const digest = packDigest(content.hashes);
  guardContent({ manifest, setting, skillFiles, digest }, scanned, report, options.scan);
  checkWhitelistNames(skills, manifest, report);
  const mcp = content.conventional.get('mcp.json');
  const mcpServers = mcp ? readMcpOffers(decodeText(mcp.bytes, mcp.path, report), report) : [];
  const capabilities = manifest.capabilities?.map(({ capability }) => capability);
  reportUnavailable(manifest.capabilities, report, options);
  return finish(source, report, {
    name: manifest.name,
    displayName: manifest.displayName,
    digest,
    manifest,
    persona,
    rules: parseRules(rulesText).items.map((rule) => ({ ...rule, line: rule.line + firstLine - 1 })),
    rulesText,
    skills,
    capabilities,
    strategy: resolveStrategy(manifest.strategy),
    mcpServers,
    files: content.hashes,
    dir: source.location,
    source: kept ? memorySource(kept, source.location) : source,
  });
}

function readManifestFile(content: PackContent, report: Reporter, options: LoadOptions): Manifest | undefined {
  const file = content.conventional.get('manifest.json');
  if (!file) {
    report.add('MANIFEST_MISSING', { file: 'manifest.json' });
    return undefined;
  }
  if (file.bytes.length > LIMITS.manifestBytes) {
    report.add('MANIFEST_TOO_LARGE', { file: file.path }, { size: file.bytes.length, limit: LIMITS.manifestBytes });
    return undefined;
  }
  const text = decodeText(file.bytes, file.path, report);
  const manifest = readText(text, report, options);
  if (manifest && !report.isRefused()) {
    report.loaded(
      { file: file.path },
      { en: `Manifest of "${manifest.name}".`, zh: `角色包 "${manifest.name}" 的 manifest。` },
    );
    reportLoadedKeys(text, report);
  }
  if (manifest?.interactionType === 'companion' && options.allowCompanion !== true)
    report.add('COMPANION_NOT_ALLOWED', { file: file.path, path: 'interactionType' }, {}, { refused: true });
  return manifest;
}

/** The text of persona or rules without frontmatter; empty when there is none. */
function contentText(
  name: 'persona.md' | 'rules.md',
  missing: 'PERSONA_MISSING' | 'RULES_MISSING',
  content: PackContent,
  report: Reporter,
): SettingText {
  const file = content.conventional.get(name);
  if (!file) {
    report.add(missing, { file: name }, {}, { boundary: 'file' });
    return { file: name, text: '', firstLine: 1 };
  }
  const front = splitFrontmatter(decodeText(file.bytes, file.path, report));
  if (front.form !== 'none') report.add('CONTENT_FRONTMATTER', { file: file.path, line: 1 }, {}, { boundary: 'file' });
  if (front.body.trim() === '') report.add('CONTENT_EMPTY', { file: file.path }, {}, { boundary: 'file' });
  else
    report.loaded(
      { file: file.path },
      name === 'persona.md' ? { en: 'Persona.', zh: '身份设定。' } : { en: 'Rules.', zh: '规则。' },
    );
  return { file: file.path, text: front.body, firstLine: front.bodyLine };
}

function decodeSkills(content: PackContent, report: Reporter): SkillFile[] {
  return [...content.skills].map(([file, bytes]) => ({
    file,
    folder: skillPlace(file)?.folder,
    text: decodeText(bytes, file, report),
  }));
}

function reportUnavailable(
  capabilities: readonly ManifestCapability[] | undefined,
  report: Reporter,
  options: LoadOptions,
): void {
  const known = options.knownCapabilities;
  if (!known) return;
  for (const { capability: key, index } of capabilities ?? []) {
    if (known.includes(key) || standardCapability(key)?.exposure === 'given') continue;
    const at = { file: 'manifest.json', path: `capabilities[${index}]` };
    report.add('CAPABILITY_UNAVAILABLE', at, { key }, { boundary: 'capability' });
  }
}

function finish(source: PackSource, report: Reporter, pack: RolePack | undefined): LoadedPack {
  const refused = report.isRefused();
  return {
    pack: refused ? undefined : pack,
    report: {
      path: source.location,
      ok: !report.entries.some((entry) => entry.severity === 'error'),
      refused,
      entries: report.entries,
    },
  };
}
