import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { readYaml } from './read-yaml.ts';

function codesOf(text: string): readonly string[] {
  const { documents, problems } = readYaml(text);
  return [...problems, ...documents.flatMap((document) => document.problems)].map(({ code }) => code);
}

test('reads several documents, each with the line where it begins', () => {
  const { documents, problems } = readYaml('a: 1\n---\n# words\nb:\n  - x\n---\n');
  expect(problems).toEqual([]);
  expect(documents.map(({ value, line }) => [value, line])).toEqual([
    [{ a: 1 }, 1],
    [{ b: ['x'] }, 4],
  ]);
});

test('knows the line of a path, and of the nearest part that is there', () => {
  const [document] = readYaml('a:\n  b:\n    - c: 1\n    - c: 2\n').documents;
  expect(document?.lineOf(['a', 'b', 1, 'c'])).toBe(4);
  expect(document?.lineOf(['a', 'b', 1, 'missing', 'more'])).toBe(4);
  expect(document?.lineOf(['a', 'missing'])).toBe(1);
  expect(document?.lineOf([])).toBe(1);
});

test('lines are right after CRLF, too', () => {
  const [document] = readYaml('a: 1\r\nb:\r\n  c: 2\r\n').documents;
  expect(document?.value).toEqual({ a: 1, b: { c: 2 } });
  expect(document?.lineOf(['b', 'c'])).toBe(3);
});

test.each([
  ['a tab', 'a:\n\tb: 1\n', /spaces/],
  ['a text with a colon', 'a: 说: 你好\n', /quotes/],
  ['a pattern in double quotes', 'a: "^A\\d"\n', /single quotes/],
  ['a bracket that stays open', 'a: [1, 2\n', /bracket/],
  ['a full-width colon', '键: 值\nid：x\n', /colon of ASCII/],
])('%s is told with the way out', (_, text, way) => {
  const { documents } = readYaml(text);
  expect(documents[0]?.problems[0]?.fix?.en).toMatch(way);
});

describe('what cannot be used is reported with its line', () => {
  test.each([
    ['a: 1\nb: [1, 2', 'yaml_syntax'],
    ['a: 1\n  b: 2', 'yaml_syntax'],
    ['a: 1\na: 2', 'yaml_duplicate_key'],
    ['x: { a: 1, a: 2 }', 'yaml_duplicate_key'],
    ['? [a]\n: 1', 'yaml_syntax'],
    ['__proto__: 1', 'yaml_key_not_allowed'],
    ['a: !!binary aGk=', 'yaml_tag_not_allowed'],
    ['a: !secret x', 'yaml_tag_not_allowed'],
    ['a: 12345678901234567890', 'yaml_number_inexact'],
    ['a: .nan', 'yaml_number_inexact'],
    ['a: *missing', 'yaml_alias_unknown'],
    ['a: &x [*x]', 'yaml_alias_unknown'],
    [`a: ${'['.repeat(200)}${']'.repeat(200)}`, 'yaml_too_deep'],
    [`a: ${'x'.repeat(600 * 1024)}`, 'yaml_too_large'],
    ['---\na\n'.repeat(600), 'yaml_too_large'],
  ])('%.40s', (text, code) => {
    expect(codesOf(text)[0]).toBe(code);
  });
});

test('a duplicate key names both lines', () => {
  const [problem] = readYaml('a: 1\nb: 2\na: 3\n').documents[0]?.problems ?? [];
  expect(problem).toMatchObject({ code: 'yaml_duplicate_key', line: 3, path: ['a'] });
  expect(problem?.message.en).toContain('line 1');
});

test('an alias stands for its value, and one that multiplies is refused', () => {
  expect(readYaml('a: &x { b: 1 }\nc: *x').documents[0]?.value).toEqual({ a: { b: 1 }, c: { b: 1 } });
  const nested = Array.from(
    { length: 8 },
    (_, index) =>
      `a${index}: &a${index} [${Array.from({ length: 9 }, () => (index === 0 ? 'x' : `*a${index - 1}`)).join(', ')}]`,
  );
  expect(codesOf(nested.join('\n'))).toEqual(['yaml_too_large']);
});

