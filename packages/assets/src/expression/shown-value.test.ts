import type { JsonValue } from '@rolecall/base';
import { describe, expect, it } from 'vitest';
import type { ArgumentLabels } from './argument-labels.ts';
import { shownValue } from './shown-value.ts';

const LABELS: ArgumentLabels = {
  colours: { labels: { red: { zh: ['红色'], en: ['red one'] } } },
  flights: {
    members: {
      number: { label: { zh: '航班', en: 'flight' } },
      cabin: { label: { zh: '舱位', en: 'cabin' }, labels: { economy: { zh: ['经济舱'] } } },
      bags: { label: { zh: '行李', en: 'bags' } },
    },
  },
};

const zh = (argument: string, value: JsonValue) => shownValue(LABELS, argument, value, 'zh');
const en = (argument: string, value: JsonValue) => shownValue(LABELS, argument, value, 'en');

describe('a value that is shown', () => {
  it('names each member, in the order of the contract and not of the value', () => {
    const flight = { cabin: 'economy', number: 'HAT001' };
    expect(zh('flights', flight)).toBe('航班：HAT001，舱位：经济舱');
    expect(en('flights', flight)).toBe('flight: HAT001, cabin: 经济舱');
    expect(en('flights', { b: 1, a: 2, number: 'HAT001' })).toBe('flight: HAT001, a: 2, b: 1');
  });

  it('counts the items of a list of objects where there are several', () => {
    expect(zh('flights', [{ number: 'HAT001' }])).toBe('航班：HAT001');
    expect(zh('flights', [{ number: 'HAT001' }, { number: 'HAT002' }])).toBe('（1）航班：HAT001；（2）航班：HAT002');
    expect(en('flights', [{ number: 'HAT001' }, { number: 'HAT002' }])).toBe('(1) flight: HAT001; (2) flight: HAT002');
  });

  it('puts what has parts inside an object in brackets', () => {
    expect(zh('flights', { number: 'HAT001', bags: ['red', 'blue'] })).toBe('航班：HAT001，行李：（red、blue）');
    expect(en('flights', { number: 'HAT001', bags: [{ kg: 5 }, { kg: 9 }] })).toBe(
      'flight: HAT001, bags: ((1) kg: 5; (2) kg: 9)',
    );
  });

  it('has a word for nothing, yes and no', () => {
    expect(zh('colours', [])).toBe('（无）');
    expect(en('flights', { number: null, bags: [], paid: true })).toBe('flight: –, bags: (none), paid: yes');
    expect(zh('flights', { paid: false })).toBe('paid：否');
    expect(shownValue(LABELS, 'colours', null, 'zh')).toBeUndefined();
  });

  it('shows each item by its word', () => {
    expect(zh('colours', ['red', 'blue'])).toBe('红色、blue');
    expect(en('colours', 'red')).toBe('red one');
  });

  it('puts a text in quotes that would read as more than one', () => {
    expect(en('names', ['Ann, Ben', 'Cid'])).toBe('"Ann, Ben", Cid');
    expect(zh('names', ['张三、李四', '王五'])).toBe('"张三、李四"、王五');
    expect(en('names', ['10:30', 'O’Neill'])).toBe('10:30, O’Neill');
  });

  it('differs for different values of one schema', () => {
    const signs = ['a', ' ', ',', ';', '、', '：', '"', '(', '–'];
    const texts = ['', ...signs, ...signs.flatMap((first) => signs.map((second) => first + second))];
    const lists = listsOf(texts);
    const short = ['', ...signs];
    const objects = short.flatMap((number) => listsOf(short).map((bags) => ({ number, bags })));
    const ofObjects = listsOf(texts.map((number) => ({ number })));
    for (const language of ['zh', 'en'] as const) {
      for (const values of [lists, objects, ofObjects] as const) {
        const shown = new Set(values.map((value) => shownValue(LABELS, 'flights', value, language)));
        expect(shown.size).toBe(values.length);
      }
    }
  });
});

/** Every list of at most two of these. */
function listsOf<Item extends JsonValue>(items: readonly Item[]): Item[][] {
  return [[], ...items.map((item) => [item]), ...items.flatMap((first) => items.map((second) => [first, second]))];
}
