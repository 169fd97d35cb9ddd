import { canonicalJson } from '@rolecall/base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOST_REPEATS, watchProgress } from './progress.ts';

const call = (signature: string) => ({ name: 'look', signature });
/** A call and what it brought, as its text. */
const brought = (signature: string, output: unknown) => ({
  ...call(signature),
  text: typeof output === 'string' ? output : JSON.stringify(output),
});

describe('watchProgress', () => {
  it('stops a call once it has had the same result three times', () => {
    const watch = watchProgress();
    for (let times = 0; times < MOST_REPEATS; times++) {
      expect(watch.isStuck(call('{}'))).toBe(false);
      watch.record([brought('{}', { found: 0 })]);
    }
    expect(watch.isStuck(call('{}'))).toBe(true);
    expect(watch.isStuck(call('{"page":2}'))).toBe(false);
    expect(watch.isStuck({ name: 'other', signature: '{}' })).toBe(false);
  });

  it('lets a call go on whose result changes', () => {
    const watch = watchProgress();
    for (let count = 0; count < 20; count++) watch.record([brought('{}', { count })]);
    expect(watch.isStuck(call('{}'))).toBe(false);
  });

  it('takes a new result of any call as progress', () => {
    const watch = watchProgress();
    for (let page = 0; page < 10; page++) {
      watch.record([brought('{}', 'same')]);
      watch.record([brought(`{"page":${page}}`, page)]);
    }
    expect(watch.isStuck(call('{}'))).toBe(false);
  });

  it('sees through two calls that take turns', () => {
    const watch = watchProgress();
    for (let times = 0; times < 4; times++) {
      watch.record([brought('a', 1)]);
      watch.record([brought('b', 2)]);
    }
    expect(watch.isStuck(call('a'))).toBe(true);
    expect(watch.isStuck(call('b'))).toBe(true);
  });

  it('takes the order of keys and the length of a result for what they are', () => {
    const watch = watchProgress();
    const long = 'x'.repeat(10_000);
    for (const output of [
      { a: 1, b: long },
      { b: long, a: 1 },
      { a: 1, b: long },
    ])
      watch.record([brought('{}', output)]);
    expect(watch.isStuck(call('{}'))).toBe(true);
  });

  it('tells the same as one that writes down every result in its canonical form', () => {
    const output = fc.oneof(
      fc.constantFrom(0, 1, 'text', null, 'x'.repeat(200), { a: 1, b: 'y'.repeat(200) }, { b: 'y'.repeat(200), a: 1 }),
      fc.constantFrom({ a: 1, b: 2 }, { b: 2, a: 1 }, [1], [1, 2]),
    );
    const step = fc.array(fc.record({ signature: fc.constantFrom('{}', '{"n":1}'), output }), {
      minLength: 1,
      maxLength: 3,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const watch = watchProgress();
        const plain = plainWatch();
        for (const results of steps) {
          watch.record(results.map((one) => brought(one.signature, one.output)));
          plain.record(results);
          for (const signature of ['{}', '{"n":1}']) {
            expect(watch.isStuck(call(signature))).toBe(plain.isStuck(signature));
          }
        }
      }),
    );
  });
});

/** The rule as it is written: every pair of call and result is remembered, every repetition counted. */
function plainWatch() {
  const seen = new Set<string>();
  let counts = new Map<string, { readonly form: string; readonly times: number }>();
  return {
    isStuck: (signature: string) => (counts.get(signature)?.times ?? 0) >= MOST_REPEATS,
    record(results: readonly { readonly signature: string; readonly output: unknown }[]) {
      const before = seen.size;
      for (const { signature, output } of results) seen.add(signature + canonicalJson(output));
      if (seen.size > before) counts = new Map();
      for (const { signature, output } of results) {
        const form = canonicalJson(output);
        const known = counts.get(signature);
        counts.set(signature, { form, times: known?.form === form ? known.times + 1 : 1 });
      }
    },
  };
}
