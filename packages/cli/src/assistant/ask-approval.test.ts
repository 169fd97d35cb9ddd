import { PassThrough } from 'node:stream';
import type { ApprovalData } from '@rolecall/kernel';
import { expect, it } from 'vitest';
import { LineReader } from '../terminal/line-reader.ts';
import { terminalScreen } from '../terminal/screen.ts';
import { plainStyler } from '../terminal/style.ts';
import { ApprovalDesk } from './ask-approval.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';

function open(isYes = false) {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const reader = new LineReader({ input, output, history: [], onInterrupt: () => {}, onUnasked: () => {} });
  const desk = new ApprovalDesk(isYes);
  const asking = { reader, screen: terminalScreen(output), style: plainStyler, texts: ASSISTANT_TEXTS.zh };
  const signal = new AbortController().signal;
  return {
    shown: () => shown,
    async decided(name: string, ...answers: readonly string[]) {
      const approval: ApprovalData = {
        id: 'a',
        name,
        title: '写文件',
        input: { path: 'a\u202eb' },
      };
      const decision = desk.decide(approval, asking, signal);
      for (const answer of answers) {
        await new Promise((resolve) => setImmediate(resolve));
        input.write(`${answer}\r`);
      }
      return await decision;
    },
  };
}

it.each(['y', 'Y', 'yes', 'ｙ', '是', '好', '同意', ' y '])('%j is a yes', async (answer) => {
  expect(await open().decided('write_file', answer)).toBe('approve');
});

it.each(['', 'n', 'no', 'ｎ', '否', '不', '不同意'])('%j is a no', async (answer) => {
  expect(await open().decided('write_file', answer)).toBe('deny');
});

it('what is neither is asked again', async () => {
  expect(await open().decided('write_file', 'yep?', '也许', 'n')).toBe('deny');
});

it('always is for one tool, and shows what is done all the same', async () => {
  const { decided, shown } = open();
  expect(await decided('write_file', 'ａ')).toBe('approve');
  const before = shown().length;
  expect(await decided('write_file')).toBe('approve');
  expect(shown().slice(before)).toContain('a‹U+202E›b');
  expect(await decided('run_code', 'n')).toBe('deny');
});
