import { contractOf } from '@rolecall/assets/testing';
import { expect, it } from 'vitest';
import { renderNotice } from './render-notice.ts';

const CONTRACT = contractOf({
  effect: 'write',
  arguments: {
    at: { schema: { type: 'string', format: 'date-time' }, origin: ['customer'], label: { zh: '时间', en: 'Time' } },
  },
  confirmation: { by: 'customer', notice: { zh: '将提醒您。', en: 'You will be reminded.' } },
});

const NOW = '2026-03-01T00:00:00.000Z';

const noticeFor = (at: string, zone = 'Asia/Shanghai', from: 'unproven' | 'customer' = 'unproven') =>
  renderNotice({
    release: { replies: [] },
    contract: CONTRACT,
    prepared: { values: { at }, origins: [{ argument: 'at', from }], hash: '' },
    bindings: { args: { at }, facts: {}, contact: {}, conversation: {}, employee: {}, configuration: {}, now: NOW },
    language: 'en',
    inputs: {
      now: NOW,
      earlierReads: [],
      employee: { id: 'lin', grants: [], time_zone: zone },
    },
  });

it('shows a moment as the clocks of the business show it', () => {
  expect(noticeFor('2026-03-03T07:00:00.000Z')).toMatch(/^You will be reminded\.\nTime: 2026-03-03 15:00 \(/);
  expect(noticeFor('2026-03-03T15:00:00+08:00', 'America/New_York')).toContain('Time: 2026-03-03 02:00');
  expect(noticeFor('2026-03-03T07:00:00Z', 'Asia/Shanghai', 'customer')).toBe(
    'You will be reminded.\nTime: 2026-03-03 15:00',
  );
});

it('shows what that would leave out as it will be sent', () => {
  expect(noticeFor('2026-03-03T07:00:05Z')).toContain('Time: 2026-03-03T07:00:05Z');
  expect(noticeFor('soon')).toContain('Time: soon');
});

it('shows objects with their names and not as code', () => {
  const contract = contractOf({
    effect: 'write',
    arguments: {
      rooms: {
        schema: { type: 'array', items: { type: 'object' } },
        origin: ['customer'],
        label: { zh: '房间', en: 'Rooms' },
        members: {
          type: { label: { zh: '房型', en: 'type' }, labels: { twin: { zh: ['双床'], en: ['twin'] } } },
          nights: { label: { zh: '几晚', en: 'nights' } },
        },
      },
    },
    confirmation: { by: 'customer', notice: { zh: "将预订{{ label('rooms') }}。", en: 'Your booking:' } },
  });
  const rooms = [
    { nights: 2, type: 'twin' },
    { nights: 1, type: 'tw\u200bin' },
  ];
  const notice = (language: 'zh' | 'en') =>
    renderNotice({
      release: { replies: [] },
      contract,
      prepared: { values: { rooms }, origins: [], hash: '' },
      bindings: {
        args: { rooms },
        facts: {},
        contact: {},
        conversation: {},
        employee: {},
        configuration: {},
        now: NOW,
      },
      language,
      inputs: { now: NOW, earlierReads: [], employee: { id: 'lin', grants: [], time_zone: 'Asia/Shanghai' } },
    });
  expect(notice('en')).toBe('Your booking:\nRooms: (1) type: twin, nights: 2; (2) type: tw\\u{200b}in, nights: 1');
  expect(notice('zh')).toBe('将预订（1）房型：双床，几晚：2；（2）房型：tw\\u{200b}in，几晚：1。');
});
