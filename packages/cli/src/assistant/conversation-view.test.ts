import { PassThrough } from 'node:stream';
import type { AgentEvent, AgentReply } from '@rolecall/kernel';
import { describe, expect, it } from 'vitest';
import { terminalScreen } from '../terminal/screen.ts';
import { plainStyler } from '../terminal/style.ts';
import { widthOf } from '../terminal/wrap-spans.ts';
import { emulate } from '../testing/emulate-terminal.ts';
import { ASSISTANT_TEXTS } from './assistant-texts.ts';
import { CallLog } from './call-log.ts';
import { ConversationView } from './conversation-view.ts';

const texts = ASSISTANT_TEXTS.zh;

type Told = AgentEvent extends infer Event ? Omit<Event & object, 'conversation' | 'sequence'> : never;

/** What stands on a screen after these events and this reply. */
function shown(events: readonly Told[], reply: Partial<AgentReply>, columns = 60): string[] {
  const output = Object.assign(new PassThrough(), { columns, rows: 24 });
  let bytes = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
  });
  const view = new ConversationView(terminalScreen(output), plainStyler, texts, new CallLog());
  for (const event of events) view.show({ conversation: 'c', sequence: 1, round: 'r', ...event } as AgentEvent);
  view.end({ round: 'r', end: 'natural', text: '', approvals: [], ...reply });
  return emulate(output.read() ?? bytes, columns);
}

const started: Told = { type: 'step_started', step: 1 } as Told;
const ended: Told = { type: 'step_ended', step: 1, finish: 'stop' } as Told;
const delta = (text: string) => ({ type: 'text_delta', step: 1, text }) as Told;
const step = (...deltas: readonly string[]) => [started, ...deltas.map(delta), ended];

describe('an answer that was looked over once more', () => {
  it('is not shown twice when it stays as it is', () => {
    const lines = shown([...step('共 3 项，', '都已完成。'), ...step('共 3 项', '，都已完成。\n')], {
      text: '共 3 项，都已完成。',
    });
    expect(lines).toEqual(['共 3 项，都已完成。', texts.unchanged]);
  });

  it('is shown whole where it is another one, also one that begins alike', () => {
    const lines = shown([...step('共 3 项。'), ...step('共 3 ', '项，漏了 1 项。')], { text: '共 3 项，漏了 1 项。' });
    expect(lines).toEqual(['共 3 项。', `── ${texts.review} ──`, '共 3 项，漏了 1 项。']);
    const shorter = shown([...step('共 3 项。以上。'), ...step('共 3 项。')], { text: '共 3 项。' });
    expect(shorter).toEqual(['共 3 项。以上。', `── ${texts.review} ──`, '共 3 项。']);
  });

  it('stands where the review has said nothing', () => {
    expect(shown([...step('完成了。'), ...step()], { text: '完成了。' })).toEqual(['完成了。']);
  });

  it('is no review where the step answers what was said meanwhile', () => {
    const joined = { type: 'steered', step: 1, text: '还有乙' } as Told;
    const lines = shown([...step('甲好了。'), joined, ...step('甲好了。乙也好了。')], { text: '甲好了。乙也好了。' });
    expect(lines.join()).not.toContain(texts.review);
    expect(lines.at(-1)).toBe('甲好了。乙也好了。');
  });
});

it('an answer that broke off and was asked for anew is shown once more, and not a third time at the end', () => {
  const again = { type: 'retrying', step: 1, reason: 'model_stream_cut', delayMs: 1_000 } as Told;
  const lines = shown([started, delta('答案是'), again, delta('答案是四。'), ended], { text: '答案是四。' });
  expect(lines).toEqual(['答案是', '模型出错（回答中途断了），1 秒后再试。', '答案是四。']);
});

describe('a model that failed', () => {
  const failed = (code: string, message = 'The model x failed.') =>
    shown([started], { end: 'model_failed', problem: { code, message } }, 40);

  it.each([
    ['model_unauthorized', '密钥', '--model'],
    ['model_unreachable', '连不上', '地址'],
    ['model_rate_limited', '太频繁', '继续'],
    ['model_answer_unreadable', '不是模型的回答', '地址'],
  ])('with %s is told in the words of the reader, with what helps', (code, what, helps) => {
    const lines = failed(code);
    expect(lines.join('')).toContain(what);
    expect(lines.join('')).toContain(`[${code}]`);
    expect(lines.join('')).toContain(helps);
    expect(lines.join('')).not.toContain('The model');
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40);
  });

  it('otherwise is told as it was said', () => {
    expect(failed('model_odd', 'It is odd.').join('')).toContain('It is odd. [model_odd]');
  });

  it('is told alike in both languages', () => {
    expect(Object.keys(ASSISTANT_TEXTS.en.faults)).toEqual(Object.keys(ASSISTANT_TEXTS.zh.faults));
  });
});
