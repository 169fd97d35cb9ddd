import type { JsonObject, JsonValue } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EvaluationOptions, evaluate, isTrue } from './evaluate.ts';
import { NUMBER, objectOf, TIMESTAMP } from './value-type.ts';

const bindings: JsonObject = {
  args: {
    count: 5,
    price: 1.5,
    names: ['a', 'b', 'a'],
    sizes: [1, 2, 3],
    empty: null,
    at: '2025-03-01T00:00:00+08:00',
  },
  contact: { level: 'verified' },
  now: '2025-03-01T01:02:03.000Z',
};

function resultOf(source: string, options: EvaluationOptions = {}): JsonValue {
  const evaluation = evaluate(source, bindings, options);
  if (!evaluation.ok) throw new Error(`${source}: ${evaluation.error.message.en}`);
  return evaluation.value;
}

function errorOf(source: string, options: EvaluationOptions = {}): string {
  const evaluation = evaluate(source, bindings, options);
  return evaluation.ok ? `no error: ${JSON.stringify(evaluation.value)}` : evaluation.error.code;
}

describe('numbers', () => {
  test('an integer stays an integer', () => {
    expect(resultOf('args.count / 2')).toBe(2);
    expect(resultOf('args.count % 2')).toBe(1);
  });

  test('an integer that is declared a number is a number', () => {
    expect(resultOf('args.count / 2', { types: { args: objectOf({ count: NUMBER }) } })).toBe(2.5);
  });

  test('integers and other numbers compare by value', () => {
    for (const source of ['args.count == 5.0', 'args.count > 4.5', 'args.price < 2', '1 in [1.0]', '[1] == [1.0]']) {
      expect(resultOf(source), source).toBe(true);
    }
  });

  test('integers and other numbers mix in arithmetic', () => {
    expect(resultOf('args.count * args.price')).toBe(7.5);
    expect(resultOf('args.price - 1')).toBe(0.5);
  });

  test('a result that JSON cannot carry exactly is an error', () => {
    expect(errorOf('9007199254740993')).toBe('expression_result');
    expect(errorOf('1.0 / 0.0')).toBe('expression_result');
    expect(errorOf('1 / 0')).toBe('expression_failed');
  });

  test('a text is converted only when all of it is a number', () => {
    expect(resultOf("int('12')")).toBe(12);
    for (const source of ["int('')", "int('0x10')", "int(' 1')", "double('')", "double('1a')"]) {
      expect(errorOf(source), source).toBe('expression_failed');
    }
  });
});

describe('keys and names', () => {
  test('has asks for a key without failing', () => {
    expect(resultOf('has(args.count)')).toBe(true);
    expect(resultOf('has(args.other)')).toBe(false);
    expect(resultOf('has(missing.key)')).toBe(false);
  });

  test('a key whose value is null counts as absent for has, and is null when it is read', () => {
    expect(resultOf('has(args.empty)')).toBe(false);
    expect(resultOf('args.empty == null')).toBe(true);
  });

  test('a missing key is an error that names it', () => {
    expect(evaluate('args.other == 1', bindings)).toEqual({
      ok: false,
      error: {
        code: 'expression_failed',
        message: { en: 'There is no key "other".', zh: '没有键“other”。' },
        offset: 4,
      },
    });
  });

  test('a name that is not bound is an error that names it', () => {
    expect(evaluate('reads.parcel', bindings)).toMatchObject({
      error: { message: { en: 'Reads has no value here.' } },
    });
  });

  test('what every object inherits is no key and no name', () => {
    for (const source of ['constructor', 'toString', 'args.constructor', 'args.__proto__', "args['valueOf']"]) {
      expect(errorOf(source), source).toBe('expression_failed');
    }
  });

  test('a decided side hides an error on the other one', () => {
    expect(resultOf('true || args.other')).toBe(true);
    expect(resultOf('args.other == 1 && false')).toBe(false);
    expect(errorOf('false || args.other')).toBe('expression_failed');
  });
});

