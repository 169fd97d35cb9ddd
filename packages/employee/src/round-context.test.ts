import { expect, it } from 'vitest';
import { progressOf } from './round-context.ts';

it('no progress tells what the model says, what a call was given or what it answered', () => {
  const call = { step: 1, id: 'c1', name: 'order__get' };
  expect(progressOf({ type: 'text_delta', step: 1, text: 'secret' })).toBeUndefined();
  expect(progressOf({ type: 'call_started', ...call, input: { id: 'secret' } })).toEqual({
    type: 'call_started',
    ...call,
  });
  expect(progressOf({ type: 'call_ended', ...call, isError: false, output: 'secret' })).toEqual({
    type: 'call_ended',
    ...call,
    isError: false,
  });
});
