import { expect, test } from 'vitest';
import { firstLanguage } from './language.ts';
import { TEXTS, wordFor } from './texts.ts';

test('the earlier choice counts, then the browser, then English', () => {
  expect(firstLanguage('zh', ['en-US'])).toBe('zh');
  expect(firstLanguage(null, ['zh-CN', 'en'])).toBe('zh');
  expect(firstLanguage(null, ['fr-FR', 'zh-TW', 'en'])).toBe('zh');
  expect(firstLanguage(null, ['en-GB', 'zh'])).toBe('en');
  expect(firstLanguage('de', ['fr-FR'])).toBe('en');
});

test('both languages have a text for everything', () => {
  const empty = (texts: object): readonly string[] =>
    Object.entries(texts).flatMap(([name, text]) =>
      typeof text === 'object' ? empty(text).map((inner) => `${name}.${inner}`) : text === '' ? [name] : [],
    );
  expect(empty(TEXTS.zh)).toEqual([]);
  expect(empty(TEXTS.en)).toEqual([]);
});

test('a code that has no word is shown as it is', () => {
  expect(wordFor(TEXTS.en.blockCodes, 'guard_failed')).toBe('Guard failed');
  expect(wordFor(TEXTS.en.blockCodes, 'later_code')).toBe('later_code');
  expect(wordFor(TEXTS.en.blockCodes, 'constructor')).toBe('constructor');
});
