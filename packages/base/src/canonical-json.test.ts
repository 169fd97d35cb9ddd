import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, canonicalMembers, contentHash, isHashOf, textHash } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('sorts keys by code unit and leaves white space out', () => {
    expect(canonicalJson({ b: [1, 'x'], a: { d: null, c: true } })).toBe('{"a":{"c":true,"d":null},"b":[1,"x"]}');
  });

  it('treats undefined members as absent', () => {
    expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  });

  it.each([[Number.NaN], [Number.POSITIVE_INFINITY], [1n], [() => 1], [Symbol('x')]])(
    'refuses what JSON cannot carry',
    (value) => {
      expect(() => canonicalJson({ value })).toThrow(TypeError);
    },
  );

  it('is read back as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => canonicalJson(JSON.parse(canonicalJson(value))) === canonicalJson(value)),
    );
  });

  it('writes names and texts, few or many, as they are ordered and written one by one', () => {
    const oneByOne = (value: unknown): string => {
      if (typeof value !== 'object' || value === null) return JSON.stringify(value);
      if (Array.isArray(value)) return `[${value.map(oneByOne).join(',')}]`;
      const members = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
      return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${oneByOne(item)}`).join(',')}}`;
    };
    const text = fc.string({
      unit: fc.constantFrom(...'aZ9_"\\/\n\u0000\u001f\u007f\u2028\ud83d\ude00\ud800订单'),
      maxLength: 80,
    });
    const scalar = fc.oneof(text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.boolean());
    const { any } = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        scalar,
        fc.array(tie('any')),
        fc.dictionary(text, tie('any'), { maxKeys: 40 }),
      ),
    }));
    fc.assert(
      fc.property(any, (value) => {
        expect(canonicalJson(value)).toBe(oneByOne(value));
      }),
    );
  });

  it('of some members is that of an object with no others', () => {
    const name = fc.string({ unit: fc.constantFrom(...'ab"_订'), maxLength: 3 });
    fc.assert(
      fc.property(fc.array(name), fc.dictionary(name, fc.jsonValue()), (names, object) => {
        const only = Object.fromEntries(Object.entries(object).filter(([key]) => names.includes(key)));
        expect(canonicalMembers(names)(object)).toBe(canonicalJson(only));
        const nulls = Object.fromEntries(names.map((key) => [key, null]));
        expect(canonicalMembers(names, 'null')(object)).toBe(canonicalJson({ ...nulls, ...only }));
      }),
    );
  });

  it('hashes the same whatever the order of the keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        return contentHash(object) === contentHash(reversed);
      }),
    );
  });
});

it('a hash is the one of its text and of no other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      const hash = textHash(text);
      expect(isHashOf(hash, text)).toBe(true);
      expect(isHashOf(hash, other)).toBe(textHash(other) === hash);
      const faulty = [hash.slice(7), `sha512:${hash.slice(7)}`, ` ${hash}`, `${hash} `, hash.toUpperCase(), ''];
      expect(faulty.filter((each) => isHashOf(each, text))).toEqual([]);
    }),
  );
});
