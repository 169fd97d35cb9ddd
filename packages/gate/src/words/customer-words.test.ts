import type { JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CustomerWords, foldChoices } from './customer-words.ts';
import { type FoldedText, foldText } from './folded-text.ts';

const find = (value: JsonValue, ...texts: string[]) =>
  new CustomerWords(texts.map((text, index) => ({ sequence: index + 1, text }))).find(value);
const isSaid = (value: JsonValue, text: string) => find(value, text) !== undefined;

describe('a value in the customer’s words', () => {
  it.each([
    ['#W2890441', '帮我查 W2890441 到哪了'],
    ['#W2890441', '#w 289-0441'],
    ['#W2890441', 'Ｗ２８９０４４１'],
    ['#W2890441', '订单号是w二八九〇四四一，谢谢'],
    ['#W2890441', '单号W二八九零四四幺吗？不对，W二八九零四四一'],
    ['#W2890441', 'Order ID:W2890441.'],
    ['#W2890441', '（W2890441）'],
    ['12', '买12个'],
    ['12', '要12，别的不要'],
    ['2024-05-20', 'on 2024-05-20 please'],
    ['mia_li_3668', 'Sure, my user ID is mia_li_3668.'],
    ['a.b@example.com', '我的邮箱是 A.B@example.com。'],
    ['上海', '寄到上海去'],
    ['red', 'the red one'],
    ['Li  Ming', 'my name is li ming'],
    [12, '我要12件'],
    [2, '买两个'],
    [320, '三百二十元'],
    [120, '一百二十'],
    [2000, 'it was 2,000 or so'],
    [20000, '大概2万'],
    [20000, '两万块'],
    [59.5, '退59.5元'],
    [-3, 'it is -3 degrees'],
    [['12', '34567'], '12 和 34567'],
  ])('%j stands in 「%s」', (value, text) => {
    expect(isSaid(value, text)).toBe(true);
  });

  it.each([
    ['12', '12345'],
    ['12', '单号 W12'],
    ['12', '12-345'],
    ['12', '12.5 元'],
    ['12', '12,000'],
    ['12', '1 2'],
    ['12', '12万'],
    ['289', '#W2890441'],
    ['#W2890441', '#W28904412'],
    ['#W2890441', 'XW2890441'],
    ['#W2890441', 'W2890441-7'],
    ['#W2890441', 'W289\n0441'],
    ['red', 'I am bored'],
    ['b@example.com', 'a.b@example.com'],
    ['ab@example.com', 'a-b@example.com'],
    ['example', 'see example.com'],
    [1, '帮我查一下'],
    [1, '我们统一处理'],
    [2, '2.5 公斤'],
    [2, '2万'],
    [5, '5/20 那天'],
    [45, '123-45'],
    [true, 'true'],
    ['', 'anything'],
    [['12', '13'], '只有 12'],
  ])('%j does not stand in 「%s」', (value, text) => {
    expect(isSaid(value, text)).toBe(false);
  });

  it('is given back with the newest message and the place in it', () => {
    expect(find('#W2890441', '#W2890441', '查 w289-0441 ！', '别的')).toEqual({ sequence: 2, start: 2, end: 11 });
  });

  it('stands for the whole spoken number, not for a part of it', () => {
    const text = '单号二八九〇四四一';
    expect(find('2890441', text)).toEqual({ sequence: 1, start: 2, end: 9 });
    expect(isSaid('289', text)).toBe(false);
  });

  it('survives any folding of case and width', () => {
    const wide = (text: string) => text.replace(/[!-~]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0));
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{1,3}[0-9]{5,9}$/), fc.constantFrom('请查', 'find ', ''), (id, lead) => {
        expect(isSaid(id, `${lead}${wide(id).toLowerCase()}。`)).toBe(true);
      }),
    );
  });

  it.each([
    ['anna\u200b@example.com', 'to anna@example.com'],
    ['anna@example.com\u202e', 'to anna@example.com'],
    ['pay Anna\u{e0041}\u{e0042}', 'pay Anna'],
    ['W289\u200b0441', '#W289-0441'],
  ])('%j is not said where it is said without what nobody sees', (value, text) => {
    expect(isSaid(value, text)).toBe(false);
    expect(isSaid({ to: value }, text)).toBe(false);
  });

  it('is not said with any character that nobody sees in it, whichever it is', () => {
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      // Tabs and line breaks are blanks, and an identifier may be parted by them.
      if (!/(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character)) continue;
      expect([code, isSaid(`gift${character}card`, 'my giftcard')]).toEqual([code, false]);
      expect([code, isSaid(`W289${character}0441`, '#W2890441')]).toEqual([code, false]);
    }
  });

  it('is said where the customer’s text alone has invisible characters', () => {
    expect(isSaid('anna@example.com', 'to anna\u200b@example.com')).toBe(true);
    expect(isSaid('anna\u200b@example.com', 'to anna\u200b@example.com')).toBe(true);
    expect(isSaid('👨‍👩‍👧 party', 'a 👨‍👩‍👧 party, please')).toBe(true);
  });

  it('never stands inside a longer token', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9]{1,8}$/),
        fc.stringMatching(/^[a-z0-9]{0,3}$/),
        fc.stringMatching(/^[a-z0-9]{0,3}$/),
        (value, before, after) => {
          fc.pre(before + after !== '');
          const token = before + value + after;
          fc.pre(!isSaid(value, before) && !isSaid(value, after) && token.toLowerCase() !== value.toLowerCase());
          expect(isSaid(value, token)).toBe(false);
        },
      ),
    );
  });

  it('gives a span that folds to the value', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.stringMatching(/^[a-z]{3,6}$/),
        fc.string({ unit: 'grapheme' }),
        (a, word, b) => {
          const text = `${a} ${word} ${b}`;
          const found = find(word, text);
          expect(found).toBeDefined();
          if (found) expect(foldText(text.slice(found.start, found.end)).text).toBe(word);
        },
      ),
    );
  });
});

