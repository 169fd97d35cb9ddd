import type { JournalEntry } from '@rolecall/journal';
import { describe, expect, it } from 'vitest';
import type { RoundSpan } from './conversation-state.ts';
import { pastRoundsOf } from './past-rounds.ts';
import { pastSpan } from './past-span.ts';
import { rememberedWords } from './remembered-words.ts';
import { Died, openBench } from './testing/index.ts';

/** Rounds of every sort, as the journal has them. */
async function rounds(): Promise<readonly RoundSpan[]> {
  const bench = await openBench({
    script: [
      { calls: [{ name: 'loan__get', input: { loan_id: 'L200001' } }] },
      '还在借。',
      { calls: [{ name: 'loan__return', input: { loan_id: 'L200001' } }] },
      { calls: [{ name: 'note__leave', input: { text: '谢谢' } }] },
      '好的。',
    ],
  });
  await bench.accept('opened');
  await bench.work();
  await bench.say('借阅 L200001 怎么样了');
  await bench.say('我要还书 L200001');
  await bench.say('确认');
  await bench.accept('message', { text: '帮我留言：谢谢' });
  await expect(bench.work({ dieBefore: 4 })).rejects.toBeInstanceOf(Died);
  await bench.work();
  await bench.accept('operator_message', { person: '王芳', text: '我来处理。' });
  await bench.work();
  await bench.accept('hand_back', { person: '王芳', note: '好了' });
  await bench.work();
  const spans = new Map<string, JournalEntry[]>();
  for (const entry of await bench.entries()) {
    const round = entry.round ?? '';
    spans.set(round, [...(spans.get(round) ?? []), entry]);
  }
  return [...spans].map(([round, entries]) => ({ round, item: round, ended: true, entries }));
}

describe('a round that is past', () => {
  it('is to the model, and to whoever remembers it, what it was, and far smaller', async () => {
    const whole = await rounds();
    const past = whole.map(pastSpan);
    expect(whole.length).toBeGreaterThan(5);
    expect(pastRoundsOf(past)).toEqual(pastRoundsOf(whole));
    for (const [index, span] of past.entries()) {
      expect(rememberedWords(span, 'zh')).toEqual(rememberedWords(whole[index]!, 'zh'));
      expect(span.entries[0]?.data).toEqual(whole[index]?.entries[0]?.data);
      expect(span.entries.at(-1)?.sequence).toBe(whole[index]?.entries.at(-1)?.sequence);
    }
    expect(JSON.stringify(past).length).toBeLessThan(JSON.stringify(whole).length / 2);
  });

  it('stays as it is when it is so already', async () => {
    for (const span of await rounds()) expect(pastSpan(pastSpan(span))).toEqual(pastSpan(span));
  });

  it('still has what read_result reads', async () => {
    const [span] = await rounds();
    const kept = ['kernel.large_result', 'gate.kept_text'].map((kind) => ({ ...span!.entries[0]!, kind }));
    const past = pastSpan({ ...span!, entries: [...kept, { ...kept[0]!, kind: 'gate.large_answer' }] });
    expect(past.entries.map(({ kind }) => kind)).toEqual(['kernel.large_result', 'gate.kept_text']);
  });

  it('is what the folded state holds of all rounds but the last', async () => {
    const bench = await openBench({ script: ['一。', '二。', '三。'] });
    for (const text of ['你好', '在吗', '好的']) await bench.say(text);
    const { rounds: folded } = await bench.state();
    expect(folded.slice(0, -1).map(pastSpan)).toEqual(folded.slice(0, -1));
    expect(pastSpan(folded.at(-1)!)).not.toEqual(folded.at(-1));
  });
});
