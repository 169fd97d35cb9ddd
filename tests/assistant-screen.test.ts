import { describe, expect, it } from 'vitest';
import { type Desk, openDesk, type Terminal } from './assistant-terminal.ts';

const say = (text: string) => ({ kind: 'reply' as const, text });
const call = (name: string, input: object) => ({
  kind: 'reply' as const,
  calls: [{ name, arguments: input as never }],
});

/** A pack that does not look its answers over. */
function putPack(desk: Desk): void {
  desk.put(`${desk.home}/role-packs/plain`, {
    'manifest.json': JSON.stringify({ name: 'plain', formatVersion: '1.0.0', interactionType: 'tool_assistant' }),
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
});
