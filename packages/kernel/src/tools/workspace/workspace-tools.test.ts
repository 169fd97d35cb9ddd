import { describe, expect, it } from 'vitest';
import type { AgentOptions } from '../../agent/agent-options.ts';
import { arrangeAgent, packOf, textsOf, toolNamesOf } from '../../testing/arrange-agent.ts';
import type { Script } from '../../testing/scripted-model.ts';
import { createWorkspaceFiles } from './testing/workspace-files-in-memory.ts';

function arrange(
  script: Script,
  options: Partial<AgentOptions> = {},
  content: Record<string, string> = { 'a.md': '旧\n' },
) {
  const files = new Map(Object.entries(content));
  return { files, ...arrangeAgent(script, { workspace: createWorkspaceFiles(files), language: 'en', ...options }) };
}

const WRITE = { calls: [{ name: 'write_file', input: { path: 'a.md', content: '新\n' } }] };

describe('the tools over a workspace', () => {
  it('are there with the port, and only reads are left by toolReadonly', async () => {
    const { agent, model } = arrange(['hello'], {});
    await agent.conversation().send('hello');
    expect(toolNamesOf(model.calls[0])).toEqual(
      expect.arrayContaining(['list_dir', 'read_file', 'search_files', 'write_file']),
    );
    const rolePack = await packOf({ act: { toolReadonly: 'readonly' } });
    const read = arrange(['hello'], { rolePack });
    await read.agent.conversation().send('hello');
    expect(toolNamesOf(read.model.calls[0])).toEqual(expect.arrayContaining(['list_dir', 'read_file', 'search_files']));
    expect(toolNamesOf(read.model.calls[0])).not.toContain('write_file');
  });

  it('write at once when the strategy asks nobody', async () => {
    const { agent, files } = arrange([WRITE, 'done']);
    await agent.conversation().send('write');
    expect(files.get('a.md')).toBe('新\n');
  });

  it('show the diff to whoever decides, and write what was shown', async () => {
    const shown: string[] = [];
    const { agent, files } = arrange([WRITE, 'done'], {
      rolePack: await packOf({ act: { toolApproval: 'confirm' } }),
      approveNow: async ({ preview }) => {
        shown.push(preview?.text ?? '');
        return 'approve';
      },
    });
    await agent.conversation().send('write');
    expect(shown).toEqual(['--- a/a.md\n+++ b/a.md\n@@ -1,1 +1,1 @@\n-旧\n+新\n']);
    expect(files.get('a.md')).toBe('新\n');
  });

  it('do not write over a file that changed after the diff was shown', async () => {
    const { agent, files, model } = arrange([WRITE, 'done'], {
      confirmWrites: true,
      approveNow: async () => {
        files.set('a.md', '别人的\n');
        return 'approve';
      },
    });
    await agent.conversation().send('write');
    expect(files.get('a.md')).toBe('别人的\n');
    expect(textsOf(model.calls[1]).join()).toContain('changed_since_shown');
  });

  it('keep the diff with a call that waits, and refuse a stale yes also then', async () => {
    const { agent, files } = arrange([WRITE, 'gone', WRITE, 'done'], { confirmWrites: true });
    const conversation = agent.conversation();
    const first = await conversation.send('write');
    expect(first.approvals[0]?.preview?.text).toContain('+新');
    files.set('a.md', '别人的\n');
    await conversation.decide(first.approvals[0]?.id ?? '', 'approve');
    expect(files.get('a.md')).toBe('别人的\n');
    const second = await conversation.send('again');
    await conversation.decide(second.approvals[0]?.id ?? '', 'approve');
    expect(files.get('a.md')).toBe('新\n');
  });

  it('ask nobody about a write that cannot be made', async () => {
    const { agent, model } = arrange(
      [{ calls: [{ name: 'write_file', input: { path: '../a.md', content: 'x' } }] }, 'done'],
      {
        confirmWrites: true,
        approveNow: () => {
          throw new Error('nobody is to be asked');
        },
      },
    );
    await agent.conversation().send('write');
    expect(textsOf(model.calls[1]).join()).toContain('outside');
  });

  it('tell of each call what it was given and what it answered', async () => {
    const { agent } = arrange([{ calls: [{ name: 'read_file', input: { path: 'a.md' } }] }, 'done']);
    const conversation = agent.conversation();
    const events: unknown[] = [];
    conversation.subscribe((event) => events.push(event));
    await conversation.send('read');
    expect(events).toContainEqual(expect.objectContaining({ type: 'call_started', input: { path: 'a.md' } }));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'call_ended', output: expect.objectContaining({ text: '旧\n', lines: '1-1' }) }),
    );
  });

  it.each([
    [{ path: 'a.md' }, 'change_invalid'],
    [{ path: 'a.md', content: 'x', edits: [{ old: 'a', new: 'b' }] }, 'change_invalid'],
    [{ path: 'a.md', edits: [{ old: '', new: 'b' }] }, 'change_invalid'],
    [{ content: 'x' }, 'path_missing'],
  ])('say what is wrong with %j', async (input, code) => {
    const { agent, model, files } = arrange([{ calls: [{ name: 'write_file', input }] }, 'done']);
    await agent.conversation().send('write');
    expect(textsOf(model.calls[1]).join()).toContain(code);
    expect(files.get('a.md')).toBe('旧\n');
  });
});
