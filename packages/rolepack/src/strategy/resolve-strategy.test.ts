import { describe, expect, it } from 'vitest';
import { resolveStrategy } from './resolve-strategy.ts';

describe('resolveStrategy', () => {
  it('fills every key with its default', () => {
    expect(resolveStrategy(undefined)).toEqual({
      prepare: { summaryFocus: undefined },
      act: {
        toolMode: 'allow',
        temperature: undefined,
        outputLimit: undefined,
        streaming: 'streaming',
        toolStepLimit: 0,
        providerRouting: 'auto',
        multiStepReasoning: 'auto',
        toolReadonly: 'full',
        toolApproval: 'auto',
      },
      reflect: { summary: 'on', selfReview: 0, userFollowup: 'silent' },
      global: {
        askOn: [],
        askLimit: 3,
        errorHandling: 'retry',
        tokenBudget: 200_000,
        stepBudget: 50,
        contextLimit: undefined,
      },
    });
  });

  it.each([
    [0, 0],
    [1, 1],
    [7, 1],
    ['on', 1],
    ['off', 0],
    [-1, 0],
    ['yes', 0],
  ])('reads selfReview %s as %s', (value, expected) => {
    expect(resolveStrategy({ reflect: { selfReview: value } }).reflect.selfReview).toBe(expected);
  });

  it('gives the asking keys effect only when the role asks', () => {
    const asking = { global: { askOn: 'decision', askLimit: 5 } };
    expect(resolveStrategy(asking).global).toMatchObject({ askOn: [], askLimit: 3 });
    expect(resolveStrategy({ ...asking, reflect: { userFollowup: 'ask' } }).global).toMatchObject({
      askOn: ['decision'],
      askLimit: 5,
    });
  });

  it('follows an alias unless the present name is there too', () => {
    expect(resolveStrategy({ act: { toolCalls: 'off' } }).act.toolMode).toBe('block');
    expect(resolveStrategy({ act: { toolCalls: 'block', toolMode: 'allow' } }).act.toolMode).toBe('allow');
  });

  it('lets one bad value take no other down', () => {
    const { act } = resolveStrategy({ act: { temperature: 9, toolMode: 'block', outputLimit: 1.5 } });
    expect(act).toMatchObject({ temperature: undefined, toolMode: 'block', outputLimit: undefined });
  });

  it.each([null, 5, 'x', [], { act: null }, { act: [1] }, { __proto__: { act: {} } }])('survives %j', (value) => {
    expect(resolveStrategy(value).act.toolMode).toBe('allow');
  });
});
