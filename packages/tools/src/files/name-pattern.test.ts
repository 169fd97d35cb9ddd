import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitsPattern } from './name-pattern.ts';

it.each([
  ['docs/说明.md', '*.md', true],
  ['docs/说明.md', '**/*.md', true],
  ['说明.md', '**/*.md', true],
  ['docs/a/b.md', 'docs/*.md', false],
  ['docs/a/b.md', 'docs/**', true],
  ['docs/a/b.md', 'docs/**/b.m?', true],
  ['docs/a/b.md', '*', true],
  ['x', 'y', false],
])('%s fits %s: %s', (path, pattern, fits) => expect(fitsPattern(path, pattern)).toBe(fits));

it('says what a regular expression of the same meaning says', () => {
  const part = fc
    .string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 })
    .filter((text) => text !== '**');
  const pattern = fc.array(fc.oneof(part, fc.constant('**')), { minLength: 2, maxLength: 4 });
  const path = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(path, pattern, (parts, wanted) => {
      const source = wanted
        .map((one) => (one === '**' ? '(?:[^/]+/)*' : `${one.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}/`))
        .join('');
      expect(fitsPattern(parts.join('/'), wanted.join('/'))).toBe(
        new RegExp(`^${source}$`).test(`${parts.join('/')}/`),
      );
    }),
  );
});

it('takes no time over a pattern made to take it', () => {
  expect(fitsPattern('a'.repeat(3_000), `${'*a'.repeat(500)}b`)).toBe(false);
});
