import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from './json.ts';
import { jsonAsText } from './json-as-text.ts';

describe('a value as text', () => {
  it('is a text as it is, and a number or truth value as it is written', () => {
    expect([jsonAsText('甲'), jsonAsText(1.5), jsonAsText(true), jsonAsText(null)]).toEqual([
      '甲',
      '1.5',
      'true',
      'null',
    ]);
  });

  it('never asks the value itself', () => {
    expect(jsonAsText({ toString: 0, valueOf: 'x' })).toBe('{"toString":0,"valueOf":"x"}');
    expect(jsonAsText([{ toString: null }])).toBe('[{"toString":null}]');
    const awkward = fc.record({ toString: fc.jsonValue(), toJSON: fc.jsonValue() }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), awkward), (value) => {
        expect(typeof jsonAsText(value as JsonValue)).toBe('string');
      }),
    );
  });
});
