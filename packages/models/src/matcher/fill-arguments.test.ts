import type { JsonObject } from '@rolecall/base';
import { describe, expect, test } from 'vitest';
import { type FillSource, fillArguments } from './fill-arguments.ts';
import type { MatcherArgument, MatcherCapability } from './matcher-options.ts';

function argument(schema: JsonObject, more: Partial<MatcherArgument> = {}): MatcherArgument {
  return { schema, required: true, origins: ['customer'], ...more };
}

function fill(
  named: Readonly<Record<string, MatcherArgument>>,
  words: string,
  source: Partial<FillSource> = {},
): JsonObject {
  const capability: MatcherCapability = {
    tool: 'thing__move',
    capability: 'thing:move',
    title: 'Move a thing',
    useWhen: ['somebody wants to move a thing'],
    notWhen: [],
    examples: ['move it'],
    effect: 'write',
    arguments: named,
  };
  return fillArguments(capability, { words, options: {}, ...source });
}

const CODE = { type: 'string', pattern: '^K\\d{3}$' };

describe('values of one kind for several arguments', () => {
  const fromTo = {
    from: argument(CODE, { label: { zh: '从', en: 'from' } }),
    to: argument(CODE, { label: { zh: '到', en: 'to' } }),
  };

  test('go in order', () => {
    expect(fill(fromTo, 'K111, K222')).toEqual({ from: 'K111', to: 'K222' });
  });

  test('go where their label stands', () => {
    expect(fill(fromTo, '到 K111，从 K222')).toEqual({ from: 'K222', to: 'K111' });
    expect(fill(fromTo, 'move to K111')).toEqual({ to: 'K111' });
  });

  test('stay out when there are more of them than arguments', () => {
    expect(fill(fromTo, 'K111 K222 K333')).toEqual({});
  });
});

describe('numbers', () => {
  const both = {
    people: argument({ type: 'integer', minimum: 1 }, { label: { zh: '人', en: 'people' } }),
    hours: argument({ type: 'integer', minimum: 1 }, { label: { zh: '小时', en: 'hours' } }),
  };

  test('go to the argument whose label stands beside them', () => {
    expect(fill(both, '3 小时，12 人')).toEqual({ hours: 3, people: 12 });
    expect(fill(both, 'four people for 2 hours')).toEqual({ people: 4, hours: 2 });
    expect(fill(both, '人：5')).toEqual({ people: 5 });
  });

  test('without a label go nowhere while two arguments wait', () => {
    expect(fill(both, '3')).toEqual({});
  });

  test('go to the one that is required, inside its bounds, and never to an option', () => {
    const one = {
      count: argument({ type: 'integer', maximum: 10 }),
      size: argument({ type: 'number' }, { required: false }),
    };
    expect(fill(one, '要七个')).toEqual({ count: 7 });
    expect(fill(one, '要 70 个')).toEqual({});
    expect(fill({ count: argument({ type: 'integer' }) }, '2.5')).toEqual({});
  });

  test('do not come out of codes and dates', () => {
    expect(fill({ code: argument(CODE), count: argument({ type: 'integer' }) }, 'K123')).toEqual({ code: 'K123' });
    expect(fill({ count: argument({ type: 'integer' }) }, '2025-04-02')).toEqual({});
  });
});

describe('options and lists', () => {
  const color = { type: 'string', enum: ['red', 'blue'] };

  test('a label sets an option, mere likeness does not', () => {
    const option = { required: false, origins: ['enum' as const], labels: { red: { zh: ['大红色的'] } } };
    expect(fill({ color: argument(color, option) }, '要大红色的')).toEqual({ color: 'red' });
    expect(fill({ color: argument(color, option) }, '要大红色')).toEqual({});
  });

  test('two values for one place leave it open', () => {
    expect(fill({ color: argument(color, { origins: ['enum'] }) }, 'red or blue')).toEqual({});
  });

  test('a list takes all', () => {
    expect(fill({ colors: argument({ type: 'array', items: color }) }, 'red and blue')).toEqual({
      colors: ['red', 'blue'],
    });
    expect(fill({ codes: argument({ type: 'array', items: CODE, maxItems: 2 }) }, 'K111 K222 K333')).toEqual({});
    expect(fill({ codes: argument({ type: 'array', items: CODE }) }, 'K111、K222')).toEqual({
      codes: ['K111', 'K222'],
    });
  });

  test('yes and no answer a question only', () => {
    const agreed = { agreed: argument({ type: 'boolean' }) };
    expect(fill(agreed, '好的')).toEqual({});
    expect(fill(agreed, '好的', { answering: 'agreed' })).toEqual({ agreed: true });
    expect(fill(agreed, '不用', { answering: 'agreed' })).toEqual({ agreed: false });
    expect(fill(agreed, 'No thanks', { answering: 'agreed' })).toEqual({ agreed: false });
    expect(fill(agreed, '也许', { answering: 'agreed' })).toEqual({});
  });
});

describe('free text', () => {
  const note = { note: argument({ type: 'string', maxLength: 20 }, { label: { zh: '备注', en: 'note' } }) };

  test('is what stands after its label or in quotation marks', () => {
    expect(fill(note, '移动一下，备注：放门口，谢谢')).toEqual({ note: '放门口' });
    expect(fill(note, 'move it, note: by the door')).toEqual({ note: 'by the door' });
    expect(fill(note, '移动「小桌子」')).toEqual({ note: '小桌子' });
    expect(fill(note, '移动一下')).toEqual({});
  });

  test('is taken whole as an answer, within its length', () => {
    expect(fill(note, ' 放门口就行，谢谢。 ', { answering: 'note' })).toEqual({ note: '放门口就行，谢谢。' });
    expect(fill(note, 'x'.repeat(21), { answering: 'note' })).toEqual({});
  });

  test('of an argument without a text origin is never taken from the words', () => {
    const chosen = {
      note: argument({ type: 'string' }, { origins: [{ choice_of: { capability: 'a:b', path: 'c' } }] }),
    };
    expect(fill(chosen, '「小桌子」')).toEqual({});
  });
});

test('an origin of another kind is left to the gate', () => {
  const origins = [{ derived: '1 + 1' }] as unknown as MatcherArgument['origins'];
  expect(fill({ count: argument({ type: 'integer' }, { origins }) }, '3')).toEqual({});
});

test('what was given stays, and what was asked for is filled first', () => {
  const two = { a: argument(CODE), b: argument(CODE) };
  expect(fill(two, 'K222', { given: { a: 'K111' } })).toEqual({ a: 'K111', b: 'K222' });
  expect(fill(two, 'K222', { answering: 'b' })).toEqual({ b: 'K222' });
});
