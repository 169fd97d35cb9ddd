import type { JsonObject, JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileExpression } from './compile-expression.ts';
import { UNDECIDED } from './direct-program.ts';
import { evaluateFully } from './evaluate.ts';
import { NUMBER, objectOf, TIMESTAMP, type ValueType } from './value-type.ts';

const atom = fc.constantFrom(
  'args.a',
  'args.b',
  'args.c',
  'args.o.x',
  'args.missing',
  'args.o',
  'args',
  'nothing.a',
  'item',
  'args.when',
  "'yes'",
  "''",
  '0',
  '1',
  '-3',
  'true',
  'false',
  'null',
  '2.5',
  '9007199254740993',
  "args['a']",
  'now',
  '[1]',
  "label('a')",
  "label('b')",
  "label('missing')",
  "label('toString')",
);
const test = fc.constantFrom(
  'has(args.a)',
  'has(args.missing)',
  'has(args.o.x)',
  'has(args.missing.x)',
  'has(args.when)',
);
const source = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    test,
    fc.tuple(atom, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), atom).map((parts) => `(${parts.join(' ')})`),
    atom.map((left) => `(${left} in ['yes', 1, true])`),
    tie('expression').map((inner) => `!(${inner})`),
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||'), tie('expression'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
  ),
})).expression;
const value: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  'yes',
  '',
  'x',
  0,
  -0,
  1,
  -3,
  2.5,
  2 ** 60,
  true,
  false,
  null,
  [1],
  { x: 1 },
  '2026-01-01T00:00:00Z',
);
const TYPES: (Readonly<Record<string, ValueType>> | undefined)[] = [
  undefined,
  { args: objectOf({ a: NUMBER, when: TIMESTAMP, 'b?': NUMBER }) },
];

const LABELS = { a: { labels: { yes: { zh: ['是'], en: ['yes, please'] }, 1: ['one'], true: { en: ['on'] } } } };

describe('the direct form of an expression', () => {
  it('answers what the full evaluator answers, or leaves it to it', () => {
    let decided = 0;
    fc.assert(
      fc.property(
        source,
        fc.record({ a: value, b: value, c: value, o: value, when: value }),
        value,
        fc.constantFrom(...TYPES),
        fc.constantFrom('zh', 'en', undefined),
        (text, args, item, types, language) => {
          const compiled = compileExpression(text);
          if (!compiled.ok || !compiled.expression.direct) return;
          const bindings: JsonObject = { args, item, now: '2026-01-01T00:00:00Z' };
          const options = { types, language, labels: LABELS };
          const direct = compiled.expression.direct(bindings, options);
          if (direct === UNDECIDED) return;
          decided += 1;
          expect(evaluateFully(compiled.expression, bindings, options)).toEqual({ ok: true, value: direct });
        },
      ),
      { numRuns: 5_000 },
    );
    expect(decided).toBeGreaterThan(500);
  });

  it('is there for what conditions mostly are', () => {
    for (const text of [
      "contact.level == 'verified'",
      '!has(args.copies) || args.copies < 5',
      "args.channel in ['page']",
      "label('reason')",
    ]) {
      const compiled = compileExpression(text);
      expect(compiled.ok && compiled.expression.direct).toBeTypeOf('function');
    }
  });
});
