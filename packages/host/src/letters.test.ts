import { createMemoryStore } from '@rolecall/journal/testing';
import { expect, it } from 'vitest';
import { createLetters } from './letters.ts';

const AT = '2026-03-02T08:00:00.000Z';

it('a conversation that the queue has given up is a letter too, and is woken by a retry', async () => {
  const woken: string[] = [];
  let stuck = [{ conversation: 'conv_1', attempts: 15, lastError: 'it broke', at: AT }];
  const letters = createLetters({
    store: createMemoryStore({ projections: [], engine: 'test@1' }).for('org'),
    clock: { now: () => Date.parse(AT) },
    wake: () => undefined,
    kick: () => undefined,
    queue: {
      deadLetters: async () => stuck,
      redrive: async (conversation) => {
        woken.push(conversation);
        stuck = [];
      },
    },
  });
  expect(await letters.list()).toMatchObject([{ id: 'conv_1', kind: 'conversation', state: 'dead', attempts: 15 }]);
  expect(await letters.show('conv_1')).toMatchObject({ content: {} });
  await letters.retry('conv_1');
  expect(woken).toEqual(['conv_1']);
  await expect(letters.retry('conv_1')).rejects.toMatchObject({ code: 'letter_unknown' });
});
