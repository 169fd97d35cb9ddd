import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { evaluate } from './expression/evaluate.ts';
import { failureWords } from './expression/failure-words.ts';
import { compileSchema } from './json-schema/compile-schema.ts';
import { recordedInChinese } from './recorded-words.ts';
import { reasonText, type StaticReason, type StaticReasonId } from './space-reasons.ts';
import { SPACE_SENTENCES } from './space-sentences.ts';

const id = fc.stringMatching(/^[a-z][a-z0-9_:@.]{0,11}$/).filter((text) => text !== 'or' && text !== 'and');

/** A reason with any ids in it; alternatives only where more than one may be told. */
const reason = fc.constantFrom(...(Object.keys(SPACE_SENTENCES) as StaticReasonId[])).chain((sentence) => {
  const names = [...SPACE_SENTENCES[sentence].en.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const valueAt = (name: string) => (name === 'stages' ? fc.array(id, { minLength: 1, maxLength: 3 }) : id);
  const values = fc.record(Object.fromEntries(names.map((name) => [name, valueAt(name)])));
  return values.map((own): StaticReason => ({ id: sentence, values: own }));
});

test('every reason of a static boundary is read in Chinese as it is told in Chinese, one or several', () => {
  fc.assert(
    fc.property(fc.array(reason, { minLength: 1, maxLength: 3 }), (reasons) => {
      expect(recordedInChinese(reasonText(reasons, 'en'))).toBe(reasonText(reasons, 'zh'));
    }),
  );
});

describe('a value that does not fit its schema', () => {
  const object = (constraint: object) => ({ type: 'object', properties: { a: {} }, ...constraint });
  const cases: readonly (readonly [object, unknown])[] = [
    [{ type: 'string' }, 7],
    [{ type: ['string', 'null'] }, 7],
    [{ enum: ['red', 'dark blue'] }, 'x'],
    [{ pattern: '^[a-z]+$' }, '7'],
    [{ format: 'date' }, 'x'],
    [{ minimum: 2 }, 1],
    [{ maximum: -2.5 }, 1],
    [{ exclusiveMinimum: 2 }, 2],
    [{ exclusiveMaximum: 2 }, 2],
    [{ multipleOf: 2 }, 3],
    [{ minLength: 2 }, 'x'],
    [{ maxLength: 2 }, 'xyz'],
    [{ type: 'array', minItems: 2 }, []],
    [{ type: 'array', maxItems: 0 }, [1]],
    [{ type: 'array', uniqueItems: true }, [1, 1]],
    [{ type: 'array', contains: { type: 'string' } }, [1]],
    [{ type: 'array', contains: { type: 'string' }, minContains: 2, maxContains: 3 }, ['a']],
    [{ type: 'array', prefixItems: [{}], items: false, minItems: 1 }, [1, 2]],
    [object({ minProperties: 1 }), {}],
    [object({ maxProperties: 0 }), { a: 1 }],
    [object({ required: ['a'] }), {}],
    [object({ additionalProperties: false }), { 'b c': 1 }],
    [object({ dependentRequired: { a: ['b'] } }), { a: 1 }],
    [object({ dependentRequired: { a: ['b', 'c'] } }), { a: 1 }],
    [{ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'x'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 7],
    [{ not: { type: 'string' } }, 'x'],
    [{ if: { type: 'string' }, then: { minLength: 2 } }, 'x'],
  ];

  it.each(cases)('by %j is told in Chinese as the schema itself tells it', (schema, value) => {
    for (const [own, given] of [
      [schema, value],
      [{ type: 'object', properties: { 'x.y': schema } }, { 'x.y': value }],
    ]) {
      const compiled = compileSchema(JSON.parse(JSON.stringify(own)));
      const problems = compiled.ok ? compiled.schema.check(JSON.parse(JSON.stringify(given))).problems : [];
      expect(problems).not.toEqual([]);
      for (const { message } of problems) {
        expect(message.zh).not.toMatch(/\b(must|NOT)\b/);
        expect(recordedInChinese(message.en)).toBe(message.zh);
      }
    }
  });

  it('where the record holds less than the schema knew, it is told with what the record holds', () => {
    expect(recordedInChinese('It must be equal to constant.')).toBe('它必须等于规定的值。');
    expect(recordedInChinese('"a.b" must NOT have unevaluated properties.')).toBe('“a.b”有不允许的键。');
    expect(recordedInChinese('"a" must be something new.')).toBe('“a”不正确（must be something new）。');
  });
});

describe('an expression that could not be evaluated', () => {
  it.each([
    'args.missing',
    'nobody',
    'args.list[7]',
    '1 / 0',
    '1 % 0',
    '9223372036854775807 + 1',
    'int("x")',
    'double("x")',
    'timestamp("x")',
    'duration("x")',
    'sum(["a"])',
    'args.text.matches("(")',
    '{1: 2}',
    '1.0 / 0.0',
    '9007199254740993',
    'args.text < 1',
    '!args.text',
    'args.text ? 1 : 2',
    'size(1)',
    'args.list.all(x, x)',
    '1 in 2',
    'int(1e30)',
    '{"a": 1, "a": 2}',
    'timestamp("2025-03-01T09:30:00Z").getHours("Nowhere")',
  ])('is told in Chinese as the evaluation itself tells it: %s', (source) => {
    const evaluation = evaluate(source, { args: { list: [1], text: 'x' } });
    if (evaluation.ok) throw new Error(`${source} has a value`);
    const { en, zh } = evaluation.error.message;
    expect(zh).not.toContain('无法求值');
    expect(recordedInChinese(en)).toBe(zh);
  });

  it('that nobody has words for is quoted, and left as it stands in a record', () => {
    const { en, zh } = failureWords('something new happened');
    expect(zh).toBe('无法求值：something new happened。');
    expect(recordedInChinese(en)).toBeUndefined();
  });
});

test('what no asset says is left to whoever reads it', () => {
  for (const text of ['', 'constructor', 'The moon is full.', 'shop permits', 'a, and b', 'It is green.'])
    expect(recordedInChinese(text)).toBeUndefined();
});