describe('times', () => {
  test('now is a time without being declared', () => {
    expect(resultOf("now > timestamp('2025-01-01T00:00:00Z')")).toBe(true);
    expect(resultOf('now')).toBe('2025-03-01T01:02:03.000Z');
  });

  test('a text that is declared a date-time is a time, and one that is none is an error', () => {
    const types = { args: objectOf({ at: TIMESTAMP }) };
    expect(resultOf('args.at < now', { types })).toBe(true);
    const broken = evaluate('args.at < now', { ...bindings, args: { at: 'tomorrow' } }, { types });
    expect(broken).toMatchObject({ ok: false, error: { code: 'expression_failed' } });
  });

  test('local_time shows a time on the clocks of a zone', () => {
    expect(resultOf("local_time(now, 'Asia/Shanghai')")).toBe('2025-03-01 09:02');
    expect(resultOf("local_time(args.at, 'America/New_York')")).toBe('2025-02-28 11:00');
    expect(errorOf("local_time(now, 'Nowhere/City')")).toBe('expression_failed');
    expect(errorOf("local_time('2025-03-01 09:00', 'UTC')")).toBe('expression_failed');
  });

  test('parts of the calendar do not depend on the zone of the machine', () => {
    expect(resultOf("now.getHours('Asia/Shanghai')")).toBe(9);
    expect(resultOf('now.getHours()')).toBe(1);
    expect(resultOf('now.getDayOfWeek()')).toBe(6);
    // Skipped by the clocks of New York in that night.
    expect(resultOf("timestamp('2025-03-09T02:30:00Z').getHours()")).toBe(2);
  });

  test('durations are written as in assets', () => {
    expect(resultOf("now - duration('1d') < now")).toBe(true);
    expect(resultOf("duration('1h30m') == duration('90m')")).toBe(true);
    expect(errorOf("duration('soon')")).toBe('expression_failed');
  });
});

describe('lists', () => {
  test('macros walk through lists and the keys of objects', () => {
    expect(resultOf('args.sizes.map(size, size * 2)')).toEqual([2, 4, 6]);
    expect(resultOf('args.sizes.filter(size, size > 1)')).toEqual([2, 3]);
    expect(resultOf('args.sizes.map(a, args.sizes.filter(b, b <= a))')).toEqual([[1], [1, 2], [1, 2, 3]]);
    expect(resultOf('args.sizes.all(size, size > 0) && args.sizes.exists(size, size == 3)')).toBe(true);
    expect(resultOf('args.sizes.exists_one(size, size == 2)')).toBe(true);
    expect(resultOf("{'a': 1, 'b': 2}.map(key, key)")).toEqual(['a', 'b']);
  });

  test('sum adds numbers, and distinct keeps the first of equal items', () => {
    expect(resultOf('sum(args.sizes)')).toBe(6);
    expect(resultOf('sum([1, 2.5])')).toBe(3.5);
    expect(resultOf('sum([])')).toBe(0);
    expect(errorOf("sum(['a'])")).toBe('expression_failed');
    expect(resultOf('distinct(args.names)')).toEqual(['a', 'b']);
    expect(resultOf("distinct([1, 1.0, [1], [1], '1'])")).toEqual([1, [1], '1']);
  });
});

describe('label', () => {
  const labels = { count: { labels: { 5: { zh: ['五个', '五'], en: ['five'] } } } };

  test('shows the first word of an argument’s value in the language', () => {
    expect(resultOf("label('count')", { labels, language: 'zh' })).toBe('五个');
    expect(resultOf("label('count')", { labels, language: 'en' })).toBe('five');
  });

  test('shows the value where there is no word for it', () => {
    expect(resultOf("label('price')", { labels })).toBe('1.5');
    expect(resultOf("label('names')", { labels, language: 'en' })).toBe('a, b, a');
  });

  test('fails for an argument without a value', () => {
    expect(errorOf("label('other')", { labels })).toBe('expression_failed');
  });
});

describe('the subset', () => {
  test('functions that are not listed do not compile, and the near one is named', () => {
    expect(errorOf('type(1)')).toBe('expression_function_unknown');
    expect(evaluate('args.names.mapp(name, name)', bindings)).toMatchObject({
      error: { code: 'expression_function_unknown', message: { en: 'There is no function mapp. Did you mean map?' } },
    });
  });

  test('unsigned integers, bytes and types are refused', () => {
    for (const source of ['1u', "b'a'", 'google.protobuf.Timestamp{seconds: 1}']) {
      expect(errorOf(source), source).toBe('expression_not_allowed');
    }
  });

  test('a pattern that cannot be tested in linear time is an error', () => {
    expect(resultOf("'P1234'.matches('^P[0-9]{4}$')")).toBe(true);
    expect(errorOf("'aa'.matches('(a)\\\\1')")).toBe('expression_failed');
    expect(errorOf("'aa'.matches('a(?=a)')")).toBe('expression_failed');
  });

  test('only exactly true is true', () => {
    expect(isTrue("contact.level == 'verified'", bindings)).toBe(true);
    expect(isTrue('args.count', bindings)).toBe(false);
    expect(isTrue('args.other', bindings)).toBe(false);
    expect(isTrue('((', bindings)).toBe(false);
  });
});

