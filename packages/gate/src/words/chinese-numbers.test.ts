import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spokenNumbersIn } from './chinese-numbers.ts';

const read = (text: string) =>
  spokenNumbersIn(text).map(({ start, end, digits }) => [text.slice(start, end), digits] as const);

describe('a number in spoken Chinese', () => {
  it.each([
    ['一百二十元', '一百二十', '120'],
    ['两千零五', '两千零五', '2005'],
    ['一万二', '一万二', '12000'],
    ['二八九〇', '二八九〇', '2890'],
    ['要三点五公斤', '三点五', '3.5'],
    ['零点八', '零点八', '0.8'],
    ['一百二十点二五', '一百二十点二五', '120.25'],
    ['三块五', '三块五', '3.5'],
    ['二十五块五毛', '二十五块五毛', '25.5'],
    ['两个半小时', '两个半', '2.5'],
    ['住一年半', '一年半', '1.5'],
    ['延长半天', '半', '0.5'],
    ['再来半斤', '半', '0.5'],
    ['租2天半', '2天半', '2.5'],
  ])('%s holds %s: %s', (text, part, digits) => {
    expect(read(text)).toEqual([[part, digits]]);
  });

  it.each([
    ['下午三点半', []],
    ['三点五十到', [['五十', '50']]],
    [
      '五元一张',
      [
        ['五', '5'],
        ['一', '1'],
      ],
    ],
    ['一块三明治', [['一', '1']]],
    ['大半天没回', []],
    ['一下', []],
    ['统一', []],
  ])('%s is no broken number', (text, numbers) => {
    expect(read(text)).toEqual(numbers);
  });

  it('never overlaps, stays in order and inside of any text', () => {
    const text = fc.string({ unit: fc.constantFrom(...'一二两三十百千万点半个块元毛天年0123. 🙂的'), maxLength: 24 });
    fc.assert(
      fc.property(text, (any) => {
        let done = 0;
        for (const { start, end, digits } of spokenNumbersIn(any)) {
          expect(start).toBeGreaterThanOrEqual(done);
          expect(end).toBeGreaterThan(start);
          expect(digits).toMatch(/^\d+(\.\d+)?$/);
          done = end;
        }
        expect(done).toBeLessThanOrEqual(any.length);
      }),
    );
  });
});
