import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { McpBinding } from '@rolecall/assets';
import { describe, expect, test, vi } from 'vitest';
import { openResources, stdioServer } from '../test/open-resources.ts';
import { startRemote } from '../test/start-remote.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/shop/systems/orders.ts');
const FILESYSTEM = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const EVERYTHING = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** The example's system, on the official server SDK; it speaks the newer revision of the protocol. */
describe('the system of the example', () => {
  const env = { ORDERS_TOKEN: { credential: 'token' }, ORDERS_FAULT_FILE: 'fault' };
  const servers = { system: stdioServer([EXAMPLE], env) };
  const look: McpBinding = { server: 'system', tool: 'get_order_details', rename: { number: 'order_id' } };
  const cancel: McpBinding = {
    server: 'system',
    tool: 'cancel_pending_order',
    rename: { number: 'order_id' },
    request_id_argument: 'request_id',
  };
  const wish = { number: '#W9911714', reason: 'no longer needed' };

  test('with the credential that was made for it answers reads and writes', async () => {
    await using world = openResources({ servers });
    await world.credentials.ensureCredential('token');
    const number = { number: wish.number };
    expect(await world.call('', number, { binding: look })).toMatchObject({ structured: { status: 'pending' } });
    const first = await world.call('', wish, { binding: cancel, requestId: 'op_7' });
    expect(first).toMatchObject({ isError: false, structured: { status: 'cancelled', refund_amount: 671.66 } });
    expect(await world.call('', number, { binding: look })).toMatchObject({ structured: { status: 'cancelled' } });
    // The id of the request arrived: the system knows the second one again.
    expect(await world.call('', wish, { binding: cancel, requestId: 'op_7' })).toEqual(first);
  });

  test('with an exchanged credential refuses, as an error of the tool', async () => {
    const environment = { ROLECALL_CREDENTIAL_TOKEN: 'the-first-token' };
    await using world = openResources({ servers, environment });
    await world.call('', { number: wish.number }, { binding: look });
    environment.ROLECALL_CREDENTIAL_TOKEN = 'the-second-token';
    const answer = await world.call('', { number: wish.number }, { binding: look });
    expect(answer).toMatchObject({ isError: true, structured: { error: 'unauthorized' } });
  });

  test('killed between write and answer: nothing is known of the call, and reading finds the effect', async () => {
    await using world = openResources({ servers });
    await world.credentials.ensureCredential('token');
    writeFileSync(join(world.folder, 'fault'), 'die_after_write');
    const answer = await world.call('', wish, { binding: cancel });
    expect(answer).toEqual({ status: 'no_answer', reason: 'connection_lost' });
    const after = await world.call('', { number: wish.number }, { binding: look });
    expect(after).toMatchObject({ structured: { status: 'cancelled' } });
  });
});

/** On the official server SDK too, and never letting its client rest. */
describe('a server of the newer revision', () => {
  const servers = { modern: stdioServer([join(import.meta.dirname, '../test/modern-server.ts')]) };
  const modern = (tool: string): McpBinding => ({ server: 'modern', tool });

  test('that changes a tool is noticed through its subscription', async () => {
    await using world = openResources({ servers });
    const before = await world.resources.inspect('thing:do', modern('plain'));
    expect(before.fingerprint).toBeDefined();
    expect(await world.resources.inspect('thing:do', modern('plain'))).toEqual(before);
    await world.call('', { description: 'Another.' }, { binding: modern('change') });
    await vi.waitFor(async () => {
      const after = await world.resources.inspect('thing:do', modern('plain'));
      expect(after.fingerprint).not.toBe(before.fingerprint);
    });
  });

  test('that asks back is not answered, and the call is not sent again', async () => {
    await using world = openResources({ servers });
    const answer = await world.call('', {}, { binding: modern('ask') });
    expect(answer).toMatchObject({
      status: 'answered',
      isError: false,
      notes: [expect.stringContaining('was refused')],
    });
    expect(answer).not.toHaveProperty('structured');
    expect(await world.call('', {}, { binding: modern('asked') })).toMatchObject({ structured: 1 });
  });
});

