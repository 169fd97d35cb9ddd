import { createRedactor } from '@rolecall/base';
import type { Embedder } from '@rolecall/kernel';
import { clockAt, createMemoryStorage, roundOf } from '@rolecall/kernel/testing';
import { expect, it } from 'vitest';
import { createContactMemories } from './contact-memories.ts';

function arrange(embedder?: Embedder) {
  const redactor = createRedactor();
  redactor.add('orders_token', 'hunter2-secret');
  const clock = clockAt('2026-05-31T12:00:00Z');
  return createContactMemories(createMemoryStorage(), { clock, redactor, embedder: () => embedder });
}

it('each contact has a memory of their own, the same one while it is in use', async () => {
  const memories = arrange();
  await memories.of('c1', 'UTC').remember(roundOf('放到快递柜', { round: 'r1' }));

  expect(memories.of('c1', 'UTC')).toBe(memories.of('c1', 'UTC'));
  expect((await memories.of('c1', 'UTC').search({ query: '快递柜' })).hits).toHaveLength(1);
  expect((await memories.of('c2', 'UTC').search({ query: '快递柜' })).hits).toEqual([]);
});

it('what is let go is read again from the storage', async () => {
  const memories = arrange();
  const first = memories.of('c0', 'UTC');
  await first.remember(roundOf('放到快递柜', { round: 'r1' }));
  for (let contact = 1; contact <= 200; contact++) memories.of(`c${contact}`, 'UTC');

  expect(memories.of('c0', 'UTC')).not.toBe(first);
  expect((await memories.of('c0', 'UTC').search({ query: '快递柜' })).hits).toHaveLength(1);
});

it('a day is one where the employee is', async () => {
  const memories = arrange();
  await memories.of('c1', 'Asia/Shanghai').remember(roundOf('开会', { round: 'r1', at: '2026-05-29T17:00:00Z' }));
  const found = async (zone: string) => (await memories.of('c1', zone).search({ query: '5月30日开会' })).isTimeRelaxed;

  expect(await found('Asia/Shanghai')).toBeUndefined();
  expect(await found('UTC')).toBe(true);
});

it('no secret enters, and an embedder is asked where there is one', async () => {
  const asked: string[] = [];
  const memories = arrange({
    id: 'test/1',
    embed: async (texts) => {
      asked.push(...texts);
      return texts.map(() => [1]);
    },
  });
  const memory = memories.of('c1', 'UTC');
  await memory.remember(roundOf('口令 hunter2-secret', { round: 'r1' }));

  expect(JSON.stringify(await memory.export())).not.toContain('hunter2');
  expect(asked).toHaveLength(1);
  expect(asked[0]).not.toContain('hunter2');
});
