import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, contentHash } from './canonical-json.ts';

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

  it('hashes the same whatever the order of the keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const reversed = Object.fromEntries(Object.entries(object).reverse());
        return contentHash(object) === contentHash(reversed);
      }),
    );
  });
});
