import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTimes, readTime } from './find-times.ts';
import { mentionedTimes } from './mentioned-times.ts';

/** A Monday. */
const TODAY = '2026-11-30';

const named = (text: string) => findTimes(text, TODAY).map(({ from, to }) => (from === to ? from : `${from}/${to}`));

describe('times in a text', () => {
  it.each([
    ['上周五我说了什么', '2026-11-27'],
    ['上上周三', '2026-11-18'],
    ['这周一', '2026-11-30'],
    ['上周末去哪了', '2026-11-28/2026-11-29'],
    ['上周', '2026-11-23/2026-11-29'],
    ['去年三月', '2025-03-01/2025-03-31'],
    ['去年', '2025-01-01/2025-12-31'],
    ['前年夏天', '2024-06-01/2024-08-31'],
    ['今年上半年', '2026-01-01/2026-06-30'],
    ['5月8日', '2026-05-08'],
    ['在12月6号', '2025-12-06'],
    ['五月八号到五月十号', '2026-05-08/2026-05-10'],
    ['5月1日至7日', '2026-05-01/2026-05-07'],
    ['5月初', '2026-05-01/2026-05-10'],
    ['三月份的账单', '2026-03-01/2026-03-31'],
    ['2023年5月8日', '2023-05-08'],
    ['二〇二三年五月', '2023-05-01/2023-05-31'],
    ['昨晚', '2026-11-29'],
    ['大前天', '2026-11-27'],
    ['三天前', '2026-11-27'],
    ['两周前', '2026-11-13/2026-11-19'],
    ['最近三天', '2026-11-27/2026-11-30'],
    ['上个月5号', '2026-10-05'],
    ['上个月', '2026-10-01/2026-10-31'],
    ['8号那天', '2026-11-08'],
    ['2023-05-08', '2023-05-08'],
    ['2023/5/8', '2023-05-08'],
    ['last March', '2026-03-01/2026-03-31'],
    ['last November', '2025-11-01/2025-11-30'],
    ['in May', '2026-05-01/2026-05-31'],
    ['late May', '2026-05-21/2026-05-31'],
    ['March 2024', '2024-03-01/2024-03-31'],
    ['May 8th, 2023', '2023-05-08'],
    ['the 8th of May', '2026-05-08'],
    ['3 days ago', '2026-11-27'],
    ['three weeks ago', '2026-11-06/2026-11-12'],
    ['last Friday', '2026-11-27'],
    ['on Monday', '2026-11-23'],
    ['last weekend', '2026-11-28/2026-11-29'],
    ['yesterday', '2026-11-29'],
    ['the day before yesterday', '2026-11-28'],
    ['in the past two weeks', '2026-11-16/2026-11-30'],
    ['in 2022', '2022-01-01/2022-12-31'],
    ['from May 1 to May 7', '2026-05-01/2026-05-07'],
    ['上一周', '2026-11-23/2026-11-29'],
    ['上一个月', '2026-10-01/2026-10-31'],
    ['年初定的计划', '2026-01-01/2026-03-31'],
    ['年底的总结', '2026-10-01/2026-12-31'],
    ['去年年底', '2025-10-01/2025-12-31'],
    ['去年底', '2025-10-01/2025-12-31'],
    ['月初', '2026-11-01/2026-11-10'],
    ['月底', '2026-11-21/2026-11-30'],
    ['去年第四季度', '2025-10-01/2025-12-31'],
    ['今年二季度的预算', '2026-04-01/2026-06-30'],
    ['周三那天', '2026-11-25'],
    ['周日下午我们聊了什么', '2026-11-29'],
    ['星期五晚上', '2026-11-27'],
    ['一个多月前', '2026-10-23/2026-11-06'],
    ['前天', '2026-11-28'],
    ['昨儿', '2026-11-29'],
    ['昨天天气怎么样', '2026-11-29'],
    ['我前天去医院的事', '2026-11-28'],
    ['half a year ago', '2026-04-30/2026-06-29'],
    ['last summer', '2026-06-01/2026-08-31'],
    ['last winter', '2025-12-01/2026-02-28'],
    ['this autumn', '2026-09-01/2026-11-30'],
    ['the summer of 2024', '2024-06-01/2024-08-31'],
    ['at the end of last year', '2025-10-01/2025-12-31'],
    ['late last year', '2025-10-01/2025-12-31'],
    ['early this year', '2026-01-01/2026-03-31'],
    ['the beginning of last month', '2026-10-01/2026-10-10'],
    ['at the end of last month', '2026-10-21/2026-10-31'],
    ['the previous month', '2026-10-01/2026-10-31'],
    ['this past Friday', '2026-11-27'],
    ['on the 5th', '2026-11-05'],
    ['Tuesday last week', '2026-11-24'],
    ['on Thursday of last week', '2026-11-26'],
  ])('%s', (text, expected) => {
    expect(named(text)).toEqual([expected]);
  });

  it.each(['我最近去厦门', '3号线', 'may I ask', '岁月', '每个月', '3.5月', '4月31日的', '订单 2023', 'marching on'])(
    '%s names none',
    (text) => {
      expect(named(text).filter((time) => !time.includes('/'))).toEqual([]);
    },
  );

  it.each([
    '我以前天天跑步',
    '之前天气不好',
    '我以前年轻的时候',
    '目前年龄',
    '那天晚上月亮很美',
    '早上周围很安静',
    '我喜欢上周杰伦了',
    '五月天的演唱会',
    '每周三下午的课',
    '今日头条',
    '提前年底奖金',
    '每到年底',
    '第四季度假',
    'on the 5th floor',
    'half a year of saving',
  ])('%s is no time', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('last Friday is read as either, where people mean both by it', () => {
    const span = (today: string) => findTimes('last Friday', today)[0];
    expect(span('2026-11-28')).toMatchObject({ from: '2026-11-20', to: '2026-11-27' });
    expect(span('2026-11-30')).toMatchObject({ from: '2026-11-27', to: '2026-11-27' });
    expect(span('2026-11-27')).toMatchObject({ from: '2026-11-20', to: '2026-11-20' });
  });

  it('are read one by one, in order', () => {
    expect(named('昨天和上周五')).toEqual(['2026-11-29', '2026-11-27']);
  });

  it('stand where they are said to stand, whatever the text', () => {
    const part = fc.constantFrom(
      '去年',
      '5月',
      '31日',
      '上周',
      '五',
      'last ',
      'May ',
      '3 ',
      'days ago',
      '到',
      '2024-02-30',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string({ maxLength: 4 })), { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        let end = 0;
        for (const time of findTimes(text, TODAY)) {
          expect(time.start).toBeGreaterThanOrEqual(end);
          expect(time.end).toBeGreaterThan(time.start);
          expect(time.from <= time.to).toBe(true);
          for (const day of [time.from, time.to]) expect(new Date(`${day}T00:00:00Z`).toISOString()).toContain(day);
          end = time.end;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe('a time that is given', () => {
  it.each([
    ['2023-05-01/2023-05-07', '2023-05-01', '2023-05-07'],
    ['2023-05-07 / 2023-05-01', '2023-05-01', '2023-05-07'],
    ['2026-03', '2026-03-01', '2026-03-31'],
    ['2023/5/8', '2023-05-08', '2023-05-08'],
    ['2023', '2023-01-01', '2023-12-31'],
    ['March', '2026-03-01', '2026-03-31'],
    ['friday', '2026-11-27', '2026-11-27'],
    ['上周', '2026-11-23', '2026-11-29'],
    ['周三', '2026-11-25', '2026-11-25'],
    ['年底', '2026-10-01', '2026-12-31'],
    ['last summer', '2026-06-01', '2026-08-31'],
  ])('%s is read', (text, from, to) => {
    expect(readTime(text, TODAY)).toEqual({ from, to });
  });

  it.each(['', 'soon', '昨天和上周五', '2023-02-30'])('%j is none', (text) => {
    expect(readTime(text, TODAY)).toBeUndefined();
  });
});

describe('what is said about a time', () => {
  it('is meant from the day on which it was said, and a plan may be to come', () => {
    expect(mentionedTimes('昨天', '2026-03-01')).toEqual([{ from: '2026-02-28', to: '2026-02-28' }]);
    expect(mentionedTimes('5月8日去北京', '2026-04-27')).toEqual([{ from: '2026-05-08', to: '2026-05-08' }]);
    expect(mentionedTimes('2月去北京', '2026-04-27')).toEqual([{ from: '2026-02-01', to: '2026-02-28' }]);
  });
});
