import { expect, test } from 'vitest';
import { journalOf } from '../testing/entries.ts';
import { type Change, emptyConversation, reduceConversation } from './conversation.ts';

const after = (...changes: readonly Change[]) => changes.reduce(reduceConversation, emptyConversation);
const sending: Change = { type: 'sending', key: 'k-1', text: 'hello', at: '2026-01-01T08:00:00.000Z' };
const sent: Change = { type: 'sent', key: 'k-1', item: 'in_1' };
const [received, ended] = journalOf(
  { kind: 'employee.message_received', data: { item: 'in_1', text: 'hello' } },
  { kind: 'employee.round_ended', data: { item: 'in_2' } },
);
const told = (entry: typeof received): Change => ({ type: 'entry', entry: entry as NonNullable<typeof entry> });

test('a message is sent, accepted, and gives way to its entry', () => {
  expect(after(sending).outgoing).toMatchObject([{ state: 'sending' }]);
  expect(after(sending, sent).outgoing).toMatchObject([{ state: 'accepted', item: 'in_1' }]);
  expect(after(sending, sent, told(received)).outgoing).toEqual([]);
});

test('it is not shown twice when the journal is faster than the answer to the request', () => {
  expect(after(sending, told(received), sent).outgoing).toEqual([]);
});

test('a message that failed keeps its text and key, and is one message when it is sent again', () => {
  const failed: Change = { type: 'send_failed', key: 'k-1', code: 'unreachable' };
  expect(after(sending, failed).outgoing).toMatchObject([{ key: 'k-1', state: 'failed', error: 'unreachable' }]);
  expect(after(sending, failed, sending).outgoing).toMatchObject([{ key: 'k-1', state: 'sending' }]);
});

test('an entry is taken once and in order', () => {
  expect(after(told(received), told(ended), told(received)).entries.map(({ sequence }) => sequence)).toEqual([1, 2]);
});

test('a press is over when its round has ended, and only then', () => {
  const press = (item?: string): Change => ({
    type: 'press',
    notice: 'entry-1',
    press: { key: 'p-1', button: 'confirm', state: 'accepted', item },
  });
  expect(after(press('in_2'), told(received)).presses.size).toBe(1);
  expect(after(press('in_2'), told(received), told(ended)).presses.size).toBe(0);
  expect(after(press('in_3'), told(received), told(ended)).presses.size).toBe(1);
});

test('progress is gone when the round has ended', () => {
  const progress: Change = { type: 'progress', progress: { type: 'step_started' } };
  expect(after(progress, told(received)).progress).toBeDefined();
  expect(after(progress, told(received), told(ended)).progress).toBeUndefined();
});

test('what is being spoken stands until its reply does, and that reply is known to have been seen', () => {
  const [replied, over] = journalOf(
    { kind: 'employee.replied', data: { kind: 'reply', text: 'Hello. All is well.' } },
    { kind: 'employee.round_ended', data: { item: 'in_1' } },
  );
  const speaking = (text: string): Change => ({ type: 'progress', progress: { type: 'reply_so_far', text } });
  expect(after(speaking('Hello.'), speaking('Hello. All')).spoken).toEqual([{ kind: 'model', text: 'Hello. All' }]);
  expect(after(speaking('Hello.')).progress).toBeUndefined();
  expect(after(speaking('Hello.'), told(replied))).toMatchObject({ spoken: undefined, seenLive: new Set([1]) });
  expect(after(told(replied)).seenLive).toEqual(new Set());
  // A round that ends without a reply leaves nothing standing.
  expect(
    after(speaking('Hello.'), told({ ...(over as NonNullable<typeof over>), sequence: 1 })).spoken,
  ).toBeUndefined();
});

test('what is being spoken tells its parts as the reply will', () => {
  const parts = [
    { kind: 'disclosure', text: 'I am an AI.' },
    { kind: 'model', text: 'Hello.' },
  ];
  const progress = { type: 'reply_so_far', text: 'I am an AI. Hello.', parts };
  expect(after({ type: 'progress', progress }).spoken).toMatchObject(parts);
});
