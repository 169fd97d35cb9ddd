import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDocument } from './split-document.ts';

const parts = (text: string, file = 'knowledge/a.md') =>
  splitDocument(text, file).map(({ anchor, headings, text: body }) => [anchor, headings.join('/'), body]);

describe('a document in passages', () => {
  it('falls apart at its headings, each part under the headings above it', () => {
    expect(parts('开头\n\n# 退货\n签收后七天内。\n## 运费\n由店铺承担。\n# 保修\n一年。\n')).toEqual([
      ['', '', '开头'],
      ['退货', '退货', '签收后七天内。'],
      ['运费', '退货/运费', '由店铺承担。'],
      ['保修', '保修', '一年。'],
    ]);
  });

  it('a number tells parts with the same heading apart', () => {
    expect(parts('# A\none\n# A\ntwo').map(([anchor]) => anchor)).toEqual(['A', 'A·2']);
  });

  it('a mark inside code, front matter and comments is no heading and no text', () => {
    const text = '---\ntitle: x\n---\n# 命令\n```sh\n# not a heading\nrun\n```\n<!-- hidden -->\n';
    expect(parts(text)).toEqual([['命令', '命令', '```sh\n# not a heading\nrun\n```']]);
  });

  it('a closing row of marks, CRLF and a byte order mark change nothing', () => {
    expect(parts('\ufeff# A #\r\none\r\n')).toEqual([['A', 'A', 'one']]);
  });

  it('plain text has no headings', () => {
    expect(parts('# one\n\ntwo', 'knowledge/a.txt')).toEqual([['', '', '# one\n\ntwo']]);
  });

  it('a long section falls apart at paragraphs, a long paragraph after a sentence', () => {
    const found = parts(`# 说明\n${'第一段。'.repeat(100)}\n\n${'第二段的话。'.repeat(150)}`);
    expect(found.length).toBeGreaterThan(2);
    for (const [, headings, body] of found) {
      expect(headings).toBe('说明');
      expect(body?.length).toBeLessThanOrEqual(600);
      expect(body?.endsWith('。')).toBe(true);
    }
  });

  it('keeps every word of any plain text, in order, in parts of a bounded length', () => {
    const bare = (text: string) => text.replaceAll(/\s+/gu, '');
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 900 }), { maxLength: 6 }), (paragraphs) => {
        const words = paragraphs.map((paragraph) => `字${paragraph}`).join('\n\n');
        const found = splitDocument(words, 'knowledge/a.txt');
        for (const { text } of found) expect(text.length).toBeLessThanOrEqual(600);
        const kept = bare(found.map(({ text }) => text).join(''));
        // What has neither letter nor digit may fall away where a paragraph break stands before it.
        expect([...kept].filter((character) => /[\p{L}\p{N}]/u.test(character)).join('')).toBe(
          [...bare(words.replace(/^\ufeff/u, ''))].filter((character) => /[\p{L}\p{N}]/u.test(character)).join(''),
        );
      }),
    );
  });

  it('reads any Markdown', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('# a', '## ', '```', '~~~~', '---', '<!--', '-->', 'x', ''), {}),
        (lines) => {
          for (const { text } of splitDocument(lines.join('\n'), 'knowledge/a.md')) expect(text).not.toBe('');
        },
      ),
    );
  });
});
