import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRules } from './rules.ts';

describe('parseRules', () => {
  it('takes one rule per list item, paragraph or quote, and keeps the rest as context', () => {
    const { items, context } = parseRules(
      '# 规则\n\n- 一\n  续行\n* 二\n+ 三\n1. 四\n\n正文一段\n第二行\n\n> 引用\n\n<!-- 注释\n- 不是规则 -->\n\n| a | b |\n|---|---|\n\n---\n',
    );
    expect(items.map(({ text, kind, under }) => [kind, text, under])).toEqual([
      ['item', '一\n续行', ['规则']],
      ['item', '二', ['规则']],
      ['item', '三', ['规则']],
      ['item', '四', ['规则']],
      ['paragraph', '正文一段\n第二行', ['规则']],
      ['quote', '引用', ['规则']],
    ]);
    expect(context.map(({ kind }) => kind)).toEqual(['heading', 'comment', 'table', 'break']);
  });

  it('keeps the code of an item with the item', () => {
    const { items } = parseRules('- run this\n\n  ```sh\n  - not a rule\n  ```\n- next');
    expect(items.map(({ text }) => text)).toEqual(['run this\n\n  ```sh\n  - not a rule\n  ```', 'next']);
  });

  it('gives nested items their depth', () => {
    expect(parseRules('- a\n  - b\n    - c').items.map(({ depth }) => depth)).toEqual([0, 1, 2]);
  });

  it('loses no word', () => {
    const line = fc.oneof(
      fc.constantFrom('', '- x', '  - y', '```', '<!--', '-->', '> q', '| t |', '---', '# h', '1. n', '\tcode', '* '),
      fc.string({ maxLength: 12 }),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.join('\n').replace(/\r/g, '');
        const { items, context } = parseRules(text);
        const kept = [...items, ...context].map((one) => one.text).join('\n');
        const words = (source: string) =>
          source.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/^\d+$/.test(word)).length ?? 0;
        expect(words(kept)).toBe(words(text));
      }),
      { numRuns: 1000 },
    );
  });
});
