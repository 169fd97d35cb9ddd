import { describe, expect, it } from 'vitest';
import { checkValue } from './argument-schema.ts';

describe('a value under its schema', () => {
  it('is told in words why it does not meet it, and why a schema cannot be used', () => {
    expect(checkValue({ type: 'string' }, 3).problem).toMatch(/must be string/);
    expect(checkValue({ type: 'no-such-type' }, 3).problem).toMatch(/^its schema cannot be used: .*type/);
    for (const schema of [{ type: 'string' }, { type: 'no-such-type' }]) {
      expect(checkValue(schema, 3).problem).not.toContain('[object');
    }
  });

  it('that meets it has no problem', () => {
    expect(checkValue({ type: 'object', properties: { a: { default: 1 } } }, {})).toEqual({
      value: { a: 1 },
      problem: undefined,
    });
  });
});
