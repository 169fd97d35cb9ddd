import { describe, expect, test } from 'vitest';
import { authorizedWorld } from '../../test/authorized-world.ts';
import { openResources } from '../../test/open-resources.ts';

const HOUR_MS = 3_600_000;

function clockAt(start: number) {
  const clock = { at: start, now: () => clock.at };
  return clock;
}

describe('a token', () => {
  test('is renewed before it ends, with the newest refresh token', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({}, { clock });
    await world.login();
    for (let hour = 0; hour < 3; hour++) {
      expect(await world.callTool('echo')).toMatchObject({ isError: false });
      clock.at += HOUR_MS;
      world.giver.endTokens();
    }
    expect(world.giver.tokenRequests().map((sent) => sent.get('grant_type'))).toEqual([
      'authorization_code',
      'refresh_token',
      'refresh_token',
    ]);
    expect(world.giver.reused).toEqual([]);
    expect(world.server.calls).toHaveLength(3);
  });

  test('that the server refuses is renewed once, and the call that it did not take up is made', async () => {
    await using world = await authorizedWorld();
    await world.login();
    await world.callTool('echo');
    world.giver.endTokens();
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
    world.server.ways.refusesAll = true;
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(world.giver.tokenRequests().filter((sent) => sent.get('grant_type') === 'refresh_token')).toHaveLength(1);
  });

  test('is renewed by one of many who need it at once', async () => {
    await using world = await authorizedWorld();
    await world.login();
    await world.callTool('echo');
    world.giver.endTokens();
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.callTool('echo')));
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill('answered'));
    expect(world.giver.reused).toEqual([]);
    expect(world.giver.tokenRequests()).toHaveLength(2);
  });

  test('is renewed by one of two processes, and the other takes what that one was given', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({}, { clock });
    const { server, folder } = world;
    const authorization = { grant: 'authorization_code' } as const;
    await using other = openResources({
      clock,
      folder,
      servers: { remote: { transport: 'http', url: server.url, headers: {}, authorization } },
    });
    await world.login();
    clock.at += HOUR_MS;
    const answers = await Promise.all([
      world.callTool('echo'),
      other.call('', {}, { binding: { server: 'remote', tool: 'echo' } }),
    ]);
    expect(answers).toEqual([expect.objectContaining({ isError: false }), expect.objectContaining({ isError: false })]);
    expect(world.giver.reused).toEqual([]);
    expect(world.giver.tokenRequests()).toHaveLength(2);
  });

  test('whose renewal is refused blocks, and says how to log in; a login opens it', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({}, { clock });
    await world.login();
    clock.at += HOUR_MS;
    world.giver.endLogins();
    expect(await world.state()).toMatchObject({
      credential: 'missing',
      reason: expect.stringContaining('rolecall mcp login remote'),
    });
    expect(world.giver.tokenRequests()).toHaveLength(2);
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(world.giver.tokenRequests()).toHaveLength(2);
    await world.login();
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
  });

  test('that cannot be renewed just now is used until its end', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({}, { clock });
    await world.login();
    world.giver.ways.redirectTo = 'http://127.0.0.1:1/token';
    clock.at += HOUR_MS - 10_000;
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
    clock.at += 10_000;
    expect(await world.state()).toMatchObject({ credential: 'present', liveness: 'down' });
    delete world.giver.ways.redirectTo;
    clock.at += 10_000;
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
  });

  test('is not asked for again and again while the authorization server is in trouble', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({ grant: 'client_credentials' }, { clock });
    world.giver.ways.failure = 503;
    for (let count = 0; count < 4; count++) expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(world.giver.tokenRequests()).toHaveLength(1);
    expect(await world.state()).toMatchObject({ credential: 'present', liveness: 'down' });
    delete world.giver.ways.failure;
    clock.at += 10_000;
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
  });

  test('of a machine that is renewed does not begin the conversation with the server anew', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({ grant: 'client_credentials' }, { clock });
    await world.callTool('echo');
    clock.at += HOUR_MS;
    await world.callTool('echo');
    const greetings = world.server.received.filter(({ body }) => body.includes('"initialize"'));
    expect(greetings).toHaveLength(1);
  });

  test('is not used on for another address, issuer or client', async () => {
    await using world = await authorizedWorld();
    await world.login();
    const { folder, server } = world;
    const authorization = { grant: 'authorization_code' } as const;
    const elsewhere = `${server.origin}/other`;
    for (const declared of [
      { url: elsewhere, authorization },
      { url: server.url, authorization: { ...authorization, issuer: 'https://other.example' } },
      { url: server.url, authorization: { ...authorization, client_id: 'another' } },
    ]) {
      await using other = openResources({
        folder,
        servers: { remote: { transport: 'http', headers: {}, ...declared } },
      });
      const seen = server.received.length;
      expect(await other.resources.inspect('thing:do', { server: 'remote', tool: 'echo' })).toMatchObject({
        credential: 'missing',
      });
      expect(server.received).toHaveLength(seen);
    }
  });
});

describe('a scope that is missing', () => {
  test('is named with the command, asked for by the next login, and no other', async () => {
    await using world = await authorizedWorld({ scopes: ['read'] });
    expect(await world.login()).toEqual({ scope: 'read' });
    const refused = await world.callTool('admin');
    expect(refused).toMatchObject({
      status: 'not_sent',
      reason: expect.stringContaining('(admin). Run: rolecall mcp login'),
    });
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
    expect(await world.login()).toEqual({ scope: 'read admin' });
    expect(await world.callTool('admin')).toMatchObject({ structured: { scopes: ['read', 'admin'] } });
    expect(world.server.calls).toEqual(['echo', 'admin']);
  });

  test('is asked for at once where no person is needed', async () => {
    await using world = await authorizedWorld({ grant: 'client_credentials', scopes: ['read'] });
    expect(await world.callTool('echo')).toMatchObject({ structured: { scopes: ['read'] } });
    expect(await world.callTool('admin')).toMatchObject({ structured: { scopes: ['read', 'admin'] } });
    expect(world.giver.tokenRequests().map((sent) => sent.get('scope'))).toEqual(['read', 'read admin']);
  });
});

describe('a machine that is known by itself', () => {
  test('asks for a token when it is needed, and anew when it ends', async () => {
    const clock = clockAt(Date.now());
    await using world = await authorizedWorld({ grant: 'client_credentials' }, { clock });
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
    clock.at += HOUR_MS;
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
    expect(world.giver.tokenRequests().map((sent) => sent.get('grant_type'))).toEqual([
      'client_credentials',
      'client_credentials',
    ]);
  });

  test('is blocked without its secret, and the reason names it', async () => {
    await using world = await authorizedWorld({ grant: 'client_credentials' }, { environment: {} });
    expect(await world.state()).toMatchObject({
      credential: 'missing',
      reason: 'No credential "machine" was found.',
    });
    expect(world.giver.received).toEqual([]);
  });
});
