import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ended, journalOf, noticed, type Written } from '../testing/entries.ts';
import { foldChat, type Outgoing } from './chat.ts';

const started = (item: string): Written => ({ kind: 'employee.round_started', data: { item } });
const finished = (item: string): Written => ({ kind: 'employee.round_ended', data: { item, end: 'natural' } });
const said = (item: string, text: string): Written => ({ kind: 'employee.message_received', data: { item, text } });
const replied = (text: string): Written => ({ kind: 'employee.replied', data: { kind: 'reply', text, parts: [] } });
const outgoing = (state: Outgoing['state'], more: Partial<Outgoing> = {}): Outgoing => ({
  key: 'k-1',
  text: 'hello',
  at: '2026-01-01T08:00:00.000Z',
  state,
  ...more,
});

test('what was said on both sides stands in the order of the journal', () => {
  const chat = foldChat(journalOf(replied('welcome'), said('in_1', 'hello'), replied('hi')), []);
  expect(chat.items.map((item) => item.type)).toEqual(['employee', 'customer', 'employee']);
  expect(chat.items[1]).toMatchObject({ text: 'hello', state: 'recorded' });
});

test('a reply without parts is shown by its text', () => {
  const [item] = foldChat(journalOf(replied('hi')), []).items;
  expect(item).toMatchObject({ parts: [{ kind: 'model', text: 'hi' }] });
});

test('a message of this page is shown until the journal shows it, never twice', () => {
  const accepted = outgoing('accepted', { item: 'in_1' });
  expect(foldChat([], [accepted]).items).toMatchObject([{ state: 'accepted', text: 'hello' }]);
  expect(foldChat(journalOf(said('in_1', 'hello')), [accepted]).items).toMatchObject([{ state: 'recorded' }]);
  expect(foldChat(journalOf(said('in_2', 'other')), [accepted]).items).toHaveLength(2);
});

test('the page waits from the acceptance of a message to the end of its round', () => {
  const waits = (written: readonly Written[], messages: readonly Outgoing[] = []) =>
    foldChat(journalOf(...written), messages).isWaiting;
  expect(waits([], [outgoing('sending')])).toBe(false);
  expect(waits([], [outgoing('accepted', { item: 'in_1' })])).toBe(true);
  expect(waits([started('in_1'), said('in_1', 'hello')])).toBe(true);
  expect(waits([started('in_1'), said('in_1', 'hello'), replied('hi'), finished('in_1')])).toBe(false);
  expect(waits([], [outgoing('failed', { error: 'unreachable' })])).toBe(false);
});

test('a notice has its buttons only where it was shown last, and as long as its operation is open', () => {
  const states = (...written: readonly Written[]) =>
    foldChat(journalOf(...written), []).items.flatMap((item) =>
      item.type === 'employee' ? (item.notice?.state ?? []) : [],
    );
  expect(states(noticed('op_1'))).toEqual(['open']);
  expect(states(noticed('op_1'), noticed('op_2'))).toEqual(['open', 'open']);
  expect(states(noticed('op_1'), replied('also'), noticed('op_1'))).toEqual(['shown_again', 'open']);
  expect(states(noticed('op_1'), ended('op_1', 'succeeded'))).toEqual(['succeeded']);
});

test('each of a list has its own buttons, and the list is open as long as one of them is', () => {
  const list: Written = {
    kind: 'employee.replied',
    data: {
      kind: 'notice',
      operation: null,
      operations: ['op_1', 'op_2'],
      parts: [
        { kind: 'engine', text: 'Please confirm 2 things:' },
        { kind: 'notice', text: '1. one', operation: 'op_1', expiresAt: '2026-01-01T09:00:00.000Z' },
        { kind: 'notice', text: '2. two', operation: 'op_2' },
      ],
    },
  };
  const noticeAfter = (...written: readonly Written[]) => {
    const [item] = foldChat(journalOf(list, ...written), []).items;
    return item?.type === 'employee' ? item.notice : undefined;
  };
  expect(noticeAfter()).toMatchObject({
    state: 'open',
    items: [
      { operation: 'op_1', text: '1. one', state: 'open', expiresAt: '2026-01-01T09:00:00.000Z' },
      { operation: 'op_2', text: '2. two', state: 'open' },
    ],
  });
  expect(noticeAfter(ended('op_1', 'succeeded'))).toMatchObject({
    state: 'open',
    items: [{ state: 'succeeded' }, { state: 'open' }],
  });
  expect(noticeAfter(ended('op_1', 'succeeded'), noticed('op_2'))).toMatchObject({
    state: 'succeeded',
    items: [{ state: 'succeeded' }, { state: 'shown_again' }],
  });
});

test('a reply of another kind has no buttons, even with an operation', () => {
  const told: Written = { kind: 'employee.replied', data: { kind: 'reply', text: 'done', operation: 'op_1' } };
  expect(foldChat(journalOf(told), []).items[0]).not.toHaveProperty('notice.items');
});

test('no shape of an entry breaks the fold', () => {
  const kinds = fc.constantFrom(
    'employee.replied',
    'employee.message_received',
    'gate.decision',
    'gate.call_ended',
    'x',
  );
  const entry = fc.record({ kind: kinds, data: fc.dictionary(fc.string(), fc.jsonValue()) });
  fc.assert(
    fc.property(fc.array(entry), (written) => {
      foldChat(journalOf(...(written as Written[])), []);
    }),
  );
});

test('a no to what waits for a colleague is told as calling it off, another no as a no', () => {
  const pressed = (operation: string): Written => ({
    kind: 'employee.button_pressed',
    data: { button: 'decline', operation },
  });
  const asked: Written = { kind: 'gate.awaiting_approval', data: { operation: 'op_1' } };
  const presses = foldChat(journalOf(noticed('op_1'), noticed('op_2'), asked, pressed('op_1'), pressed('op_2')), [])
    .items.filter((item) => item.type === 'press')
    .map((item) => item.isWithdrawal);
  expect(presses).toEqual([true, false]);
});
