import type { RolePack } from '../load/role-pack.ts';
import { skillFileName } from '../load/skills.ts';
import type { Reporter } from '../report/reporter.ts';
import { folderName } from './agent-plugin.ts';
import { NAMESPACES } from './pack-draft.ts';
import { toolsOf } from './tool-names.ts';

/** Formats that can be written. */
export const EXPORT_FORMATS = ['agent-plugin', 'agent-skills', 'claude-agent', 'agents-md'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The files of a pack in another format. What that format cannot say is reported, never dropped in silence. */
export async function exportPack(
  pack: RolePack,
  format: ExportFormat,
  report: Reporter,
): Promise<ReadonlyMap<string, Uint8Array>> {
  switch (format) {
    case 'agent-plugin':
      return toAgentPlugin(pack, report);
    case 'agent-skills':
      losesAll(
        pack,
        'Agent Skills',
        ['persona', 'rules', 'strategy', 'capabilities', 'handoffPrompt', 'mcp.json'],
        report,
      );
      return skillFolders(pack, '');
    case 'claude-agent':
      losesAll(pack, 'Claude Code agent', ['strategy', 'handoffPrompt', 'mcp.json', 'skills'], report);
      return new Map([[`${slug(pack.name)}.md`, encode(claudeAgent(pack))]]);
    case 'agents-md':
      losesAll(pack, 'AGENTS.md', ['strategy', 'capabilities', 'handoffPrompt', 'mcp.json', 'skills'], report);
      return new Map([['AGENTS.md', encode(`# ${pack.displayName}\n\n${prompt(pack)}`)]]);
    default:
      return format satisfies never;
  }
}

/** Everything that an Agent Plugin knows in its own place, the pack itself beside it: the way back is whole. */
async function toAgentPlugin(pack: RolePack, report: Reporter): Promise<ReadonlyMap<string, Uint8Array>> {
  const { manifest } = pack;
  const kept = manifest.extensions[NAMESPACES.agentPlugin];
  const plugin = {
    name: slug(pack.name),
    version: manifest.version,
    description: manifest.description || undefined,
    author: manifest.author === undefined ? undefined : { name: manifest.author },
    homepage: manifest.homepage,
    repository: manifest.repository,
    license: manifest.license,
    keywords: manifest.matchWords.length > 0 ? manifest.matchWords : undefined,
    ...(typeof kept === 'object' && kept !== null ? kept : {}),
  };
  const files = new Map<string, Uint8Array>([['plugin.json', encode(`${JSON.stringify(plugin, null, 2)}\n`)]]);
  for (const [path, bytes] of await skillFolders(pack, 'skills/')) files.set(path, bytes);
  const single = new Set(pack.skills.map((skill) => skill.file));
  for (const { path } of pack.files) {
    const bytes = await pack.source.read(path);
    const isOwn = ['manifest.json', 'persona.md', 'rules.md'].includes(path.toLowerCase());
    if (isOwn || (single.has(path) && !/\/skill\.md$/i.test(path))) files.set(`${NAMESPACES.rolePack}/${path}`, bytes);
    else if (path.startsWith(`${NAMESPACES.agentPlugin}/`))
      files.set(path.slice(NAMESPACES.agentPlugin.length + 1), bytes);
    else if (!path.startsWith('skills/') || !files.has(path)) files.set(path, bytes);
  }
  if (slug(pack.name) !== pack.name)
    report.add(
      'FIELD_CHANGED',
      { path: 'name' },
      {
        key: 'name',
        reason:
          report.language === 'zh' ? `插件名写作 ${slug(pack.name)}。` : `the plugin is called ${slug(pack.name)}.`,
      },
    );
  return files;
}

/** Every skill as a folder with a SKILL.md, as Agent Skills wants it. */
async function skillFolders(pack: RolePack, prefix: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const skill of pack.skills) {
    const folder = `${prefix}${folderName(skillFileName(skill))}`;
    files.set(`${folder}/SKILL.md`, await pack.source.read(skill.file));
    if (skill.folder === undefined) continue;
    for (const { path } of pack.files)
      if (path.startsWith(`${skill.folder}/`) && path !== skill.file)
        files.set(`${folder}/${path.slice(skill.folder.length + 1)}`, await pack.source.read(path));
  }
  return files;
}

function claudeAgent(pack: RolePack): string {
  const kept = pack.manifest.extensions[NAMESPACES.claudeCode];
  const extra = typeof kept === 'object' && kept !== null ? (kept as Readonly<Record<string, unknown>>) : {};
  const tools =
    pack.capabilities === undefined
      ? undefined
      : toolsOf(
          ['file:read', 'file:list', ...pack.capabilities].filter((one, index, all) => all.indexOf(one) === index),
        ).join(', ');
  const fields: Readonly<Record<string, unknown>> = {
    name: slug(pack.name),
    description: pack.manifest.description || pack.displayName,
    tools,
    ...extra,
  };
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(
      ([key, value]) =>
        `${key}: ${typeof value === 'string' && /^[\w ,.()-]+$/.test(value) ? value : JSON.stringify(value)}`,
    );
  return `---\n${lines.join('\n')}\n---\n\n${prompt(pack)}`;
}

function prompt(pack: RolePack): string {
  const skills = pack.skills.map((skill) => `- \`${skill.name}\`: ${skill.description}`).join('\n');
  return `${[pack.persona.trim(), pack.rulesText.trim(), skills === '' ? '' : `## Skills\n\n${skills}`].filter((part) => part !== '').join('\n\n')}\n`;
}

function losesAll(pack: RolePack, target: string, parts: readonly string[], report: Reporter): void {
  const present: Readonly<Record<string, boolean>> = {
    persona: pack.persona.trim() !== '',
    rules: pack.rules.length > 0,
    strategy: Object.keys(pack.manifest.strategy).length > 0,
    capabilities: pack.capabilities !== undefined,
    handoffPrompt: pack.manifest.handoffPrompt !== undefined,
    'mcp.json': pack.mcpServers.length > 0,
    skills: pack.skills.length > 0,
  };
  for (const part of parts)
    if (present[part])
      report.add(
        'FIELD_LOST',
        { path: part },
        {
          key: part,
          target,
          reason: report.language === 'zh' ? '该格式没有对应位置。' : 'that format has no place for it.',
        },
      );
}

/** A name as plugins and agents are called: lower case, hyphens. */
function slug(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'pack' : plain;
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
