import { describe, expect, it } from 'vitest';
import { widthOf } from '../packages/cli/src/terminal/wrap-spans.ts';
import { type Desk, openDesk, type Terminal } from './assistant-terminal.ts';

const say = (text: string) => ({ kind: 'reply' as const, text });
const call = (name: string, input: object) => ({
  kind: 'reply' as const,
  calls: [{ name, arguments: input as never }],
});

/** A pack that does not look its answers over. */
function putPack(desk: Desk): void {
  desk.put(`${desk.home}/role-packs/plain`, {
    'manifest.json': JSON.stringify({
      name: 'plain',
      formatVersion: '1.0.0',
      interactionType: 'tool_assistant',
      strategy: { reflect: { userFollowup: 'ask' } },
    }),
    'persona.md': '你是助手。',
    'rules.md': '- 如实。',
  });
}

/** Leaves, and answers the lines that were shown. */
async function linesOf(terminal: Terminal): Promise<readonly string[]> {
  terminal.type('/exit\r');
  expect(await terminal.exit).toBe(0);
  return terminal.shown().split('\n');
}

describe('the screen of an assistant', () => {
  it('gets no escape sequence where the terminal is dumb, and shows each thing once', async () => {
    const desk = await openDesk([call('read_file', { path: '甲.md' }), say('## 看完了\n\n- 甲有**一行**\n')], {
      '甲.md': '一\n',
    });
    putPack(desk);
    const terminal = desk.terminal(['--pack', 'plain'], { TERM: 'dumb' });
    await terminal.sees('› ');
    terminal.type('看看甲\r');
    await terminal.sees('• 甲有一行');
    await terminal.sees('› ');
    const lines = await linesOf(terminal);
    expect(terminal.bytes()).not.toContain('\u001b');
    expect(lines.filter((line) => line.includes('看完了'))).toEqual(['## 看完了']);
    expect(lines.filter((line) => line.includes('read_file'))).toEqual(['✓ 1 read_file path: 甲.md → 1 行']);
  });

  it('keeps to a narrow terminal, follows when it changes its width, and brings a pasted message back whole', async () => {
    const question = '您想先整理哪一个文件夹里的文档？请从下面两个里面选择一个，然后告诉我是哪一个';
    const options = ['第一个文件夹，里面有很多很多的说明文档和其他各种各样的资料', '第二个'];
    const task = { id: 't1', title: '整理整个仓库里的全部说明文档，并且逐个核对每一个链接', status: 'doing' };
    const desk = await openDesk([
      call('task_plan', { tasks: [task] }),
      call('ask_user', { reason: 'ambiguity', question, options }),
      say('好的。'),
      say('又看了一遍。'),
    ]);
    putPack(desk);
    const terminal = desk.terminal(['--pack', 'plain'], { COLUMNS: '40' });
    await terminal.sees('› ');
    terminal.type('\u001b[200~整理文档\r按目录来\u001b[201~\r');
    await terminal.sees('2. 第二个');
    await terminal.sees('› ');
    terminal.type('第二个\r');
    await terminal.sees('好的。');
    await terminal.sees('› ');
    terminal.type('／help\r');
    await terminal.sees('离开（Ctrl-D）');
    await terminal.sees('› ');
    for (const command of ['/tasks', '/sessions', '/memory', '/pak', '/pack']) {
      terminal.type(`${command}\r`);
      await terminal.sees('› ');
    }
    const narrow = terminal.shown();
    expect(narrow.replaceAll('\n', '')).toContain('是不是想写 /pack？');
    for (const line of narrow.split('\n'))
      if (!/^(› |… |文件夹：)/.test(line)) expect([line, widthOf(line) <= 40]).toEqual([line, true]);

    terminal.resize(100);
    // What is being written is drawn again.
    await terminal.sees('› ');
    terminal.type('/sessions\r');
    await terminal.sees(/conv_[0-9a-f]{32} {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}← 当前 {2}plain\n/);
    await terminal.sees('› ');
    terminal.type('\u001b[A'.repeat(8));
    await terminal.sees('整理文档⏎按目录来');
    terminal.type('\r');
    await terminal.sees('又看了一遍。');
    expect(JSON.stringify(desk.server.requests.at(-1)?.body.messages)).toContain('整理文档\\n按目录来');
    await terminal.sees('› ');
    await linesOf(terminal);
  });
});
