import { describe, expect, it } from 'vitest';
import { MOST_REPEATS, watchProgress } from './progress.ts';

const call = (signature: string) => ({ name: 'look', signature });

describe('watchProgress', () => {
  it('stops a call once it has had the same result three times', () => {
    const watch = watchProgress();
    for (let times = 0; times < MOST_REPEATS; times++) {
      expect(watch.isStuck(call('{}'))).toBe(false);
      watch.record([{ ...call('{}'), output: { found: 0 } }]);
    }
    expect(watch.isStuck(call('{}'))).toBe(true);
    expect(watch.isStuck(call('{"page":2}'))).toBe(false);
    expect(watch.isStuck({ name: 'other', signature: '{}' })).toBe(false);
  });

  it('lets a call go on whose result changes', () => {
    const watch = watchProgress();
    for (let count = 0; count < 20; count++) watch.record([{ ...call('{}'), output: { count } }]);
    expect(watch.isStuck(call('{}'))).toBe(false);
  });

  it('takes a new result of any call as progress', () => {
    const watch = watchProgress();
    for (let page = 0; page < 10; page++) {
      watch.record([{ ...call('{}'), output: 'same' }]);
      watch.record([{ ...call(`{"page":${page}}`), output: page }]);
    }
    expect(watch.isStuck(call('{}'))).toBe(false);
  });

  it('sees through two calls that take turns', () => {
    const watch = watchProgress();
    for (let times = 0; times < 4; times++) {
      watch.record([{ ...call('a'), output: 1 }]);
      watch.record([{ ...call('b'), output: 2 }]);
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
      watch.record([{ ...call('{}'), output }]);
    expect(watch.isStuck(call('{}'))).toBe(true);
  });
});
