import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termsOf } from './terms.ts';

const terms = (text: string) => [...termsOf(text).keys()];

describe('the terms of a text', () => {
  it('are characters and pairs for Chinese', () => {
    expect(terms('查库存')).toEqual(['查', '查库', '库', '库存', '存']);
  });

  it('fall apart where scripts meet', () => {
    expect(terms('导出gen脚本')).toEqual(expect.arrayContaining(['导出', 'gen', '脚本']));
    expect(terms('导出gen脚本')).not.toContain('出脚');
  });

  it('hold an identifier as a whole and in its parts', () => {
    expect(terms('genReport_v2')).toEqual(expect.arrayContaining(['genreport_v2', 'gen', 'report', 'v', '2']));
    expect(terms('HTTPServer')).toEqual(expect.arrayContaining(['http', 'server']));
  });

  it('meet across case, width and common endings', () => {
    expect(terms('Orders')).toEqual(terms('ordered'));
    expect(terms('ＡＢＣ１２')).toEqual(terms('abc12'));
    expect(terms('running')).toEqual(terms('runs'));
    expect(terms('stories')).toEqual(terms('story'));
  });

  it('do not grow one word into another: no ending is taken from a short one', () => {
    expect(terms('gas')).toEqual(['gas']);
    expect(terms('bed')).toEqual(['bed']);
    expect(terms('class')).not.toEqual(terms('cla'));
    expect(terms('bees')).not.toEqual(terms('be'));
    expect(terms('shoes')).toEqual(terms('shoe'));
  });

  it('count repeats', () => {
    expect(termsOf('重跑，再重跑').get('重跑')).toBe(2);
  });

  it('are none in a text without letters or digits, and any text has them read', () => {
    expect(terms('……！？ 👍')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const [term, count] of termsOf(text)) {
          expect(term).not.toBe('');
          expect(count).toBeGreaterThan(0);
        }
      }),
    );
  });
});
