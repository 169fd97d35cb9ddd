import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpBinding, McpServerDeclaration } from '@rolecall/assets';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type OpenResources, openResources, type ResourceSetup } from '../test/open-resources.ts';
import { type RemoteServer, remoteServer } from '../test/remote-server.ts';
import type { LateAnswer } from './index.ts';

function open({ url }: RemoteServer, setup: ResourceSetup = {}, more: object = {}): OpenResources {
  const remote = { transport: 'http', url, headers: {}, ...more } as McpServerDeclaration;
  return openResources({ ...setup, servers: { remote } });
}

function on(tool: string, more: Partial<McpBinding> = {}): { readonly binding: McpBinding } {
  return { binding: { server: 'remote', tool, ...more } };
}

describe('a remote server', () => {
  test('is greeted once, answers calls, and is told when it is over', async () => {
    await using server = await remoteServer();
    const world = open(server);
    expect(await world.call('', { a: 1 }, on('echo'))).toMatchObject({ structured: { a: 1 } });
    expect(await world.call('', { a: 2 }, on('echo'))).toMatchObject({ structured: { a: 2 } });
    expect(server.heard.filter((method) => method === 'initialize')).toHaveLength(1);
    expect(world.resources.states().find(({ server }) => server === 'remote')).toMatchObject({
      transport: 'http',
      status: 'up',
      revision: '2025-11-25',
      starts: 1,
    });
    await world[Symbol.asyncDispose]();
  });

  test('gets its credential in a header, and it is seen nowhere else', async () => {
    await using server = await remoteServer();
    const environment = { ROLECALL_CREDENTIAL_CANARY: 'canary-of-the-remote' };
    const headers = { Authorization: { credential: 'canary', scheme: 'Bearer' }, 'X-Tenant': 'acme' };
    await using world = open(server, { environment }, { headers });
    const answer = await world.call('', {}, on('header'));
    expect(answer).toMatchObject({ structured: { authorization: 'Bearer [redacted:canary]', tenant: 'acme' } });
    const broken = await world.call('', { status: 401 }, on('status'));
    expect(broken).toMatchObject({ status: 'answered', isError: true, text: expect.stringContaining('HTTP 401') });
    expect(JSON.stringify([answer, broken, world.log, world.resources.states()])).not.toContain('canary-of-the-remote');
  });

  test('that sends elsewhere is not followed: its credential, in a header of any name, goes nowhere else', async () => {
    const seen: string[] = [];
    const [other, sending] = [createServer(), createServer()];
    for (const http of [other, sending]) {
      await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening));
      onTestFinished(() => void http.close());
    }
    const addressOf = (http: Server) => `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    other.on('request', (request, response) => {
      seen.push(JSON.stringify(request.headers));
      response.writeHead(404).end();
    });
    sending.on('request', (_, response) => response.writeHead(307, { location: addressOf(other) }).end());
    const remote = { transport: 'http', url: addressOf(sending), headers: { 'X-Api-Key': { credential: 'canary' } } };
    await using world = openResources({ servers: { remote: remote as McpServerDeclaration } });
    expect(await world.call('', {}, on('echo'))).not.toMatchObject({ isError: false });
    expect(seen).toEqual([]);
  });

  test('with an exchanged credential is greeted anew, and a call in flight is left alone', async () => {
    await using server = await remoteServer();
    const environment = { ROLECALL_CREDENTIAL_CANARY: 'the-first-of-two' };
    const headers = { Authorization: { credential: 'canary', scheme: 'Bearer' } };
    await using world = open(server, { environment }, { headers });
    const slow = world.call('', { ms: 400 }, on('slow'));
    await vi.waitFor(() => expect(server.calls).toEqual(['slow']), { timeout: 10_000 });
    environment.ROLECALL_CREDENTIAL_CANARY = 'the-second-of-two';
    expect(await world.call('', {}, on('header'))).toMatchObject({ status: 'answered' });
    expect(await slow).toMatchObject({ structured: { status: 'done' } });
    expect(server.heard.filter((method) => method === 'initialize')).toHaveLength(2);
  });

  test('without its credential is not reached', async () => {
    await using server = await remoteServer();
    const headers = { Authorization: { credential: 'nobody_set_it' } };
    await using world = open(server, {}, { headers });
    const state = await world.resources.inspect('thing:do', on('echo').binding);
    expect(state).toMatchObject({ credential: 'missing', missing: 'nobody_set_it' });
    expect(server.heard).toEqual([]);
  });

  test.each([404, 400])(
    'that has forgotten the session (%i) is greeted anew, and the call is run once',
    async (status) => {
      await using server = await remoteServer({ unknownSession: status });
      await using world = open(server);
      await world.call('', {}, on('echo'));
      server.forgetSessions();
      expect(await world.call('', { a: 1 }, on('echo'))).toMatchObject({ structured: { a: 1 } });
      server.forgetSessions();
      expect((await world.resources.inspect('thing:do', on('echo').binding)).liveness).toBe('up');
      expect(server.calls).toEqual(['echo', 'echo']);
      expect(server.heard.filter((method) => method === 'initialize')).toHaveLength(3);
    },
  );

  test('that says with 400 what is wrong with a call has not forgotten anything', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    expect(await world.call('', { status: 400 }, on('status'))).toMatchObject({ status: 'answered', isError: true });
    expect(server.heard.filter((method) => method === 'initialize')).toHaveLength(1);
  });

  test('where nobody listens is down, and a call of it is not sent', async () => {
    const server = await remoteServer();
    await server.stop();
    await using world = open(server);
    expect(await world.resources.inspect('thing:do', on('echo').binding)).toMatchObject({ liveness: 'down' });
    expect(await world.call('', {}, on('echo'))).toMatchObject({ status: 'not_sent' });
  });

  test('that went away between two calls: the second is not sent, and one after its return works', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    await world.call('', {}, on('echo'));
    await server.stop();
    await vi.waitFor(async () => {
      expect(await world.resources.inspect('thing:do', on('echo').binding)).toMatchObject({ liveness: 'down' });
    }, 10_000);
    expect(await world.call('', {}, on('echo'))).toMatchObject({ status: 'not_sent' });
    await server.start();
    await vi.waitFor(async () => expect(await world.call('', {}, on('echo'))).toMatchObject({ status: 'answered' }), {
      timeout: 15_000,
    });
    expect(server.calls).toEqual(['echo', 'echo']);
  });

  test('that dies quietly is found out by a look at its health, and who waits is told', async () => {
    await using server = await remoteServer();
    await using world = open(server, { limits: { pingIntervalMs: 100 } });
    const call = world.call('', {}, on('never'));
    await vi.waitFor(() => expect(server.calls).toEqual(['never']), { timeout: 10_000 });
    await server.stop();
    expect(await call).toEqual({ status: 'no_answer', reason: 'connection_lost' });
  });

  test('that cuts its answer off leaves open what it did', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    expect(await world.call('', {}, on('cut'))).toEqual({ status: 'no_answer', reason: 'connection_lost' });
  });

  test('that answers with an error of its own leaves open what it did', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    expect(await world.call('', { status: 502 }, on('status'))).toMatchObject({ status: 'answered', isError: false });
  });

  test.each(['huge', 'huge_event'])('that answers with 50 MB is cut off and refused as too large: %s', async (tool) => {
    await using server = await remoteServer();
    await using world = open(server);
    expect(await world.call('', {}, on(tool))).toMatchObject({ status: 'too_large' });
    expect(await world.call('', {}, on('echo'))).toMatchObject({ status: 'answered' });
  });

  test('is given the trace, and the operation where the binding wants it', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    const answer = await world.call(
      '',
      {},
      { ...on('meta', { request_id_meta: 'com.example/key' }), requestId: 'op_9' },
    );
    expect(answer).toMatchObject({
      structured: {
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
        'com.example/key': 'op_9',
      },
    });
  });
});

describe('time', () => {
  test('is given anew by each word of progress', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    const options = { ...on('working', { total_timeout: '20s' }), timeoutMs: 1_500 };
    expect(await world.call('', { times: 20 }, options)).toMatchObject({ structured: { status: 'done' } });
  });

  test('is bounded however much progress there is', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    const options = { ...on('working', { total_timeout: '800ms' }), timeoutMs: 500 };
    expect(await world.call('', { times: 200 }, options)).toEqual({ status: 'no_answer', reason: 'timed_out' });
  });

  test('that is up for a read ends it, and the server is told', async () => {
    await using server = await remoteServer();
    await using world = open(server);
    const answer = await world.call('', {}, { ...on('never'), timeoutMs: 100 });
    expect(answer).toEqual({ status: 'no_answer', reason: 'timed_out' });
    await vi.waitFor(() => expect(server.heard).toContain('notifications/cancelled'), { timeout: 10_000 });
  });
});

describe('a late answer', () => {
  const write = { effect: 'write', conversation: 'conv_1', requestId: 'op_1', timeoutMs: 100 } as const;

  test('to a write is told with its operation, and the server is not told to stop', async () => {
    await using server = await remoteServer();
    const late: LateAnswer[] = [];
    await using world = open(server, { onLateAnswer: (answer) => late.push(answer) });
    const answer = await world.call('', { ms: 400 }, { ...on('slow'), ...write });
    expect(answer).toEqual({ status: 'no_answer', reason: 'timed_out' });
    await vi.waitFor(() => expect(late).toHaveLength(1), { timeout: 10_000 });
    expect(late[0]).toMatchObject({
      conversation: 'conv_1',
      operation: 'op_1',
      capability: 'thing:do',
      answer: { status: 'answered', structured: { status: 'done' }, isError: false },
    });
    expect(server.heard).not.toContain('notifications/cancelled');
  });

  test('to a read is nobody’s', async () => {
    await using server = await remoteServer();
    const late: LateAnswer[] = [];
    await using world = open(server, { onLateAnswer: (answer) => late.push(answer) });
    await world.call('', { ms: 300 }, { ...on('slow'), ...write, effect: 'read' });
    await world.call('', { ms: 400 }, on('slow'));
    expect(late).toEqual([]);
  });

  test('over standard output too, redacted', async () => {
    const late: LateAnswer[] = [];
    await using world = openResources({ onLateAnswer: (answer) => late.push(answer) });
    await world.call('leak_late', {}, write);
    await vi.waitFor(() => expect(late).toHaveLength(1), { timeout: 10_000 });
    expect(JSON.stringify(late)).toContain('[redacted:canary]');
  });

  test('is waited for only so long', async () => {
    await using server = await remoteServer();
    const late: LateAnswer[] = [];
    await using world = open(server, { limits: { lateAnswerMs: 100 }, onLateAnswer: (answer) => late.push(answer) });
    await world.call('', { ms: 1_000 }, { ...on('slow'), ...write });
    await vi.waitFor(() => expect(server.heard).toContain('notifications/cancelled'), { timeout: 10_000 });
    await world.call('', { ms: 1_200 }, on('slow'));
    expect(late).toEqual([]);
  });
});
