import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Passage } from './passage.ts';
import { groupsOf, SegmentCache } from './segments.ts';

const passage = (number: number, text = `text ${number}`): Passage => ({
  source: `faq/e${number}`,
  questions: [`question ${number}`],
  text,
});

it('each passage is in one group, and a change of one touches one group', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_500 }), fc.nat(), (count, seed) => {
      const all = Array.from({ length: count }, (_, number) => passage(number));
      const groups = groupsOf(all);
      expect(groups.flat().length).toBe(count);
      expect(new Set(groups.flat()).size).toBe(count);
      const changed = groupsOf(all.map((each, index) => (index === seed % count ? passage(index, 'changed') : each)));
      const different = changed.filter((group, index) => JSON.stringify(group) !== JSON.stringify(groups[index]));
      expect(different).toHaveLength(1);
    }),
    { numRuns: 20 },
  );
});

it('a segment that is in use is not built again', () => {
  const cache = new SegmentCache();
  const segment = cache.get([passage(1)]);
  cache.sweep();
  expect(cache.get([passage(1)])).toBe(segment);
  expect(cache.get([passage(1, 'changed')])).not.toBe(segment);
});
