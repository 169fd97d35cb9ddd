import { describe, expect, it } from 'vitest';
import { isCapabilityExposed } from './capability-exposure.ts';

describe('isCapabilityExposed', () => {
  it.each([
    [undefined, 'web:search', true],
    [undefined, 'shop:order', true],
    [[], 'file:read', true],
    [[], 'llm:summarize', true],
    [[], 'web:search', false],
    [['web:fetch'], 'web:fetch', true],
    [['web:fetch'], 'web:search', false],
    [['shop:order'], 'shop:order', true],
  ])('with %j, %s: %s', (declared, key, expected) => {
    expect(isCapabilityExposed(declared, key)).toBe(expected);
  });
});
