import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseValue } from '../arguments/normalise.ts';
import { CustomerWords } from './customer-words.ts';
import { spokenDatesIn } from './spoken-dates.ts';

/** A Monday. */
const TODAY = '2026-03-02';
const asDate = (text: string) => normaliseValue(text, ['date'], () => TODAY);

describe('a date in the customer’s words', () => {
  it.each([
    ['2026-03-05', '2026-03-05'],
    ['2026/3/5', '2026-03-05'],
    ['２０２６年３月５日', '2026-03-05'],
    ['3月5号', '2026-03-05'],
    ['三月五日', '2026-03-05'],
    ['12月30日', '2025-12-30'],
    ['8月1日', '2026-08-01'],
    ['今天', '2026-03-02'],
    ['明天', '2026-03-03'],
    ['后天', '2026-03-04'],
    ['大后天', '2026-03-05'],
    ['昨天', '2026-03-01'],
    ['3天后', '2026-03-05'],
    ['三天后', '2026-03-05'],
    ['周五', '2026-03-06'],
    ['周一', '2026-03-02'],
    ['下周一', '2026-03-09'],
    ['这周日', '2026-03-08'],
    ['上星期天', '2026-03-01'],
    ['下下周三', '2026-03-18'],
    ['两周后', '2026-03-16'],
    ['3个星期前', '2026-02-09'],
    ['明年一月三日', '2027-01-03'],
    ['下个月5号', '2026-04-05'],
    ['本月三十一号', '2026-03-31'],
    ['明晚', '2026-03-03'],
    ['in two weeks', '2026-03-16'],
    ['in a week', '2026-03-09'],
    ['tonight', '2026-03-02'],
    ['March 5th', '2026-03-05'],
    ['5 march 2027', '2027-03-05'],
    ['Mar. 5, 2026', '2026-03-05'],
    ['tomorrow', '2026-03-03'],
    ['the day after tomorrow', '2026-03-04'],
    ['in 10 days', '2026-03-12'],
    ['Friday', '2026-03-06'],
    ['next Friday', '2026-03-13'],
    ['last Sunday', '2026-03-01'],
  ])('%s is %s', (text, date) => {
    expect(asDate(text)).toBe(date);
    expect(spokenDatesIn(date, TODAY)).toMatchObject([{ date }]);
  });

  it.each([
    '2月30日',
    '上个月三十号',
    '月底',
    'next week',
    '2026-13-01',
    'soon',
    '明天或后天',
    '12.5.2026.1',
    '我要退票',
  ])('%s is none, and stays as it is', (text) => {
    expect(asDate(text)).toBe(text);
  });

  it('proves the same day of the next year too where no year was said, and no other', () => {
    const says = (text: string, date: string) =>
      new CustomerWords([{ sequence: 1, text }]).findDate(date, () => TODAY) !== undefined;
    expect(says('12月30日', '2026-12-30')).toBe(true);
    expect(says('December 30', '2026-12-30')).toBe(true);
    expect(says('12月30日', '2025-12-30')).toBe(true);
    expect(says('12月30日', '2028-12-30')).toBe(false);
    expect(says('12月30日', '2026-12-31')).toBe(false);
    expect(says('2025年12月30日', '2026-12-30')).toBe(false);
    expect(says('明年3月5日', '2026-03-05')).toBe(false);
    expect(says('下周三', '2027-03-11')).toBe(false);
  });

  it('proves the value that it was made into, wherever it stands', () => {
    const words = new CustomerWords([{ sequence: 4, text: '请改到下周三上午，谢谢' }]);
    expect(words.findDate('2026-03-11', () => TODAY)).toEqual({ sequence: 4, start: 3, end: 6 });
    expect(words.findDate('2026-03-12', () => TODAY)).toBeUndefined();
    expect(words.findDate('下周三', () => TODAY)).toBeUndefined();
  });

  it('is a real day for every text, and itself again once it was made', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'0123456789-/年月日号天后前周上下个一五 明今昨in days', 'march ') }),
        (text) => {
          for (const { date } of spokenDatesIn(text, TODAY)) {
            expect(new Date(date).toISOString().slice(0, 10)).toBe(date);
            expect(asDate(date)).toBe(date);
          }
        },
      ),
    );
  });
});
