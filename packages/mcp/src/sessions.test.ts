import { join } from 'node:path';
import type { StdioServerDeclaration } from '@rolecall/assets';
import { describe, expect, test, vi } from 'vitest';
import { bindingOf, type OpenResources, openResources, stdioServer } from '../test/open-resources.ts';

const HOSTILE = join(import.meta.dirname, '../test/hostile-server.ts');

function open(more: Partial<StdioServerDeclaration>, limits = {}): OpenResources {
  return openResources({ servers: { own: { ...stdioServer([HOSTILE]), ...more } }, limits });
}

async function pidOf(world: OpenResources, conversation: string): Promise<unknown> {
  const answer = await world.call('', {}, { binding: bindingOf('pid', { server: 'own' }), conversation });
  return answer.status === 'answered' ? answer.structured : answer;
}

async function isUp(world: OpenResources): Promise<void> {
  const isSome = () => expect(world.resources.states().some(({ status }) => status === 'up')).toBe(true);
  await vi.waitFor(isSome, { timeout: 10_000 });
}

describe('a server of its own for each conversation', () => {
  test('is the same for one conversation, and another for another', async () => {
    await using world = open({ session: 'conversation' });
    const [first, again, other] = [await pidOf(world, 'a'), await pidOf(world, 'a'), await pidOf(world, 'b')];
    expect(again).toEqual(first);
    expect(other).not.toEqual(first);
    const states = world.resources.states().filter(({ server }) => server === 'own');
    expect(states).toMatchObject([
      { conversation: 'a', status: 'up' },
      { conversation: 'b', status: 'up' },
    ]);
  });

  test('beyond the cap takes the place of the one longest unused', async () => {
    await using world = open({ session: 'conversation', session_limit: 2 });
    const first = await pidOf(world, 'a');
    await pidOf(world, 'b');
    await pidOf(world, 'c');
    const conversations = world.resources.states().flatMap(({ conversation }) => conversation ?? []);
    expect(conversations).toEqual(['b', 'c']);
    expect(await pidOf(world, 'a')).not.toEqual(first);
  });

  test('waits beyond the cap while all are at work', async () => {
    await using world = open({ session: 'conversation', session_limit: 1 });
    const binding = bindingOf('silent', { server: 'own' });
    const order: string[] = [];
    const busy = world.call('', {}, { binding, conversation: 'a', timeoutMs: 1_500 }).then(() => order.push('busy'));
    await isUp(world);
    const waiting = pidOf(world, 'b').then(() => order.push('waiting'));
    await Promise.all([busy, waiting]);
    expect(order).toEqual(['busy', 'waiting']);
  });

  test.each([1, 2])(
    'is taken from nobody who is about to use it: many at once over %i places',
    async (session_limit) => {
      await using world = open({ session: 'conversation', session_limit });
      const binding = bindingOf('pid', { server: 'own' });
      const round = async (conversation: string) => {
        const looked = await world.resources.inspect('thing:do', binding, conversation);
        return [looked.liveness, (await world.call('', {}, { binding, conversation })).status];
      };
      const rounds = await Promise.all(['a', 'b', 'c', 'a', 'd', 'b'].map(round));
      expect(rounds).toEqual(rounds.map(() => ['up', 'answered']));
      expect(world.resources.states().filter(({ server }) => server === 'own').length).toBeLessThanOrEqual(
        session_limit,
      );
    },
  );

  test('that never comes to an end keeps its place, and who waits for one is told after a while', async () => {
    await using world = open({ session: 'conversation', session_limit: 1 }, { placeTimeoutMs: 200 });
    const silent = bindingOf('silent', { server: 'own' });
    const stopping = new AbortController();
    const busy = world.call('', {}, { binding: silent, conversation: 'a', signal: stopping.signal });
    await isUp(world);
    const binding = bindingOf('pid', { server: 'own' });
    expect(await world.resources.inspect('thing:do', binding, 'b')).toMatchObject({
      liveness: 'down',
      reason: expect.stringContaining('All 1 places'),
    });
    // Its own conversation does not stand in line for what it has.
    expect(await pidOf(world, 'a')).toMatchObject({ pid: expect.any(Number) });
    stopping.abort();
    await busy;
    expect(await pidOf(world, 'b')).toMatchObject({ pid: expect.any(Number) });
  });

  test('is not started for a call that was given up while it waited for a place', async () => {
    await using world = open({ session: 'conversation', session_limit: 1 });
    const [working, waiting] = [new AbortController(), new AbortController()];
    const silent = bindingOf('silent', { server: 'own' });
    const busy = world.call('', {}, { binding: silent, conversation: 'a', signal: working.signal });
    await isUp(world);
    const binding = bindingOf('pid', { server: 'own' });
    const given = world.call('', {}, { binding, conversation: 'b', signal: waiting.signal });
    waiting.abort();
    expect(await given).toMatchObject({ status: 'not_sent', reason: expect.stringContaining('cancelled') });
    working.abort();
    await busy;
    expect(await pidOf(world, 'c')).toMatchObject({ pid: expect.any(Number) });
    expect(world.resources.states().map(({ conversation }) => conversation)).not.toContain('b');
  });
});

test('one that all share is one, whoever calls', async () => {
  await using world = open({});
  expect(await pidOf(world, 'a')).toEqual(await pidOf(world, 'b'));
});

test('a server that nobody uses is stopped, and started again when it is needed', async () => {
  await using world = open({}, { idleStopMs: 300 });
  const first = await pidOf(world, 'a');
  const state = () => world.resources.states().find(({ server }) => server === 'own');
  await vi.waitFor(() => expect(state()).toMatchObject({ status: 'idle', starts: 1, failures: 0 }), {
    timeout: 15_000,
  });
  expect(await pidOf(world, 'a')).not.toEqual(first);
});

test('a server that will not start is left alone, and says for how long', async () => {
  await using world = openResources({ flags: ['--crashes'] });
  const look = () => world.resources.inspect('thing:do', bindingOf('echo'));
  for (let count = 0; count < 2; count++) await look();
  const started = world.starts().length;
  const held = await look();
  expect(held).toMatchObject({ liveness: 'down', reason: expect.stringContaining('is not tried again for') });
  expect(world.starts()).toHaveLength(started);
  const [state] = world.resources.states();
  expect(state).toMatchObject({ status: 'backing_off', failures: 2, retryInMs: expect.any(Number) });
});
