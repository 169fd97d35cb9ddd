import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { fillSentence, sentenceReader, type TextOf, wordPlace } from './sentences.ts';

const SENTENCES = [
  { en: 'the door is closed', zh: '门关着' },
  { en: '{thing} cannot be told: {why}', zh: '说不出 {thing}：{why}' },
  { en: '{thing} is {state} since {at}', zh: '{thing}从 {at} 起{state}' },
  { en: '{count} of {count} (a+b)?', zh: '{count} 个' },
] as const;
const STATE = { open: { en: 'open', zh: '开着' }, 'half shut': { en: 'half shut', zh: '半掩' } };
const read = sentenceReader(SENTENCES, {
  state: wordPlace(STATE),
  why: { read: (text) => read(text) },
  count: { form: '\\d+' },
});

describe('a recorded English sentence', () => {
  it.each([
    ['the door is closed', '门关着'],
    ['gate 4 is half shut since 3 pm', 'gate 4从 3 pm 起半掩'],
    ['a is b is open since x', 'a is b从 x 起开着'],
    ['x cannot be told: y is open since noon', '说不出 x：y从 noon 起开着'],
    ['3 of 3 (a+b)?', '3 个'],
  ])('is read in Chinese with all that stands in it: %s', (en, zh) => {
    expect(read(en)).toBe(zh);
  });

  it.each([
    'the door is open',
    'the door is closed.',
    'gate 4 is ajar since 3 pm',
    'x cannot be told: nobody knows',
    'three of 3 (a+b)?',
    'constructor',
    '',
  ])('that is not in the list is read by nobody: %s', (en) => {
    expect(read(en)).toBeUndefined();
  });
});

it('values may hold anything, also what looks like a place or a replacement', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...Object.keys(STATE)), (thing, state) => {
      const values: Record<string, string> = { thing: `${thing}$&{at}`, state, at: 'noon' };
      const en = fillSentence(SENTENCES[2].en, (place) => values[place]);
      expect(read(en)).toBe(`${thing}$&{at}从 noon 起${STATE[state as keyof typeof STATE].zh}`);
    }),
  );
});

it('a place without a value stands as it is', () => {
  expect(fillSentence('{a} and {b}', (place) => (place === 'a' ? '1' : undefined))).toBe('1 and {b}');
});

it('the type of its texts has the words, and anything at the places', () => {
  expectTypeOf<'gate is open since 3'>().toExtend<TextOf<(typeof SENTENCES)[number]>>();
  expectTypeOf<'the door is open'>().not.toExtend<TextOf<(typeof SENTENCES)[number]>>();
});
