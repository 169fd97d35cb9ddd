import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Normalisation, normaliseValue } from './normalise.ts';

const today = () => '2026-03-02';

describe('normalisation', () => {
  it.each<[Normalisation[], string, string]>([
    [['full_width'], '＃Ｗ１２', '#W12'],
    [['upper'], 'w12', 'W12'],
    [['lower'], 'A@B.C', 'a@b.c'],
    [['trim'], '  a b ', 'a b'],
    [['separators'], '289-04 41_7', '28904417'],
    [['separators'], 'a.b@c', 'a.b@c'],
    [['spoken_numbers'], '二八九〇四四幺', '2890441'],
    [['spoken_numbers'], '三百二十', '320'],
    [['spoken_numbers'], '一万二', '12000'],
    [['spoken_numbers'], '两千零五', '2005'],
    [['spoken_numbers'], '十二', '12'],
    [['spoken_numbers'], '看一下', '看一下'],
    [['full_width', 'separators', 'upper'], 'ｗ289-0441', 'W2890441'],
    [['date'], '明天', '2026-03-03'],
  ])('%j turns %j into %j', (steps, from, to) => {
    expect(normaliseValue(from, steps, today)).toBe(to);
  });

  it('works on the items of a list and leaves what is no text alone', () => {
    expect(normaliseValue(['a', 1, null, { b: 'c' }], ['upper'], today)).toEqual(['A', 1, null, { b: 'c' }]);
    expect(normaliseValue(5, ['upper', 'separators'], today)).toBe(5);
  });

  it('changes nothing when it is applied again', () => {
    const steps = fc.subarray<Normalisation>(['full_width', 'upper', 'trim', 'separators']);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), steps, (text, chosen) => {
        const once = normaliseValue(text, chosen, today);
        expect(normaliseValue(once, chosen, today)).toEqual(once);
      }),
    );
  });

  it('reads every spoken number as what it means', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 99_999_999 }), (number) => {
        expect(normaliseValue(spoken(number), ['spoken_numbers'], today)).toBe(String(number));
      }),
    );
  });
});

/** A number as it is said in full, such as 三万零二十. */
function spoken(number: number): string {
  const small = (part: number): string => {
    let text = '';
    let gap = false;
    for (const [unit, name] of [
      [1000, '千'],
      [100, '百'],
      [10, '十'],
      [1, ''],
    ] as const) {
      const digit = Math.floor(part / unit) % 10;
      if (digit === 0) gap = text !== '';
      else {
        text += (gap ? '零' : '') + '零一二三四五六七八九'.charAt(digit) + name;
        gap = false;
      }
    }
    return text;
  };
  const high = Math.floor(number / 10_000);
  const low = number % 10_000;
  if (high === 0) return small(low);
  const zero = low > 0 && low < 1000 ? '零' : '';
  return `${small(high)}万${zero}${low === 0 ? '' : small(low)}`;
}