/** A server on the older SDK, which speaks the older revision and announces every feature there is. */
describe('server-everything', () => {
  const servers = { everything: stdioServer([EVERYTHING, 'stdio'], { GREETING: 'hello' }) };
  const everything = (tool: string): { binding: McpBinding } => ({ binding: { server: 'everything', tool } });

  test('answers with text, with structured content, and with its own small environment', async () => {
    await using world = openResources({ servers });
    const echo = await world.call('', { message: '你好' }, everything('echo'));
    expect(echo).toEqual({ status: 'answered', structured: undefined, text: 'Echo: 你好', isError: false });
    const weather = await world.call('', { location: 'New York' }, everything('get-structured-content'));
    expect(weather).toMatchObject({ structured: { temperature: expect.any(Number) } });
    const environment = await world.call('', {}, everything('get-env'));
    expect(environment).toMatchObject({ structured: { GREETING: 'hello', PATH: expect.any(String) } });
    expect(Object.keys((environment as { structured: object }).structured).sort()).toEqual(['GREETING', 'PATH']);
  });

  test('has its pictures named by what they are, and its resources by their address', async () => {
    await using world = openResources({ servers });
    const picture = await world.call('', {}, everything('get-tiny-image'));
    expect(picture).toMatchObject({
      text: expect.stringMatching(/\[image image\/png, \d+ bytes, sha256:[0-9a-f]{16}\]/),
    });
    expect(JSON.stringify(picture).length).toBeLessThan(1_000);
    const links = await world.call('', { count: 3 }, everything('get-resource-links'));
    expect((links as { text: string }).text.match(/\[resource \S+\]/g)).toHaveLength(3);
    const embedded = await world.call('', {}, everything('get-resource-reference'));
    expect(embedded).toMatchObject({ text: expect.stringMatching(/\[resource \S+\]/) });
  });

  test('with wrong arguments or an unknown tool answers with an error of the tool', async () => {
    await using world = openResources({ servers });
    for (const call of [everything('echo'), everything('no-such-tool')]) {
      expect(await world.call('', {}, call)).toMatchObject({ status: 'answered', isError: true });
    }
  });

  test('has tools that can be listed and pinned, the same in every process', async () => {
    await using world = openResources({ servers });
    const bindings = { 'thing:do': everything('echo').binding };
    expect(await world.resources.pinAll(bindings)).toMatchObject([{ status: 'pinned' }]);
    await using other = openResources({ servers });
    const [own] = (await world.resources.listTools('everything')).filter(({ name }) => name === 'echo');
    const [others] = (await other.resources.listTools('everything')).filter(({ name }) => name === 'echo');
    expect(others?.fingerprint).toBe(own?.pinned);
  });
});

/** The same over the network, as a process of its own. */
describe.each([
  ['http', 'streamableHttp', 'mcp'],
  ['sse', 'sse', 'sse'],
] as const)('server-everything over %s', (transport, mode, path) => {
  test('answers, lists its tools, and is seen to be gone when it is', { timeout: 30_000 }, async () => {
    await using remote = await startRemote([EVERYTHING, mode], path);
    const servers = { everything: { transport, url: remote.url, headers: {} } };
    await using world = openResources({ servers, limits: { pingIntervalMs: 300 } });
    const binding: McpBinding = { server: 'everything', tool: 'echo' };
    expect(await world.call('', { message: '你好' }, { binding })).toMatchObject({ text: 'Echo: 你好' });
    expect((await world.resources.listTools('everything')).map(({ name }) => name)).toContain('echo');
    await remote.stop();
    await vi.waitFor(
      async () => expect(await world.resources.inspect('thing:do', binding)).toMatchObject({ liveness: 'down' }),
      { timeout: 10_000 },
    );
  });

  test('that was restarted behind our back is greeted anew, and answers', { timeout: 30_000 }, async () => {
    await using remote = await startRemote([EVERYTHING, mode], path);
    const servers = { everything: { transport, url: remote.url, headers: {} } };
    await using world = openResources({ servers });
    const binding: McpBinding = { server: 'everything', tool: 'echo' };
    await world.call('', { message: '一' }, { binding });
    await remote.restart();
    expect(await world.resources.inspect('thing:do', binding)).toMatchObject({ liveness: 'up' });
    expect(await world.call('', { message: '二' }, { binding })).toMatchObject({ text: 'Echo: 二' });
  });
});

describe('server-filesystem', () => {
  test('works in the folders it is told, and in no others', { timeout: 30_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'roots-'));
    writeFileSync(join(folder, 'note.txt'), '便条');
    const files = { ...stdioServer([FILESYSTEM]), roots: [folder] };
    await using world = openResources({ servers: { files } });
    const binding: McpBinding = { server: 'files', tool: 'read_text_file' };
    await vi.waitFor(async () => {
      const answer = await world.call('', { path: join(folder, 'note.txt') }, { binding });
      expect(answer).toMatchObject({ isError: false, structured: { content: '便条' } });
    }, 15_000);
    const outside = await world.call('', { path: '/etc/hostname' }, { binding });
    expect(outside).toMatchObject({ isError: true });
    rmSync(folder, { recursive: true });
  });
});
