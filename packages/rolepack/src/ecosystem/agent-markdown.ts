import type { Reporter } from '../report/reporter.ts';
import { splitFrontmatter } from '../text/frontmatter.ts';
import { createDraft, NAMESPACES } from './pack-draft.ts';
import { setCapabilities } from './tool-names.ts';

/** A role pack from a Claude Code agent or a VS Code `*.agent.md`: frontmatter and a prompt. */
export function importAgentMarkdown(
  text: string,
  fileName: string,
  kind: 'claude-agent' | 'vscode-agent',
  report: Reporter,
): ReadonlyMap<string, Uint8Array> {
  const front = splitFrontmatter(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'));
  const fields = new Map(front.fields);
  const take = (key: string): unknown => {
    const value = fields.get(key);
    fields.delete(key);
    return value;
  };
  const fallback = fileName.replace(/(?:\.agent|\.chatmode)?\.md$/i, '');
  const draft = createDraft(String(take('name') ?? fallback), report);
  draft.text('description', take('description'), 'description');
  const namespace = kind === 'vscode-agent' ? NAMESPACES.vsCode : NAMESPACES.claudeCode;
  const tools = fields.get('tools');
  const unknown = setCapabilities(draft, take('tools'), 'tools');
  // The list as it stands goes along, so that the way back loses nothing.
  if (tools !== undefined) draft.keep(namespace, { tools });
  for (const tool of unknown)
    draft.lost(`tools: ${tool}`, { en: 'no capability stands for it.', zh: '没有对应的能力。' });
  draft.keep(namespace, Object.fromEntries(fields));
  const body = front.body.trim();
  if (body !== '') draft.write('persona.md', `${body}\n`);
  return draft.finish();
}
