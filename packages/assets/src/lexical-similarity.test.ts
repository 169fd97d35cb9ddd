import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { similarity, similarPairs, termsOf } from './lexical-similarity.ts';

describe('terms', () => {
  test.each([
    ['客户想查询订单', '客户想查询自己的订单'],
    ['The customer asks about their orders', 'asking about an order'],
    ['ＣＡＮＣＥＬ', 'cancelled'],
  ])('%s and %s say the same', (one, other) => {
    expect(similarity(termsOf(one), termsOf(other))).toBe(1);
  });

  test.each([
    ['客户要取消订单', '客户要修改订单'],
    ['cancel an order', 'return an order'],
    ['', ''],
  ])('%s and %s do not', (one, other) => {
    expect(similarity(termsOf(one), termsOf(other))).toBeLessThan(0.85);
  });
});

test('exactly the similar pairs are found, whatever the sets', () => {
  const sets = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 6 }), { maxLength: 12 });
  fc.assert(
    fc.property(sets, fc.constantFrom(0.5, 0.7, 0.85, 1), (lists, least) => {
      const all = lists.map((list) => new Set(list));
      const expected = all.flatMap((right, second) =>
        all.slice(0, second).flatMap((left, first) => (similarity(left, right) >= least ? [`${first} ${second}`] : [])),
      );
      const found = similarPairs(all, least).map(([first, second]) => `${first} ${second}`);
      expect(found.sort()).toEqual(expected.sort());
    }),
  );
});
