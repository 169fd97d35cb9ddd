import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText } from './clean-text.ts';
import { readPage } from './read-page.ts';

const TAGS = [
  'div',
  'p',
  'article',
  'table',
  'tr',
  'td',
  'ul',
  'li',
  'a',
  'pre',
  'code',
  'body',
  'html',
  'head',
  'base',
  'title',
];
const pieces = fc.oneof(
  fc.constantFrom(...TAGS).map((tag) => `<${tag}>`),
  fc.constantFrom(...TAGS).map((tag) => `</${tag}>`),
  fc.constantFrom(
    '<a href="/x">',
    '<a href="javascript:x">',
    '<p hidden>',
    '<p style="display:none">',
    '<!--',
    '-->',
    '<!doctype html>',
    '<',
    '&#x202e;',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);

describe('any text that calls itself a page', () => {
  it('is read to a page, whatever is open or closed in it', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const { text, extent } = readPage(parts.join(''), 'https://page.test/a/');
        expect(typeof text).toBe('string');
        expect(['main', 'page']).toContain(extent);
        expect(text).not.toMatch(/\]\(javascript:/i);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['<p hidden><body>', '<html hidden><body>secret</body></html>', '<div style="display:none"><body>secret'])(
    'has no text where nobody sees any of it: %s',
    (page) => {
      expect(readPage(page, 'https://page.test/a/')).toMatchObject({ text: '', extent: 'page' });
    },
  );

  it('is cleaned once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(cleanText(clean)).toBe(clean);
        expect(clean).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u);
        expect(clean.isWellFormed()).toBe(true);
      }),
    );
  });
});
