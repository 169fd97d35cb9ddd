import type { JsonObject } from '@rolecall/base';
import type { JournalEntry } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import { emptyState, foldConversation } from './conversation-state.ts';
import { rememberedWords } from './remembered-words.ts';

/** A round as its entries are read back. */
function spanOf(...entries: readonly (readonly [string, JsonObject])[]) {
  const all: JournalEntry[] = [
    ['employee.round_started', { item: 'i1', cause: 'message', language: 'zh', resumed: false }] as const,
    ...entries,
  ].map(([kind, data], index) => ({
    conversation: 'c1',
    sequence: index + 1,
    at: `2026-05-01T08:00:0${index}.000Z`,
    round: 'r1',
    kind,
    kindVersion: 1,
    engine: 'test@1.0.0',
    data,
  }));
  return foldConversation(emptyState('zh'), all).rounds[0]!;
}

const said = (text: string) => ['employee.message_received', { item: 'i1', text }] as const;
const replied = (...parts: { kind: string; text: string }[]) =>
  ['employee.replied', { kind: 'reply', parts, text: '', operation: null, expiresAt: null, language: 'zh' }] as const;
const ended = (end: string) => ['employee.round_ended', { item: 'i1', end, problem: null }] as const;

describe('what a round leaves to remember', () => {
  it('is what the customer wrote and what was sent, without the disclosure', () => {
    const disclosure = { kind: 'disclosure', text: '我是 AI。' };
    const span = spanOf(said('取消订单'), replied(disclosure, { kind: 'fixed', text: '已取消。' }), ended('natural'));
    expect(rememberedWords(span, 'zh')).toEqual({
      round: 'r1',
      at: '2026-05-01T08:00:03.000Z',
      words: { input: '取消订单', reply: '已取消。' },
    });
  });

  it('is the button that was pressed, in words', () => {
    const pressed = ['employee.button_pressed', { item: 'i1', operation: 'o', button: 'confirm' }] as const;
    const span = spanOf(pressed, replied({ kind: 'fixed', text: 'Done.' }), ended('confirmed'));
    expect(rememberedWords(span, 'en')?.words).toEqual({ input: 'Confirmed.', reply: 'Done.' });
  });

  it.each(['aborted', 'model_failed', 'failed', 'refused', 'employee_unknown'])(
    'is nothing when it ended %s',
    (end) => {
      expect(rememberedWords(spanOf(said('在吗'), ended(end)), 'zh')).toBeUndefined();
    },
  );

  it('is nothing when it has not ended, nobody spoke, or the words are gone', () => {
    expect(rememberedWords(spanOf(said('在吗')), 'zh')).toBeUndefined();
    expect(
      rememberedWords(spanOf(replied({ kind: 'greeting', text: '您好' }), ended('greeted')), 'zh'),
    ).toBeUndefined();
    const gone = ['employee.message_received', { item: 'i1', text: { $deleted: true } }] as const;
    expect(rememberedWords(spanOf(gone, ended('natural')), 'zh')).toBeUndefined();
  });
});
