import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disclosed, printable } from './printable.ts';
import { renderMarkdown } from './render-markdown.ts';
import { plainStyler, stylerFor } from './style.ts';
import { widthOf } from './wrap-spans.ts';

const plain = (text: string, columns = 40) => renderMarkdown(text, { columns, style: plainStyler });

describe('Markdown in a terminal', () => {
  it('shows headings, lists, tasks, quotes and code', () => {
    const text = '# 标题\n\n- 一 **粗**\n  1. 甲\n  2. 乙\n- [x] 完成\n\n> 引用\n\n```ts\nconst a = 1;\n```\n\n---';
    expect(plain(text)).toEqual([
      '# 标题',
      '',
      '• 一 粗',
      '  1. 甲',
      '  2. 乙',
      '• ☑ 完成',
      '',
      '│ 引用',
      '',
      '  ts',
      '  const a = 1;',
      '',
      '─'.repeat(40),
    ]);
  });

  it('aligns the columns of a table by what is seen, and tells one that does not fit row by row', () => {
    const table = '| 名称 | Price |\n|---|--:|\n| 苹果 | 3 |\n| pear | 12 |';
    expect(plain(table)).toEqual(['名称  Price', '────  ─────', '苹果      3', 'pear     12']);
    expect(plain(table, 8)).toEqual(['名称: 苹', '果', 'Price: 3', '', '名称:', 'pear', 'Price:', '12']);
  });

  it('begins no line with closing punctuation and halves no wide character', () => {
    expect(plain('今天天气很好，我们去公园。', 12)).toEqual(['今天天气很', '好，我们去公', '园。']);
    expect(plain('a long word: antidisestablishment', 12)).toEqual(['a long word:', 'antidisestab', 'lishment']);
  });

  it('shows where a link leads', () => {
    expect(plain('[银行](https://evil.example)')).toEqual(['银行 (https://evil.example)']);
    expect(plain('<https://a.example>')).toEqual(['https://a.example']);
  });

  it('styles for a terminal, and not with NO_COLOR', () => {
    expect(renderMarkdown('**x**', { columns: 9, style: stylerFor({}, true) })).toEqual(['\u001b[1mx\u001b[22m']);
    expect(renderMarkdown('**x**', { columns: 9, style: stylerFor({ NO_COLOR: '1' }, true) })).toEqual(['x']);
    expect(renderMarkdown('**x**', { columns: 9, style: stylerFor({}, false) })).toEqual(['x']);
  });

  it('no text moves the cursor, whatever it holds, and no line of prose is wider than the screen', () => {
    const pieces = [
      '\u001b[2J',
      '\u001b]52;c;x\u0007',
      '\u009b1A',
      '\u202e',
      '# ',
      '- ',
      '```\n',
      '| a | b |\n|--|--|\n',
      '> ',
      '**',
      '`',
      '你好',
      'word ',
      '\n',
      '\n\n',
      '👩‍👩‍👧',
      '&#27;[2J',
      '&#x1b;c',
    ];
    const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 4 })), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(text, (parts) => {
        const lines = plain(parts.join(''), 30);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: this is what must not come through.
        expect(lines.join('\n')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
        if (!parts.join('').includes('`') && !/^( {4}|\t)/m.test(parts.join('')))
          for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(44);
      }),
    );
  });
});

describe('what somebody decides about', () => {
  it('hides nothing', () => {
    expect(disclosed('rm\u202e x\u200b\u001b[2K')).toBe('rm‹U+202E› x‹U+200B›‹U+001B›[2K');
    expect(printable('a\u001b[2Kb\r\nc')).toBe('a[2Kb\nc');
  });
});
