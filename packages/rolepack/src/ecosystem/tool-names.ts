import type { PackDraft } from './pack-draft.ts';

/** What other hosts call the tools behind the standard's capabilities; the first is written on export. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  'file:read': ['Read', 'read', 'read_file', 'readfile', 'notebookread'],
  'file:write': ['Write', 'Edit', 'MultiEdit', 'edit', 'write_file', 'editfiles', 'notebookedit', 'create_file'],
  'file:list': ['Glob', 'Grep', 'LS', 'list', 'codebase', 'list_dir', 'file_search'],
  'web:search': ['WebSearch', 'web_search', 'websearch', 'search-web'],
  'web:fetch': ['WebFetch', 'fetch', 'web_fetch', 'openSimpleBrowser'],
  'code:execute': [
    'Bash',
    'runCommands',
    'execute',
    'shell',
    'terminal',
    'run_in_terminal',
    'run_code',
    'BashOutput',
    'KillShell',
  ],
  'task:plan': ['TodoWrite', 'todos', 'todo', 'TodoRead'],
  'memory:recall': ['memory', 'search_memories'],
};

/** Sets the capabilities that a list of foreign tools means; tools without a counterpart are kept or reported. */
export function setCapabilities(draft: PackDraft, value: unknown, from: string): readonly string[] {
  if (value === undefined || value === null) return [];
  const tools = (Array.isArray(value) ? value.map(String) : String(value).split(','))
    .map((tool) => tool.trim())
    .filter((tool) => tool !== '');
  const capabilities = new Set<string>();
  const unknown: string[] = [];
  for (const tool of tools) {
    const name = tool.replace(/\(.*$/s, '');
    const known = Object.entries(TOOLS).find(([, names]) =>
      names.some((one) => one.toLowerCase() === name.toLowerCase()),
    );
    if (known) capabilities.add(known[0]);
    else unknown.push(tool);
  }
  draft.manifest.capabilities = [...capabilities].map((capability) => ({ capability }));
  draft.changed(from, {
    en: `read as ${[...capabilities].join(', ') || 'no capability'}.`,
    zh: `读作 ${[...capabilities].join('、') || '无能力'}。`,
  });
  return unknown;
}

/** The foreign tools of a list of capabilities. */
export function toolsOf(capabilities: readonly string[]): string[] {
  return capabilities
    .flatMap((capability) =>
      capability === 'file:write'
        ? ['Write', 'Edit']
        : capability === 'file:list'
          ? ['Glob', 'Grep']
          : [TOOLS[capability]?.[0]],
    )
    .filter((tool): tool is string => tool !== undefined);
}
