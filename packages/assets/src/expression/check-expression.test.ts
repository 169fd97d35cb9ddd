import type { JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkExpression, checkTemplate } from './check-expression.ts';
import { evaluate } from './evaluate.ts';
import { typeOfSchema } from './type-of-schema.ts';
import { alternatives, BOOL, listOf, NUMBER, objectOf, TEXT, TIMESTAMP, type ValueType } from './value-type.ts';

const parcel = typeOfSchema({
  type: 'object',
  required: ['state', 'weight', 'count', 'at', 'parts', 'tags'],
  properties: {
    state: { type: 'string', enum: ['waiting', 'moving'] },
    weight: { type: 'number' },
    count: { type: 'integer' },
    at: { type: 'string', format: 'date-time' },
    parts: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'price'],
        properties: { name: { type: 'string' }, price: { type: 'number' } },
      },
    },
    tags: { type: 'object', additionalProperties: { type: 'string' } },
    seal: { type: ['string', 'null'] },
  },
});

const names = new Map<string, ValueType>([
  ['args', objectOf({ id: TEXT, 'note?': TEXT })],
  ['facts', objectOf({ 'state?': TEXT })],
  ['reads', objectOf({ parcel })],
  ['result', { kind: 'any' }],
  ['now', TIMESTAMP],
]);

function codesOf(source: string, wants?: ValueType): readonly string[] {
  return checkExpression(source, { names, wants, labelled: ['id'] }).problems.map(({ code }) => code);
}

describe('what cannot succeed is reported', () => {
  test.each([
    ['rads.parcel', 'expression_name_undeclared'],
    ['reads.parcel.stat', 'expression_field_unknown'],
    ['has(reads.parcel.stat)', 'expression_field_unknown'],
    ["reads.parcel['stat']", 'expression_field_unknown'],
    ['args.id.length', 'expression_type_mismatch'],
    ["reads.parcel.state == 'wating'", 'expression_never_equal'],
    ["reads.parcel.state in ['gone']", 'expression_never_equal'],
    ['reads.parcel.state == null', 'expression_never_equal'],
    ["reads.parcel.at == '2025-01-01'", 'expression_never_equal'],
    ["reads.parcel.weight > 'a'", 'expression_type_mismatch'],
    ['args.id + 1', 'expression_type_mismatch'],
    ['reads.parcel.weight % 2', 'expression_type_mismatch'],
    ['!args.id', 'expression_type_mismatch'],
    ['args.id && true', 'expression_type_mismatch'],
    ['args.id ? 1 : 2', 'expression_type_mismatch'],
    ['reads.parcel.parts.all(part, part.price)', 'expression_type_mismatch'],
    ['reads.parcel.parts.map(part, part.title)', 'expression_field_unknown'],
    ['args.id.map(x, x)', 'expression_type_mismatch'],
    ['sum(reads.parcel.parts.map(part, part.name))', 'expression_type_mismatch'],
    ['size(1)', 'expression_type_mismatch'],
    ["args.id.matches('(?=a)')", 'expression_pattern_invalid'],
    ["{'waiting': 1}[reads.parcel.state]", 'expression_key_missing'],
    ["label('other')", 'expression_label_unknown'],
    ['label(args.id)', 'expression_label_unknown'],
    ['1 in 2', 'expression_type_mismatch'],
    ['{1: 2}', 'expression_type_mismatch'],
    ['args.note', 'expression_value_may_be_absent'],
    ['result.total / 2', 'expression_untyped_division'],
    ['foo(1)', 'expression_function_unknown'],
    ['a ==', 'expression_syntax'],
  ])('%s', (source, code) => {
    expect(codesOf(source)).toEqual([code]);
  });
});

describe('what can succeed is let through', () => {
  test.each([
    "reads.parcel.state == 'waiting' && reads.parcel.weight < 3",
    'reads.parcel.count / 2 > 1.5',
    'reads.parcel.at < now && now - reads.parcel.at > duration("1h")',
    'reads.parcel.parts.filter(part, part.price > 1).size() > 0',
    'sum(reads.parcel.parts.map(part, part.price)) < 100',
    "reads.parcel.parts.exists(part, part.name == 'a' || part.price > 1 || part.price < 0)",
    "reads.parcel.parts[0].name.startsWith('a')",
    "{'waiting': 'w', 'moving': 'm'}[reads.parcel.state] == 'w'",
    "reads.parcel.tags['colour'] == 'red'",
    'has(reads.parcel.seal) && reads.parcel.seal != null',
    "has(args.note) ? args.note : ''",
    "'note' in args && args.note == 'a'",
    'result.anything.at.all == 3',
    "label('id') == 'a'",
    "now.getHours('Asia/Shanghai') < 20",
    'distinct(reads.parcel.parts.map(part, part.name)).size() == 1',
  ])('%s', (source) => {
    expect(codesOf(source)).toEqual([]);
  });
});

test('a condition wants true or false', () => {
  expect(codesOf('args.id', BOOL)).toEqual(['expression_not_boolean']);
  expect(codesOf("facts.state == 'moving'", BOOL)).toEqual([]);
  expect(codesOf('result.anything', BOOL)).toEqual([]);
});

