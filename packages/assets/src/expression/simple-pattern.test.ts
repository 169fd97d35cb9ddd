import { RE2JS } from '@bufbuild/re2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simplePattern } from './simple-pattern.ts';

const atom = fc.constantFrom(
  ...[
    'a',
    'B',
    '7',
    '#',
    '_',
    '-',
    ' ',
    '\\d',
    '\\w',
    '\\.',
    '\\-',
    '\\$',
    '\\\\',
    '[a-c]',
    '[A-Z0-9_]',
    '[\\d.]',
    '[9-1]',
  ],
  ...[
    '.',
    '\\s',
    '\\D',
    '[^a]',
    '(a|b)',
    'a|b',
    '^',
    '$',
    '\\b',
    '[a',
    'é',
    '{',
    '[a-c-e]',
    '[[:alpha:]]',
    '(?i)',
    '\\pL',
  ],
);
const count = fc.constantFrom(
  '',
  '',
  '',
  '{2}',
  '{0}',
  '{1,3}',
  '{2,}',
  '{3,1}',
  '{1001}',
  '?',
  '*',
  '+',
  '??',
  '+?',
  '{2}{2}',
);
const pattern = fc
  .array(fc.tuple(atom, count), { maxLength: 5 })
  .map((parts) => parts.map((part) => part.join('')).join(''))
  .chain((body) => fc.constantFrom(`^${body}$`, `^${body}$`, body, `^${body}`, `${body}$`));
const text = fc.string({
  unit: fc.constantFrom(...'aabBcC77190##_-  .$\\\n\réK', '\u017f', '\u212a', '７', '😀', '\ud83d', '\u2028'),
});

describe('a simple pattern', () => {
  it('matches what RE2 matches, and is none that RE2 refuses', () => {
    let simple = 0;
    let matched = 0;
    fc.assert(
      fc.property(pattern, fc.array(text, { minLength: 5, maxLength: 20 }), (source, texts) => {
        const own = simplePattern(source);
        if (!own) return;
        simple += 1;
        const whole = RE2JS.compile(source);
        for (const each of texts) {
          expect(own.test(each)).toBe(whole.test(each));
          if (own.test(each)) matched += 1;
        }
      }),
      { numRuns: 5_000 },
    );
    expect(simple).toBeGreaterThan(200);
    expect(matched).toBeGreaterThan(50);
  });

  it.each(['^#L\\d{7}$', '^[A-Z]{2}-\\d{4,}$', '^[a-z0-9_]+$', '^gift_card_\\d{7}$'])('%s is one', (source) => {
    expect(simplePattern(source)).toBeInstanceOf(RegExp);
  });

  it.each(['\\d', '^\\d*\\d*$', '^(a|b)$', '^.$', '^\\s$', '^[^a]$', '^a$b$', '^é$', '^\\d{2000}$'])(
    '%s is none',
    (source) => {
      expect(simplePattern(source)).toBeUndefined();
    },
  );
});
