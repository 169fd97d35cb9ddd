import { describe, expect, it } from 'vitest';
import { findMoments } from './find-moment.ts';

const TODAY = '2026-03-02';
const inShanghai = (text: string) => findMoments(text, TODAY, 'Asia/Shanghai').map(({ value }) => value);

describe('a day with a time of day', () => {
  it.each([
    ['明天下午三点提醒我', '2026-03-03T07:00:00.000Z'],
    ['明天上午9点半', '2026-03-03T01:30:00.000Z'],
    ['后天晚上八点一刻', '2026-03-04T12:15:00.000Z'],
    ['3月5日中午十二点', '2026-03-05T04:00:00.000Z'],
    ['下周一凌晨1点20分', '2026-03-08T17:20:00.000Z'],
    ['明天15:30', '2026-03-03T07:30:00.000Z'],
    ['remind me tomorrow at 3 pm', '2026-03-03T07:00:00.000Z'],
    ['on Friday at 9:45 a.m. please', '2026-03-06T01:45:00.000Z'],
    ['at three pm on Friday', '2026-03-06T07:00:00.000Z'],
    ['tomorrow at 17:05', '2026-03-03T09:05:00.000Z'],
    ['2026-03-05T10:00:00+08:00', '2026-03-05T10:00:00+08:00'],
  ])('%s is %s', (text, moment) => {
    expect(inShanghai(text)).toEqual([moment]);
  });

  it.each(['明天三点', 'tomorrow at three', '明天', '下午三点', '明天25点', '明天下午三个人', 'tomorrow at 13 pm'])(
    '%s is none, or leaves open which',
    (text) => {
      expect(inShanghai(text)).toEqual([]);
    },
  );

  it.each(['明天晚上一点', '明晚两点半', '明天晚上12点', '明天凌晨12点', '明天早上12:30', '明天傍晚1点'])(
    '%s may be of this night or the next: it is none',
    (text) => {
      expect(inShanghai(text)).toEqual([]);
    },
  );

  it.each([
    ['明天晚上五点', '2026-03-03T09:00:00.000Z'],
    ['明天晚上11点', '2026-03-03T15:00:00.000Z'],
    ['明天上午12点', '2026-03-03T04:00:00.000Z'],
    ['明天下午12点半', '2026-03-03T04:30:00.000Z'],
    ['明天凌晨0点', '2026-03-02T16:00:00.000Z'],
  ])('%s is %s still', (text, moment) => {
    expect(inShanghai(text)).toEqual([moment]);
  });

  it('is that of the business, across a change of its clocks', () => {
    const inNewYork = (text: string) => findMoments(text, '2026-03-07', 'America/New_York').map(({ value }) => value);
    expect(inNewYork('today at 3 pm')).toEqual(['2026-03-07T20:00:00.000Z']);
    expect(inNewYork('tomorrow at 3 pm')).toEqual(['2026-03-08T19:00:00.000Z']);
  });

  it('is not read without a time zone, nor in one that does not exist', () => {
    expect(findMoments('明天下午三点', TODAY, undefined)).toEqual([]);
    expect(findMoments('明天下午三点', TODAY, 'Mars/Olympus')).toEqual([]);
  });
});
