import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDesk } from './assistant-terminal.ts';

const write = (path: string, content: string) => ({
  kind: 'reply' as const,
  calls: [{ name: 'write_file', arguments: JSON.stringify({ path, content }) }],
});

describe('the assistant in a terminal', () => {
  it('says that it is an AI, reads a file, shows the diff before it writes, and writes on a yes', async () => {
    const desk = await openDesk(
      [
        {
          kind: 'reply',
          text: '我先看一下。',
          calls: [{ name: 'read_file', arguments: JSON.stringify({ path: '说明.md' }) }],
        },
        write('说明.md', '# 说明\n\n新的一行\n'),
        { kind: 'reply', text: '## 完成\n\n- 改了**一行**\n' },
        { kind: 'reply', text: '## 完成\n\n- 改了**一行**\n' },
      ],
      { '说明.md': '# 说明\n\n旧的一行\n' },
    );
    const terminal = desk.terminal();
    await terminal.sees('您正在与 AI 对话');
    await terminal.sees('角色：Technical Writer');
    await terminal.sees('› ');
    terminal.type('把说明改一下\r');
    await terminal.sees('read_file path: 说明.md → 3 行');
    await terminal.sees('-旧的一行');
    await terminal.sees('+新的一行');
    await terminal.sees('都同意 › ');
    expect(readFileSync(join(desk.folder, '说明.md'), 'utf8')).toContain('旧的一行');
    terminal.type('y\r');
    await terminal.sees('write_file');
    await terminal.sees('changed +1 -1');
    await terminal.sees('• 改了一行');
    expect(readFileSync(join(desk.folder, '说明.md'), 'utf8')).toBe('# 说明\n\n新的一行\n');
    await terminal.sees('› ');
    terminal.type('/exit\r');
    expect(await terminal.exit).toBe(0);
    expect(terminal.shown()).not.toContain('wire-key');
  });
});