test('a value wants its declared type', () => {
  expect(codesOf('args.id', NUMBER)).toEqual(['expression_result_mismatch']);
  expect(codesOf("'waitin'", { kind: 'text', values: ['waiting'] })).toEqual(['expression_result_mismatch']);
  expect(codesOf('reads.parcel.count', NUMBER)).toEqual([]);
  expect(codesOf('now', TEXT)).toEqual([]);
});

test('a fact that may be absent is right in a condition and wrong in a value', () => {
  expect(codesOf("facts.state == 'a'", BOOL)).toEqual([]);
  expect(codesOf('facts.state')).toEqual(['expression_value_may_be_absent']);
});

test('the nearest name is offered', () => {
  const [problem] = checkExpression('reads.parcel.stat', { names }).problems;
  expect(problem).toMatchObject({ fix: { en: 'Did you mean "state"?', zh: '是不是想写“state”？' }, offset: 12 });
});

test('a template is checked part by part, with places in the whole text', () => {
  const problems = checkTemplate('包裹 {{ args.id }} {{ args.idd }} {{ reads.parcel }}', { names });
  expect(problems.map(({ code }) => code)).toEqual(['expression_field_unknown', 'expression_result_mismatch']);
  expect(problems[0]?.offset).toBe(24);
  expect(checkTemplate('{{ args.id', { names })[0]?.code).toBe('template_syntax');
});

describe('the checker agrees with the evaluator', () => {
  const typed = new Map<string, ValueType>([
    [
      'args',
      objectOf({
        n: { kind: 'int' },
        x: NUMBER,
        s: TEXT,
        b: BOOL,
        l: listOf({ kind: 'int' }),
        o: objectOf({ s: TEXT }),
      }),
    ],
  ]);
  const values = { args: { n: 7, x: 2.5, s: 'seven', b: true, l: [1, 2, 3], o: { s: 'x' } } };
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.constantFrom(
        'args.n',
        'args.x',
        'args.s',
        'args.b',
        'args.l',
        'args.o',
        'args.o.s',
        '1',
        '2.0',
        "'t'",
        'true',
        '[]',
        'null',
      ),
      fc
        .tuple(
          tie('expression'),
          fc.constantFrom('+', '-', '*', '==', '!=', '<', '>=', '&&', '||', 'in'),
          tie('expression'),
        )
        .map(([l, op, r]) => `(${l} ${op} ${r})`),
      fc.tuple(tie('expression'), tie('expression'), tie('expression')).map(([c, a, b]) => `(${c} ? ${a} : ${b})`),
      tie('expression').map((inner) => `size(${inner})`),
      tie('expression').map((inner) => `string(${inner})`),
      tie('expression').map((inner) => `sum(${inner})`),
      tie('expression').map((inner) => `distinct(${inner})`),
      tie('expression').map((inner) => `(!${inner})`),
      fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `[${l}, ${r}]`),
      fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `${l}.map(i, ${r})`),
      fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `${l}.filter(i, ${r})`),
      fc.tuple(tie('expression'), tie('expression')).map(([l, r]) => `${l}.exists(i, ${r})`),
      tie('expression').map((inner) => `{'k': ${inner}}.k`),
    ),
  }));

  function isOfType(value: JsonValue, type: ValueType): boolean {
    return alternatives(type).some((option) => {
      switch (option.kind) {
        case 'any':
          return true;
        case 'null':
          return value === null;
        case 'bool':
          return typeof value === 'boolean';
        case 'int':
          return Number.isInteger(value);
        case 'number':
          return typeof value === 'number';
        case 'text':
          return typeof value === 'string' && (!option.values || option.values.includes(value));
        case 'list':
          return Array.isArray(value) && value.every((item) => isOfType(item, option.item));
        case 'object':
          return typeof value === 'object' && value !== null && !Array.isArray(value);
        default:
          return false;
      }
    });
  }

  test('what is found to be of one type has no type error, and its value is of that type', () => {
    let agreed = 0;
    fc.assert(
      fc.property(expression, (source) => {
        const { type, problems } = checkExpression(source, { names: typed });
        const options = alternatives(type);
        if (problems.length > 0 || options.length !== 1) return;
        const evaluation = evaluate(source, values, { types: Object.fromEntries(typed) });
        if (evaluation.ok) {
          agreed += 1;
          expect(isOfType(evaluation.value, type), `${source} is ${JSON.stringify(evaluation.value)}`).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
    expect(agreed).toBeGreaterThan(300);
  });

  test('what is reported as impossible never succeeds as a value', () => {
    let refused = 0;
    fc.assert(
      fc.property(expression, (source) => {
        const { problems } = checkExpression(source, { names: typed });
        // Comparisons that are never equal do succeed: they are false.
        const wrong = problems.filter(
          ({ code }) => code === 'expression_type_mismatch' || code === 'expression_field_unknown',
        );
        // A part that is not reached is not evaluated: look only at expressions that are one single operation.
        if (wrong.length === 0 || /\?|&&|\|\||\.(map|filter|exists)/.test(source)) return;
        refused += 1;
        expect(evaluate(source, values, { types: Object.fromEntries(typed) }).ok, source).toBe(false);
      }),
      { numRuns: 3_000 },
    );
    expect(refused).toBeGreaterThan(300);
  });
});