describe('limits', () => {
  test('a source that is too long or too deep is refused before it is read', () => {
    expect(errorOf(`'${'a'.repeat(5_000)}'`)).toBe('expression_too_long');
    expect(errorOf(`${'('.repeat(500)}1${')'.repeat(500)}`)).toBe('expression_too_deep');
    expect(errorOf(Array.from({ length: 400 }, () => '1').join('+'))).toBe('expression_too_deep');
  });

  test('nested walks that multiply are stopped', () => {
    const big = { big: Array.from({ length: 3_000 }, (_, index) => index) };
    const cubed = evaluate('big.map(a, big.map(b, big.map(c, a + b + c)))', big);
    expect(cubed).toMatchObject({ ok: false, error: { code: 'expression_too_costly' } });
  });

  test('texts that double are stopped', () => {
    const doublings = 30;
    const names = Array.from({ length: doublings }, (_, index) => `v${index}`);
    const source = names.map(
      (name, index) => `[${index === 0 ? "'aaaaaaaa'" : `${names[index - 1]} + ${names[index - 1]}`}].map(${name}, `,
    );
    expect(errorOf(`${source.join('')}1${')'.repeat(doublings)}`)).toBe('expression_too_costly');
  });

  test('comparing values that share their parts exponentially is stopped', () => {
    const depth = 30;
    const step = (side: string, index: number): string => {
      const before = index === 0 ? '1' : `${side}${index - 1}`;
      return `[[${before}, ${before}]].map(${side}${index}, `;
    };
    const chain = (side: string): string => Array.from({ length: depth }, (_, index) => step(side, index)).join('');
    const source = `[1].exists(x, ${chain('l')}l${depth - 1} == l${depth - 1} || [l${depth - 1}] == [[l${depth - 2}, l${depth - 2}]]${')'.repeat(depth)} != [])`;
    const evaluation = evaluate(source, {});
    expect(evaluation.ok || evaluation.error.code).not.toBe('expression_syntax');
  });

  test('running out of work is an error even where another side would decide', () => {
    const big = { big: Array.from({ length: 3_000 }, (_, index) => index) };
    const source = 'big.exists(a, big.all(b, big.all(c, a + b + c < 0 || true))) || true';
    expect(evaluate(source, big)).toMatchObject({ ok: false, error: { code: 'expression_too_costly' } });
  });

  test('a long list is filtered in time that grows with its length', () => {
    const list = { list: Array.from({ length: 20_000 }, (_, index) => index) };
    expect(evaluate('list.filter(item, item % 2 == 0).map(item, item * 2).size()', list)).toEqual({
      ok: true,
      value: 10_000,
    });
  });
});

describe('whatever comes', () => {
  const fragments = [
    'args',
    'now',
    '.count',
    '[0]',
    '(',
    ')',
    '{',
    '}',
    "'a'",
    '1',
    '1.5',
    '+',
    '==',
    '&&',
    '||',
    '?',
    ':',
    'in',
    '.map(x, ',
    'has(',
    ',',
    '!',
    '-',
    'sum(',
    '"',
    '\\',
    '。',
    '\u0000',
  ];

  test('never throws for a source', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(fc.constantFrom(...fragments), { maxLength: 14 }).map((parts) => parts.join(' ')),
        ),
        (source) => {
          expect(typeof evaluate(source, bindings).ok).toBe('boolean');
        },
      ),
      { numRuns: 3_000 },
    );
  });

  test('carries any JSON through unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value)) as JsonValue;
        expect(evaluate('value', { value: plain })).toEqual({ ok: true, value: plain });
        expect(evaluate('value == value', { value: plain })).toEqual({ ok: true, value: true });
      }),
      { numRuns: 1_000 },
    );
  });
});
