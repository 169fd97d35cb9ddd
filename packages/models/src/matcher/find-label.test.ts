import { describe, expect, test } from 'vitest';
import { findLabels, labelledValues } from './find-label.ts';

const REASONS = labelledValues(['no longer needed', 'ordered by mistake', 'late_delivery'], {
  'no longer needed': { zh: ['不需要了', '不想要了'], en: ['changed my mind'] },
  'ordered by mistake': { zh: ['下错单', '买错了'] },
  late_delivery: ['太慢', 'took too long'],
});
const NEEDS = labelledValues(['yes', 'no'], { yes: ['需要'], no: ['不需要'] });

function values(message: string, from = REASONS, isAnswer = false): readonly unknown[] {
  return findLabels(message, from, isAnswer).map(({ value }) => value);
}

describe('values of a closed list', () => {
  test.each([
    ['我不想要了', ['no longer needed']],
    ['因为我下错单了', ['ordered by mistake']],
    ['I changed my mind', ['no longer needed']],
    ['Ordered by mistake.', ['ordered by mistake']],
    ['late delivery', ['late_delivery']],
    ['送得太 慢了', ['late_delivery']],
    ['不是买错了，是太慢', ['late_delivery']],
    ['it was not ordered by mistake', []],
    ['买错了，也太慢', ['ordered by mistake', 'late_delivery']],
    ['unchanged my mind', []],
    ['你好', []],
  ])('%s → %j', (message, expected) => {
    expect(values(message)).toEqual(expected);
  });

  test('the longest words win over what they contain', () => {
    expect(values('不需要', NEEDS)).toEqual(['no']);
    expect(values('需要', NEEDS)).toEqual(['yes']);
  });

  test('a denied word names nothing', () => {
    expect(values('不需要', labelledValues(['yes'], { yes: ['需要'] }))).toEqual([]);
  });

  test('words close to one value name it, unless only one of both is a denial', () => {
    expect(findLabels('我不太想要了', REASONS)).toEqual([{ value: 'no longer needed', by: 'likeness' }]);
    expect(values('我想要了')).toEqual([]);
  });

  test('after a question less is enough', () => {
    expect(values('不要了')).toEqual([]);
    expect(values('不要了', REASONS, true)).toEqual(['no longer needed']);
  });

  test('labels may hold characters that mean something to expressions', () => {
    expect(values('c++ (new)', labelledValues(['a'], { a: ['C++ (new)'] }))).toEqual(['a']);
  });

  test('values named like members of every object have no labels by that', () => {
    expect(values('constructor', labelledValues(['constructor', 'toString'], {}))).toEqual(['constructor']);
  });
});
