import { describe, expect, test } from 'vitest';
import { afterFailure, CIRCUIT_OPENS_AFTER, circuitOf, NEVER_FAILED, type RestartState } from './restart-policy.ts';

function failedTimes(count: number, now = 0): RestartState {
  let state = NEVER_FAILED;
  for (let failure = 0; failure < count; failure++) state = afterFailure(state, now);
  return state;
}

describe('a server that fails', () => {
  test('once is started again at once', () => {
    expect(circuitOf(failedTimes(1), 0)).toBe('closed');
  });

  test('again and again is left alone for longer each time', () => {
    const pauses = [1, 2, 3, 4].map((count) => failedTimes(count).notBefore);
    expect(pauses).toEqual([...pauses].sort((left, right) => left - right));
    expect(new Set(pauses).size).toBe(pauses.length);
    expect(circuitOf(failedTimes(2), 0)).toBe('backing_off');
  });

  test('so often that it will not come up opens the circuit, and is tried once when the time has passed', () => {
    const state = failedTimes(CIRCUIT_OPENS_AFTER);
    expect(circuitOf(state, 0)).toBe('open');
    expect(circuitOf(state, state.notBefore)).toBe('closed');
    expect(circuitOf(afterFailure(state, state.notBefore), state.notBefore)).toBe('open');
  });
});
