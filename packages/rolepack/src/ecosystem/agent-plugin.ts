import { skillPlace } from '../load/skills.ts';
import { isReverseDomain } from '../manifest/read-manifest.ts';
import type { Reporter } from '../report/reporter.ts';
import { decodeText } from '../text/decode-text.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';
import { createDraft, NAMESPACES, type PackDraft, setKeywords, setVersion } from './pack-draft.ts';

type Files = ReadonlyMap<string, Uint8Array>;
type Json = Readonly<Record<string, unknown>>;

const MANIFEST_PLACES = [
  'plugin.json',
  '.plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
];
const KNOWN = new Set([
  'name',
  'version',
  'description',
  'author',
  'homepage',
  'repository',
  'license',
  'keywords',
  'mcpServers',
  'displayName',
]);

/** The manifest of an Agent Plugin or Claude Code plugin among files, or undefined. */
export function pluginManifestPath(files: Files): string | undefined {
  return MANIFEST_PLACES.find((path) => files.has(path));
}

/**
 * A role pack from an Agent Plugin 1.0 or a Claude Code plugin: skills and servers are taken as they are, what only
 * that host understands (hooks, commands, agents) is kept in a folder of its own. A plugin that was exported from a
 * role pack carries it and comes back whole.
 */
export function importPlugin(files: Files, label: string, report: Reporter): Files {
  const path = pluginManifestPath(files);
  const plugin = readJson(path === undefined ? undefined : files.get(path), path ?? '', report) ?? {};
  const isClaude = path?.startsWith('.claude-plugin/') ?? false;
  const namespace = isClaude ? NAMESPACES.claudeCode : NAMESPACES.agentPlugin;
  const carried = readJson(files.get(`${NAMESPACES.rolePack}/manifest.json`), 'manifest.json', report);
  const draft = createDraft(String(plugin.name ?? label), report);
  if (carried) Object.assign(draft.manifest, carried);
  else {
    draft.text('displayName', plugin.displayName, 'displayName');
    draft.text('description', plugin.description, 'description');
    draft.text('author', plugin.author, 'author');
    draft.text('homepage', plugin.homepage, 'homepage');
    draft.text('repository', plugin.repository, 'repository');
    draft.text('license', plugin.license, 'license');
    setVersion(draft, plugin.version, 'version');
    setKeywords(draft, plugin.keywords, 'keywords');
  }
  // What is an object there and a text here (an author) goes along as it stands.
  const objects = Object.fromEntries(
    ['author', 'repository'].map((key) => [key, typeof plugin[key] === 'object' ? plugin[key] : undefined]),
  );
  if (!carried)
    draft.keep(namespace, {
      ...objects,
      ...Object.fromEntries(Object.entries(plugin).filter(([key]) => !KNOWN.has(key))),
    });
  const isCarriedTwin = (file: string) => {
    const folder = skillPlace(file)?.folder ?? /^skills\/[^/]+(?=\/)/.exec(file)?.[0];
    return folder !== undefined && files.has(`${NAMESPACES.rolePack}/${folder}.md`);
  };
  for (const [file, bytes] of files)
    if (file !== path && !isCarriedTwin(file)) place(file, bytes, namespace, draft, carried !== undefined);
  if (plugin.mcpServers !== undefined && !draft.files.has('mcp.json')) {
    if (typeof plugin.mcpServers === 'object')
      draft.write('mcp.json', `${JSON.stringify({ mcpServers: plugin.mcpServers }, null, 2)}\n`);
    else draft.keep(namespace, { mcpServers: plugin.mcpServers });
  }
  const imported = draft.finish();
  const original = files.get(`${NAMESPACES.rolePack}/manifest.json`);
  return carried && original ? new Map([...imported, ['manifest.json', original]]) : imported;
}

/** A role pack around a folder of Agent Skills, or a single one. */
export function importSkills(files: Files, label: string, report: Reporter): Files {
  const draft = createDraft(label, report);
  const single = [...files.keys()].find((path) => /^skill\.md$/i.test(path));
  if (single !== undefined) {
    const front = splitFrontmatter(decodeText(files.get(single) ?? new Uint8Array(), single, report));
    const name = String(front.fields.get('name') ?? label);
    draft.manifest.name = name;
    draft.text('description', front.fields.get('description'), 'description');
    for (const key of ['license', 'version'] as const) {
      const value = front.fields.get(key);
      if (key === 'license') draft.text('license', value, 'license');
      else setVersion(draft, value, 'version');
    }
    for (const [path, bytes] of files)
      draft.write(`skills/${folderName(name)}/${path === single ? 'SKILL.md' : path}`, bytes);
    return draft.finish();
  }
  for (const [path, bytes] of files) draft.write(path.startsWith('skills/') ? path : `skills/${path}`, bytes);
  return draft.finish();
}

/** A name as a folder may be called. */
export function folderName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{C}<>:"/\\|?*`\s]+/gu, '-')
    .replace(/^[-.]+|[-. ]+$/g, '');
  return plain === '' ? 'pack' : [...plain].slice(0, 80).join('');
}

function place(file: string, bytes: Uint8Array, namespace: string, draft: PackDraft, isCarried: boolean): void {
  const top = file.split('/')[0] ?? '';
  if (top === NAMESPACES.rolePack) {
    const inner = file.slice(top.length + 1);
    if (inner !== 'manifest.json') draft.write(inner, bytes);
  } else if (file === '.mcp.json' || file === 'mcp.json') draft.write('mcp.json', bytes);
  else if (skillPlace(file) || top === 'skills') {
    if (!isCarried || !draft.files.has(file)) draft.write(file, bytes);
  } else if (['references', 'assets', 'scripts'].includes(top) || isReverseDomain(top) || !file.includes('/'))
    draft.write(file, bytes);
  else {
    draft.write(`${namespace}/${file}`, bytes);
    draft.report.add('FIELD_KEPT', { file }, { key: file, place: `${namespace}/` }, { boundary: 'file' });
  }
}

function readJson(bytes: Uint8Array | undefined, path: string, report: Reporter): Json | undefined {
  if (!bytes) return undefined;
  try {
    const value: unknown = JSON.parse(decodeText(bytes, path, report));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;
  } catch {
    report.add('FIELD_LOST', { file: path }, { key: path, target: 'role pack', reason: 'it is not valid JSON.' });
    return undefined;
  }
}
