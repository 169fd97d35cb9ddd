import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDates } from './find-date.ts';

/** A Wednesday. */
const TODAY = '2025-03-12';

function dates(text: string, today: string | undefined = TODAY): readonly string[] {
  return findDates(text, today).map(({ value }) => value);
}

describe('days in a message', () => {
  test.each([
    ['2025-04-02', ['2025-04-02']],
    ['2025/4/2 到 2025.4.5', ['2025-04-02', '2025-04-05']],
    ['2025年4月2日', ['2025-04-02']],
    ['五月一号', ['2025-05-01']],
    ['十二月二十五日', ['2025-12-25']],
    ['1月2日', ['2026-01-02']],
    ['April 2, 2026', ['2026-04-02']],
    ['on Apr 2nd', ['2025-04-02']],
    ['2 of April', ['2025-04-02']],
    ['今天或明天', ['2025-03-12', '2025-03-13']],
    ['大后天', ['2025-03-15']],
    ['the day after tomorrow', ['2025-03-14']],
    ['周五', ['2025-03-14']],
    ['周一', ['2025-03-17']],
    ['下周三', ['2025-03-19']],
    ['下下周日', ['2025-03-30']],
    ['this Friday', ['2025-03-14']],
    ['next Friday', ['2025-03-21']],
    ['on Monday', ['2025-03-17']],
    ['2025-02-30', []],
    ['13月1日', []],
    ['W2025-04-021', []],
  ])('%s → %j', (text, expected) => {
    expect(dates(text)).toEqual(expected);
  });

  test('without today only complete dates are read', () => {
    expect(findDates('明天，周五，5月1日，2025-04-02').map(({ value }) => value)).toEqual(['2025-04-02']);
  });

  test('whatever is found is a day that exists', () => {
    const text = fc
      .array(
        fc.constantFrom(
          '2025',
          '-',
          '/',
          '年',
          '月',
          '日',
          '2',
          '31',
          '十',
          '下',
          '周',
          '三',
          'may ',
          '1st',
          'monday',
          '今天',
        ),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (random) => {
        for (const day of dates(random)) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day);
      }),
    );
  });
});
