import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkArgument, checkValue } from './argument-schema.ts';

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

  it.each([{ type: 'integer' }, { type: 'number' }, {}])('is no argument where JSON has rounded it: %j', (schema) => {
    const sent = JSON.parse('9007199254740993');
    expect(checkArgument(schema, sent).problem).toMatch(/too large/);
    expect(checkArgument({}, { deep: [{ amount: sent }] }).problem).toMatch(/too large/);
    expect(checkArgument(schema, 9007199254740991).problem).toBeUndefined();
    expect(checkValue(schema, sent).problem).toBeUndefined();
  });

  it('stays what it is: no text becomes a number, and no number a text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (number) => {
        expect(checkValue({ type: 'integer' }, number)).toEqual({ value: number, problem: undefined });
        expect(checkValue({ type: 'integer' }, String(number)).problem).toBeDefined();
        expect(checkValue({ type: 'string' }, number).problem).toBeDefined();
      }),
    );
  });
});
