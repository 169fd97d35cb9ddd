import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRanker } from './rank.ts';

const TOPICS = [
  { id: 'renew', phrases: ['续借一本书', 'renew a loan'], notWhen: ['只是询问续借规则'] },
  { id: 'return', phrases: ['归还一本书', 'return a book'] },
  { id: 'search', phrases: ['找一本书', 'find a book'], takesText: true },
];

function first(message: string): string | undefined {
  return createRanker(TOPICS).rank(message)[0]?.topic.id;
}

describe('ranking', () => {
  test('goes by the words that tell topics apart', () => {
    expect(first('我要还书，归还')).toBe('return');
    expect(first('RENEWING my loans')).toBe('renew');
    expect(first('续借')).toBe('renew');
  });

  test('a story around the wish does not drown it', () => {
    const { score } = createRanker(TOPICS).rank(
      '你们好，我上个月在你们这里办的证，一直很满意，今天想续借一本书，不知道行不行，麻烦了',
    )[0]!;
    expect(score).toBeGreaterThan(0.5);
  });

  test('a denied word does not speak for the topic that needs it', () => {
    expect(first('不要续借')).toBeUndefined();
    expect(first("don't renew the loan")).toBeUndefined();
    expect(first('要不要续借呢')).toBe('renew');
  });

  test('a notWhen that fits clearly better takes the topic out', () => {
    expect(first('续借规则')).not.toBe('renew');
  });

  test('nothing in common is no rank at all', () => {
    expect(createRanker(TOPICS).rank('天气')).toEqual([]);
    expect(createRanker(TOPICS).rank('')).toEqual([]);
    expect(createRanker([]).rank('续借')).toEqual([]);
  });

  test('scores lie between 0 and 1, best first', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('续借', '一本书', '不要', '规则', 'renew', ' book', '，'))
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(
        text,
        fc.array(fc.record({ phrases: fc.array(text), notWhen: fc.array(text, { maxLength: 2 }) }), { maxLength: 4 }),
        (message, more) => {
          const scores = createRanker([...TOPICS, ...more])
            .rank(message)
            .map(({ score }) => score);
          expect(scores.every((score) => score > 0 && score <= 1 + 1e-9)).toBe(true);
          expect(scores).toEqual([...scores].sort((left, right) => right - left));
        },
      ),
    );
  });
});