describe('a choice in the customer’s words', () => {
  const words = foldChoices(
    new Map([
      ['ended', ['ended', '看完了', 'finished it']],
      ['long', ['long', '太长了', '长得看不完了']],
    ]),
  );
  const choose = (value: string, ...texts: string[]) =>
    new CustomerWords(texts.map((text, index) => ({ sequence: index + 1, text }))).findChoice(value, words);

  it('is found by any of its words in any language', () => {
    expect(choose('ended', '我看完了')).toEqual({ sequence: 1, start: 1, end: 4 });
    expect(choose('ended', 'I finished it yesterday')).toBeDefined();
    expect(choose('long', '太长了吧')).toBeDefined();
  });

  it('is not found where the word belongs to another value, or is denied', () => {
    expect(choose('ended', '长得看不完了')).toBeUndefined();
    expect(choose('long', '不是太长了')).toBeUndefined();
  });

  it('is the one that was named last', () => {
    expect(choose('ended', '看完了', '不对，太长了')).toBeUndefined();
    expect(choose('long', '看完了', '不对，太长了')).toBeDefined();
  });
});

describe('folding', () => {
  const unitsOf = (folded: FoldedText) =>
    [...folded.text].map((unit, at) => ({ unit, start: folded.startOf(at), end: folded.endOf(at) }));

  it('of ordinary characters gives what folding one by one gives, at the same places', () => {
    const ordinary = fc.string({ unit: fc.constantFrom(...'aZ9 #-_.\n\t确认两千，。！？（）　ＡｂＺ９〇、') });
    fc.assert(
      fc.property(ordinary, (text) => {
        // A mark keeps the text from being ordinary and folds to itself.
        const long = foldText(`${text}\u2603`);
        expect(unitsOf(foldText(text))).toEqual(unitsOf(long).slice(0, -1));
      }),
    );
  });
});
