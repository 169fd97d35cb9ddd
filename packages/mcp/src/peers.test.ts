import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { McpBinding } from '@rolecall/assets';
import { describe, expect, test, vi } from 'vitest';
import { openResources, stdioServer } from '../test/open-resources.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/shop/systems/orders.ts');
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
