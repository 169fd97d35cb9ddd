import type { JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayable } from './display-value.ts';

const text = fc.string({
  unit: fc.constantFrom(...'ab 订\n\t\u0000\u200b\u202e\u3000\u2028\ue000\ud83d', '😀', '\u{e0041}'),
});
const value = fc.letrec<{ any: JsonValue }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.constantFrom<JsonValue>(1, true, null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(text, tie('any'), { maxKeys: 3 }),
  ),
})).any;

/** Every text and every name of a value, in order. */
function textsIn(inside: JsonValue): readonly string[] {
  if (typeof inside === 'string') return [inside];
  if (typeof inside !== 'object' || inside === null) return [];
  if (Array.isArray(inside)) return inside.flatMap((item: JsonValue) => textsIn(item));
  return Object.entries(inside).flatMap(([name, item]) => [name, ...textsIn(item as JsonValue)]);
}

/** The same without its texts and names. */
function shapeOf(inside: JsonValue): JsonValue {
  if (typeof inside === 'string') return '';
  if (typeof inside !== 'object' || inside === null) return inside;
  if (Array.isArray(inside)) return inside.map((item: JsonValue) => shapeOf(item));
  return { members: Object.values(inside).map((item) => shapeOf(item as JsonValue)) };
}

describe('what is displayed', () => {
  it('is on one line and hides no character, however deep a text stands; the rest stays as it is', () => {
    fc.assert(
      fc.property(value, (original) => {
        const shown = displayable(original);
        const wanted = textsIn(original).map((each) =>
          each
            .replace(/\s+/gu, ' ')
            .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, (hidden) => `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`),
        );
        expect(textsIn(shown)).toEqual(wanted);
        expect(shapeOf(shown)).toEqual(shapeOf(original));
      }),
    );
  });

  it('writes out every character that is drawn as nothing, wherever it stands', () => {
    const unseen = /(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
    // Those that choose the form of the letter before them stay where only one stands.
    const selector = /[\u180b-\u180f\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
    for (let code = 0; code < 0x110000; code++) {
      const character = String.fromCodePoint(code);
      if (!unseen.test(character) || selector.test(character)) continue;
      const shown = `gift\\u{${code.toString(16)}}card`;
      expect(displayable(`gift${character}card`)).toBe(shown);
      expect(displayable(`a gift${character}card  b`)).toBe(`a ${shown} b`);
    }
  });

  it('hides no member whose name is shown like that of another', () => {
    expect(displayable({ 'a ': 1, 'a\n': 2, 'a\t': 3 })).toEqual({ 'a ': 1, 'a  (2)': 2, 'a  (3)': 3 });
  });

  it('is the value itself where nothing has to be written otherwise', () => {
    const plain = { id: '#L2890441', tags: ['a b', '订单'], more: { count: 2, open: true } };
    expect(displayable(plain)).toBe(plain);
  });

  it('is looked through once, at whatever depth it has to be written otherwise', () => {
    let deep: JsonValue = 'a\u200b';
    for (let depth = 0; depth < 200; depth++) deep = depth % 2 === 0 ? [deep, 'b\n'] : { deep, more: 'c\t' };
    expect(textsIn(displayable(deep))).toContain('a\\u{200b}');
  });

  it.each([
    ['r\u0430ndom', 'r\\u{430}ndom'],
    ['\u0430nna@example.com', '\\u{430}nna@example.com'],
    ['admin@ex\u0430mple.com', 'admin@ex\\u{430}mple.com'],
    ['PAYPA\u0406', 'PAYPA\\u{406}'],
    ['g\u03bf_there', 'g\\u{3bf}_there'],
    ['hi\ufe01\ufe02', 'hi\\u{fe01}\\u{fe02}'],
    ['hi\u{e0101}\u{e0102}', 'hi\\u{e0101}\\u{e0102}'],
  ])('writes out a letter that passes for another, and what is hidden behind one: %s', (value, shown) => {
    expect(displayable(value)).toBe(shown);
    expect(displayable({ to: [value] })).toEqual({ to: [shown] });
  });

  it.each([
    'Привет, John',
    'Анна и Bob',
    'αβγ',
    '5 μm',
    'α-Lipoic',
    '联系Bob和Анна',
    'café naïve',
    '❤\ufe0f',
    '葛\u{e0100}',
  ])('leaves words of one alphabet as they are: %s', (value) => {
    expect(displayable(value)).toBe(value);
  });
});
