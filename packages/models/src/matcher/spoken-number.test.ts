import { describe, expect, test } from 'vitest';
import { chineseNumber, digitsSpoken, findNumbers } from './spoken-number.ts';

test.each([
  ['十', 10],
  ['十二', 12],
  ['三十', 30],
  ['二百三十五', 235],
  ['一百零五', 105],
  ['一千零一', 1001],
  ['两万', 20_000],
  ['十万三千', 103_000],
  ['二八九', 289],
  ['两', 2],
  ['零', 0],
  ['十十', undefined],
  ['百千', undefined],
  ['一万两万', undefined],
  ['abc', undefined],
  ['', undefined],
])('%s is %s', (text, value) => {
  expect(chineseNumber(text)).toBe(value);
});

test('digits said one by one keep their place', () => {
  expect(digitsSpoken('号码二八九零，一个')).toBe('号码2890，一个');
  expect(digitsSpoken('幺三八')).toBe('138');
});

describe('numbers in a message', () => {
  test.each([
    ['两个人，三小时', [2, 3]],
    ['twenty-one books and 3 pens', [21, 3]],
    ['for five people', [5]],
    ['1,234.5元', [1234.5]],
    ['-4', [-4]],
    ['１２号'.normalize('NFKC'), [12]],
    ['第一个', []],
    ['周三', []],
    ['帮我查一下', []],
    ['统一', []],
    ['W2890441', []],
    ['#12', []],
    ['10-12', []],
    ['18:30', []],
    ['一', [1]],
  ])('%s → %j', (text, values) => {
    expect(findNumbers(text).map(({ value }) => value)).toEqual(values);
  });

  test('each stands where it was read', () => {
    for (const { start, end } of findNumbers('要 3 本和十二张'))
      expect('要 3 本和十二张'.slice(start, end)).toMatch(/^(?:3|十二)$/);
  });
});
