import { describe, expect, it } from 'vitest';
import { compileSchema } from './compile-schema.ts';

function problemsOf(schema: object, value: unknown): readonly string[] {
  const compiled = compileSchema(JSON.parse(JSON.stringify(schema)));
  if (!compiled.ok) throw new Error(compiled.message.en);
  return compiled.schema.check(JSON.parse(JSON.stringify(value))).problems.map(({ message }) => message.en);
}

describe('a compiled schema', () => {
  it('tests each pattern by itself, within one schema and between schemas', () => {
    const digits = { type: 'string', pattern: '^\\d+$' };
    const letters = { type: 'string', pattern: '^[a-z]+$' };
    expect(problemsOf(digits, '123')).toEqual([]);
    expect(problemsOf(letters, 'abc')).toEqual([]);
    expect(problemsOf(letters, '123')).toHaveLength(1);
    const both = { type: 'object', properties: { a: digits, b: letters } };
    expect(problemsOf(both, { a: '1', b: 'x' })).toEqual([]);
    expect(problemsOf(both, { a: 'x', b: '1' })).not.toEqual([]);
  });

  it('never turns a value into another type', () => {
    expect(problemsOf({ type: 'integer' }, '12')).toHaveLength(1);
    expect(problemsOf({ type: 'string' }, 12)).toHaveLength(1);
  });

  it('may have a default of its own, which checks nothing', () => {
    expect(problemsOf({ type: 'integer', default: 100 }, 7)).toEqual([]);
    expect(problemsOf({ type: 'integer', default: 100 }, 'x')).toHaveLength(1);
  });

  it('refuses a pattern that cannot be tested in linear time', () => {
    expect(compileSchema({ type: 'string', pattern: '(a+)\\1' }).ok).toBe(false);
  });
});
