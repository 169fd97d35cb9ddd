import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../testing/scripted-model.ts';
import type { RoundWords } from '../memory-port.ts';
import { summariseRound } from './summarise-round.ts';
import { summaryText } from './summary-text.ts';

const WORDS: RoundWords = {
  input: '我决定把订单 W2890441 的收货地址改成中山路 88 号，5月8日前送到。',
  reply: '好的，已经记下。运费 12.50 元，发票稍后再开。你还需要别的吗？',
};

const VERBATIM = ['W2890441', '88 号', '5月8日', '12.50 元', '发票稍后再开'];

const written = (fields: object) =>
  JSON.stringify({ type: 'decision', text: '改了收货地址。', verbatim: [], ...fields });

async function withModel(answer: string, words = WORDS) {
  return summariseRound(words, { model: scriptedModel([answer]), language: 'zh' });
}

describe('the summary of a round', () => {
  it('is what the model wrote, with all that has to stay word for word', async () => {
    const summary = await withModel(
      `好的：\n\`\`\`json\n${written({ verbatim: ['5月8日前送到'], subject: ' 收货 地址！' })}\n\`\`\``,
    );

    expect(summary).toMatchObject({ type: 'decision', text: '改了收货地址。', writtenBy: 'model', language: 'zh' });
    expect(summary.subject).toBe('收货 地址');
    const kept = summary.verbatim.join('\n');
    expect(kept).toContain('5月8日前送到');
    for (const item of VERBATIM) expect(kept.replaceAll(' ', '')).toContain(item.replaceAll(' ', ''));
  });

  it('leaves out what the model calls word for word and is not', async () => {
    const summary = await withModel(written({ verbatim: ['W9999999', '中山路 88 号'] }));
    expect(summary.verbatim).toContain('中山路 88 号');
    expect(summary.verbatim.join()).not.toContain('W9999999');
  });

  it.each([
    ['no JSON', '改了地址。'],
    ['broken JSON', '{"type": "decision", "text": '],
    ['a type that is none', written({ type: 'mood' })],
    ['no text', written({ text: ' ' })],
    ['a number that nobody said', written({ text: '订单 W2890442 改了地址。' })],
    ['a list', '["decision"]'],
  ])('is extracted when the model answers with %s', async (_, answer) => {
    const summary = await withModel(answer);
    expect(summary.writtenBy).toBe('extract');
    expect(summary.type).toBe('decision');
    expect(summary.text).toContain('W2890441');
    for (const item of VERBATIM) expect(summary.verbatim.join('\n')).toContain(item);
  });

  it('is extracted when the model fails, is silent, or there is none', async () => {
    const failing = scriptedModel([{ throws: new Error('no network') }]);
    const silent = { ...scriptedModel([]), doGenerate: () => new Promise<never>(() => {}) };
    for (const model of [failing, silent, undefined]) {
      const summary = await summariseRound(WORDS, { model, language: 'en', timeoutMs: 20 });
      expect(summary).toMatchObject({ writtenBy: 'extract', language: 'zh' });
    }
  });

  it('is in the language of the round', async () => {
    const english = await summariseRound({ input: 'I prefer aisle seats', reply: 'Noted.' }, { language: 'zh' });
    expect(english).toMatchObject({ language: 'en', type: 'preference' });
    expect(english.text).toBe('The user said: I prefer aisle seats — Reply: Noted.');
    expect((await summariseRound({ input: '👍', reply: '' }, { language: 'zh' })).language).toBe('zh');
  });

  it('gives the model the pack’s focus in the place of the general framing, and the same form', async () => {
    const model = scriptedModel([written({}), written({})]);
    await summariseRound(WORDS, { model, language: 'zh' });
    await summariseRound(WORDS, { model, language: 'zh', focus: '以技术文档视角提炼要点' });

    const [general, focused] = model.calls.map(({ prompt }) => String(prompt[0]?.content));
    const lines = (text = '') => text.split('\n');
    expect(lines(focused)[1]).toBe('以技术文档视角提炼要点');
    expect(lines(general)[1]).not.toBe('以技术文档视角提炼要点');
    expect(lines(focused).toSpliced(1, 1)).toEqual(lines(general).toSpliced(1, 1));
  });

  it('takes secrets out of what the model wrote', async () => {
    const model = scriptedModel([written({ text: '口令是 hunter2' })]);
    const redact = <Value>(value: Value): Value =>
      JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[redacted]'));
    const summary = await summariseRound(WORDS, { model, language: 'zh', redact });
    expect(JSON.stringify(summary)).not.toContain('hunter2');
  });

  it('stands in a prompt as prose and the words that the prose does not hold', () => {
    const content = { text: '订单 W1 已取消', verbatim: ['W1', '退款 30 元'], language: 'zh' } as const;
    expect(summaryText(content)).toBe('订单 W1 已取消\n原文要点：退款 30 元');
    expect(summaryText({ ...content, verbatim: ['W1'] })).toBe('订单 W1 已取消');
  });
});
