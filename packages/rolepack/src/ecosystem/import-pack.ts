import type { Reporter } from '../report/reporter.ts';
import { decodeText } from '../text/decode-text.ts';
import { importAgentMarkdown } from './agent-markdown.ts';
import { importPlugin, importSkills, pluginManifestPath } from './agent-plugin.ts';
import { importCharacterCard, isCharacterCard } from './character-card.ts';
import { importLobeAgent, isLobeAgent } from './lobe-chat.ts';
import { cardInPng, isPng } from './png-text.ts';

/** Formats that can be read. */
export const IMPORT_FORMATS = [
  'agent-skills',
  'agent-plugin',
  'claude-plugin',
  'claude-agent',
  'vscode-agent',
  'character-card',
  'lobechat',
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** What is imported: one file under its name, or a folder's files by path. */
export interface ImportInput {
  /** The name of the file or folder. */
  readonly label: string;
  readonly isFolder: boolean;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** The format of an input by what it holds, or undefined. */
export function detectFormat(input: ImportInput): ImportFormat | undefined {
  if (input.isFolder) {
    const manifest = pluginManifestPath(input.files);
    if (manifest !== undefined) return manifest.startsWith('.claude-plugin/') ? 'claude-plugin' : 'agent-plugin';
    return [...input.files.keys()].some((path) => /(?:^|\/)skill\.md$/i.test(path)) ? 'agent-skills' : undefined;
  }
  const [bytes] = input.files.values();
  if (!bytes) return undefined;
  if (isPng(bytes)) return 'character-card';
  if (/\.(?:agent|chatmode)\.md$/i.test(input.label)) return 'vscode-agent';
  if (/^skill\.md$/i.test(input.label)) return 'agent-skills';
  if (/\.md$/i.test(input.label)) return 'claude-agent';
  const value = parse(bytes);
  if (isCharacterCard(value)) return 'character-card';
  return isLobeAgent(value) || isLobeAgent(sourceOf(value)) ? 'lobechat' : undefined;
}

/**
 * The files of a role pack made from another format. Whatever has no place in a pack is kept under a reverse-domain
 * name or reported as lost; nothing disappears. Undefined, with a report, when nothing can be read.
 */
export function importPack(
  input: ImportInput,
  report: Reporter,
  wanted?: ImportFormat,
): ReadonlyMap<string, Uint8Array> | undefined {
  const format = wanted ?? detectFormat(input);
  const [bytes] = input.files.values();
  const unreadable = (reason: string) => {
    report.add('IMPORT_UNREADABLE', { file: input.label }, { reason });
    return undefined;
  };
  if (!bytes) return unreadable('it is empty');
  switch (format) {
    case undefined:
      return unreadable('the format is not known');
    case 'agent-plugin':
    case 'claude-plugin':
      return pluginManifestPath(input.files) === undefined
        ? unreadable('there is no plugin.json')
        : importPlugin(input.files, input.label, report);
    case 'agent-skills':
      return importSkills(input.files, input.label.replace(/\.md$/i, ''), report);
    case 'claude-agent':
    case 'vscode-agent':
      return importAgentMarkdown(decodeText(bytes, input.label, report), input.label, format, report);
    case 'character-card': {
      const card = isPng(bytes) ? cardInPng(bytes) : parse(bytes);
      if (!isCharacterCard(card)) return unreadable('it holds no character card');
      return importCharacterCard(card, report, isPng(bytes) ? bytes : undefined);
    }
    case 'lobechat': {
      const value = parse(bytes);
      const agent = isLobeAgent(value) ? value : sourceOf(value);
      return isLobeAgent(agent) ? importLobeAgent(agent, report) : unreadable('it is no LobeChat agent');
    }
    default:
      return format satisfies never;
  }
}

/** An index of agents wraps each one as `source`, with its id. */
function sourceOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('source' in value)) return undefined;
  const source = value.source;
  if (typeof source !== 'object' || source === null) return undefined;
  return 'id' in value && typeof value.id === 'string' ? { identifier: value.id, ...source } : source;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes).replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}