test('many mistakes are counted, not listed without end', () => {
  const text = Array.from({ length: 100 }, () => 'a: 1').join('\n');
  const codes = codesOf(text);
  expect(codes).toHaveLength(11);
  expect(codes.at(-1)).toBe('yaml_more_problems');
});

test.each([
  ['a colon of full width', 'effect：write\nkind: x'],
  ['a colon without a space', 'effect:write\nkind: x'],
  ['no colon', 'effect write\nkind: x'],
])('%s after a key is told where it stands, with what belongs there', (_, text) => {
  const [problem] = readYaml(`id: a\n${text}\n`).documents[0]?.problems ?? [];
  expect(problem).toMatchObject({ code: 'yaml_syntax', line: 2 });
  expect(problem?.fix?.en).toContain('the colon of ASCII and a space');
  expect(problem?.fix?.zh).toContain('半角冒号');
});

test('of a mistake of syntax the first consequences stand, and what the document says of itself before it', () => {
  const [document] = readYaml(`kind: shared_guard\nid: open\n${'pattern: }\n'.repeat(50)}`).documents;
  expect(document?.problems.map(({ code }) => code)).toEqual([
    'yaml_syntax',
    'yaml_syntax',
    'yaml_syntax',
    'yaml_more_problems',
  ]);
  const said = ['kind', 'id', 'pattern', 'other'].map((key) => document?.textOf(key));
  expect(said).toEqual(['shared_guard', 'open', undefined, undefined]);
});

test('words that YAML 1.1 took for true and false stay words', () => {
  expect(readYaml('a: yes\nb: no\nc: on\nd: 2025-01-01\ne: 1:30').documents[0]?.value).toEqual({
    a: 'yes',
    b: 'no',
    c: 'on',
    d: '2025-01-01',
    e: '1:30',
  });
});

test('a large file of the worst kind is still read in one go', () => {
  for (const worst of ['[', '- ', '? ', '{', '"', '&a ', '*a ', ',', ': ', '\n', '%a\n']) {
    const text = worst.repeat(Math.floor(24_000 / worst.length));
    expect(typeof readYaml(text).documents.length, worst).toBe('number');
  }
  const wide = Array.from({ length: 10_000 }, (_, index) => `k${index}: v`).join('\n');
  expect(Object.keys(readYaml(wide).documents[0]?.value ?? {})).toHaveLength(10_000);
});

test('never throws, whatever the text is', () => {
  const piece = fc.constantFrom(
    'a',
    ': ',
    '\n',
    '  ',
    '- ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '&x ',
    '*x',
    '!t ',
    '|',
    '>',
    '"',
    "'",
    '#',
    '---\n',
    '%',
    '?',
    '\t',
    '\r\n',
    '~',
    '<<: ',
    '\u0000',
    '\u2028',
    '\ud800',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 40 }).map((parts) => parts.join('')),
      ),
      (text) => {
        const { documents } = readYaml(text);
        for (const document of documents) {
          expect(document.value === undefined).toBe(document.problems.length > 0);
          expect(document.lineOf(['a', 0, 'b'])).toBeGreaterThan(0);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test('reads back what is written', () => {
  const value = fc.dictionary(
    fc.string().filter((key) => key !== '__proto__' && !/[\ud800-\udfff]/.test(key)),
    fc.oneof(fc.boolean(), fc.integer(), fc.constant(null), fc.array(fc.integer()), fc.string({ unit: 'grapheme' })),
  );
  fc.assert(
    fc.property(value, (object) => {
      const plain: unknown = JSON.parse(JSON.stringify(object));
      const { documents } = readYaml(stringify(plain));
      expect(documents[0]?.problems ?? []).toEqual([]);
      expect(documents[0]?.value).toEqual(plain);
    }),
    { numRuns: 500 },
  );
});
