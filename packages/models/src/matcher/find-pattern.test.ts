import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPattern, type PatternSearch } from './find-pattern.ts';

const ORDER = '^#W\\d{7}$';

function found(message: string, pattern: string, search: Partial<PatternSearch> = {}): readonly string[] {
  return findPattern(message, { pattern, normalise: [], isAnswer: false, ...search }).map(({ value }) => value);
}

describe('an anchored pattern is found inside a message', () => {
  test.each([
    ['看看 #W2890441 到哪里了', ['#W2890441']],
    ['看看#W2890441。', ['#W2890441']],
    ['＃Ｗ２８９０４４１', ['#W2890441']],
    ['#w2890441', ['#W2890441']],
    ['W2890441', ['#W2890441']],
    ['w289 0441 please', ['#W2890441']],
    ['W-289-0441', ['#W2890441']],
    ['号码2890441', ['#W2890441']],
    ['W2890441 and W2890442', ['#W2890441', '#W2890442']],
    ['W2890441, that is W2890441', ['#W2890441']],
    ['不是 W2890441 是 W2890442', ['#W2890442']],
    ['not W2890441 but W2890442', ['#W2890442']],
    ['W28904410', []],
    ['XW2890441', []],
    ['12890441', []],
    ['W28904', []],
    ['', []],
  ])('%s → %j', (message, values) => {
    expect(found(message, ORDER)).toEqual(values);
  });

  test('spoken digits count where the contract says so', () => {
    expect(found('二八九零四四一', ORDER, { normalise: ['spoken_numbers'] })).toEqual(['#W2890441']);
    expect(found('二八九零四四一', ORDER)).toEqual([]);
  });

  test('a separator of the pattern may be missing or another one', () => {
    expect(found('rb1024', '^RB-\\d{4}$')).toEqual(['RB-1024']);
    expect(found('RB 1024', '^RB-\\d{4}$')).toEqual(['RB-1024']);
    expect(found('A1.20', '^A1\\.\\d{2}$')).toEqual(['A1.20']);
  });

  test.each([
    ['write to Bob.Lee@example.com, thanks', '^[^@\\s]+@[a-z.]+$', ['Bob.Lee@example.com']],
    ['我的手机是138 0013 8000', '^1\\d{10}$', ['13800138000']],
    ['房间 R12', '^R\\d{1,3}$', ['R12']],
    ['fly to SFO the day', '^[A-Z]{3}$', ['SFO']],
    ['kind A-1 or B-2', '^A-\\d$|^B-\\d$', ['A-1', 'B-2']],
    ['车牌京A12345', '^[京沪][A-Z]\\d{5}$', ['京A12345']],
    ['版本 v1.2', '^v\\d+\\.\\d+$', ['v1.2']],
    ['what about it', '^.+$', []],
    ['anything', '^[', []],
    ['anything', '(', []],
  ])('%s with %s', (message, pattern, values) => {
    expect(found(message, pattern)).toEqual(values);
  });

  test('as an answer the whole message may be the value', () => {
    expect(found('sfo', '^[A-Z]{3}$')).toEqual([]);
    expect(found('sfo', '^[A-Z]{3}$', { isAnswer: true })).toEqual(['SFO']);
    expect(found('B 栋', '^[A-Z] 栋$', { isAnswer: true })).toEqual(['B 栋']);
  });

  test('every value that is found matches the pattern', () => {
    const pattern = fc.constantFrom(
      ORDER,
      '^RB-\\d{4}$',
      '^[A-Z]{2}\\d+$',
      '^a|b$',
      '^\\d{3}(?:-\\d)?$',
      '^x_[a-f]+\\.$',
    );
    const message = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[#WwRrBb0-9 ._-]{0,30}$/));
    fc.assert(
      fc.property(pattern, message, fc.boolean(), (source, text, isAnswer) => {
        for (const value of found(text, source, { isAnswer, normalise: ['upper'] }))
          expect(value).toMatch(new RegExp(source, 'u'));
      }),
    );
  });
});
