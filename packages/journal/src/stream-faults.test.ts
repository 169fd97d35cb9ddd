import fc from 'fast-check';
import { expect, it } from 'vitest';
import { streamFaults } from './stream-faults.ts';

const entriesUpTo = (last: number, from = 0) =>
  Array.from({ length: last - from }, (_, index) => ({
    sequence: from + index + 1,
    at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
  }));

it('finds nothing in a stream without a gap, whole or cut', () => {
  expect(streamFaults(entriesUpTo(5), { last: 5 })).toEqual([]);
  expect(streamFaults(entriesUpTo(9, 4), { from: 4, last: 9 })).toEqual([]);
  expect(streamFaults([], { last: 0 })).toEqual([]);
});

it('says that entries are gone, wherever they are taken out', () => {
  const places = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 29 });
  fc.assert(
    fc.property(places, (gone) => {
      const left = entriesUpTo(30).filter(({ sequence }) => !gone.includes(sequence));
      expect(streamFaults(left, { last: 30 }).some(({ code }) => code === 'entries_missing')).toBe(true);
    }),
  );
});

it('says where the time goes back when two entries are exchanged', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 19 }), { minLength: 2, maxLength: 2 }),
      ([one = 0, other = 0]) => {
        const entries = entriesUpTo(20);
        const times = entries.map(({ at }) => at);
        const changed = entries.map((entry, index) => ({
          ...entry,
          at: times[index === one ? other : index === other ? one : index] ?? '',
        }));
        expect(streamFaults(changed, { last: 20 }).map(({ code }) => code)).toContain('time_goes_back');
      },
    ),
  );
});
