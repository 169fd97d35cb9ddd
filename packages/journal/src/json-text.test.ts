import type { JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOf, jsonText } from './json-text.ts';

class Order {
  readonly id = 1;
}

const looped: { self?: unknown } = {};
looped.self = looped;

describe('the text of a value', () => {
  it('stands for the same value with its keys in the same order', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const normal = JSON.parse(JSON.stringify(value)) as JsonValue;
        const text = jsonText(normal, 'data');
        expect(jsonOf<JsonValue>(text)).toStrictEqual(normal);
        expect(text).toBe(JSON.stringify(normal));
      }),
    );
  });

  it('leaves out keys without a value', () => {
    expect(jsonText({ a: 1, b: undefined, c: { d: undefined } }, 'data')).toBe('{"a":1,"c":{}}');
  });

  it.each<[string, unknown, string]>([
    ['a date', { when: { at: new Date(0) } }, 'data.when.at'],
    ['a map', [new Map()], 'data[0]'],
    ['a big integer', { amount: 12n }, 'data.amount'],
    ['a number that is not finite', { list: [1, Number.NaN] }, 'data.list[1]'],
    ['a function', { run: () => 1 }, 'data.run'],
    ['nothing at all', undefined, 'data'],
    ['something with a form of its own', { toJSON: () => 'x' }, 'data'],
  ])('refuses %s and says where it stands', (_, value, path) => {
    expect(() => jsonText(value as JsonValue, 'data')).toThrow(
      expect.objectContaining({ code: 'not_json', at: { path } }),
    );
  });

  it('takes a key called toJSON for any other', () => {
    expect(jsonText({ toJSON: 1 }, 'data')).toBe('{"toJSON":1}');
  });

  it('refuses what contains itself', () => {
    expect(() => jsonText(looped as JsonValue, 'data')).toThrow(expect.objectContaining({ code: 'not_json' }));
  });

  it('takes an object of a class for its members', () => {
    expect(jsonText(new Order() as unknown as JsonValue, 'data')).toBe('{"id":1}');
  });
});
