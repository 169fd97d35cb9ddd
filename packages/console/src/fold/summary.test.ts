import { expect, test } from 'vitest';
import { journalOf } from '../testing/entries.ts';
import { summarise } from './summary.ts';

const line = (data: Record<string, unknown>) => {
  const [entry] = journalOf({ kind: 'later.kind', data: data as never });
  return entry && summarise(entry);
};

test('an entry of an unknown kind is told by its short fields', () => {
  expect(line({ words: 3, note: 'a\nb', done: false, nothing: null, nested: { deep: 1 } })).toBe(
    'words 3 · note a b · done false',
  );
});

test('a long line is cut and says so, and no character is split', () => {
  const told = line({ text: '😀'.repeat(500) }) ?? '';
  expect(told.endsWith('…')).toBe(true);
  expect(Array.from(told)).toHaveLength(161);
  expect(told.isWellFormed()).toBe(true);
});
