import type { McpServerDeclaration } from '@rolecall/assets';
import { describe, expect, test, vi } from 'vitest';
import { type OpenResources, openResources } from '../test/open-resources.ts';
import { type SseServer, sseServer } from '../test/sse-server.ts';

function open({ url }: SseServer): OpenResources {
  return openResources({ servers: { remote: { transport: 'sse', url, headers: {} } as McpServerDeclaration } });
}

const on = (tool: string) => ({ binding: { server: 'remote', tool } });

describe('a stream that ends', () => {
  test('takes its session with it: who waits is told at once, and the next call is sent on a session of its own', async () => {
    await using server = await sseServer();
    await using world = open(server);
    const waiting = world.call('', {}, on('never'));
    await vi.waitFor(() => expect(server.calls).toEqual(['never']), { timeout: 10_000 });
    server.cutStreams();
    expect(await waiting).toEqual({ status: 'no_answer', reason: 'connection_lost' });
    expect(await world.call('', { a: 1 }, on('echo'))).toMatchObject({ structured: { a: 1 } });
    expect(server.calls).toEqual(['never', 'echo']);
    expect(server.streams).toBe(2);
  });

  test('between two calls is noticed before the second is sent', async () => {
    await using server = await sseServer();
    await using world = open(server);
    await world.call('', {}, on('echo'));
    server.cutStreams();
    await vi.waitFor(async () => expect(world.resources.states().map(({ status }) => status)).not.toContain('up'));
    expect(await world.resources.inspect('thing:do', on('echo').binding)).toMatchObject({ liveness: 'up' });
    expect(await world.call('', { a: 2 }, on('echo'))).toMatchObject({ structured: { a: 2 } });
  });

  test('because a message on it is over every limit leaves open what the tool did', async () => {
    await using server = await sseServer();
    await using world = open(server);
    expect(await world.call('', {}, on('huge'))).toMatchObject({ status: 'too_large' });
    expect(await world.call('', { a: 3 }, on('echo'))).toMatchObject({ structured: { a: 3 } });
  });
});
