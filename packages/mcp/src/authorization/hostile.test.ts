import { describe, expect, test } from 'vitest';
import { authorizationServer } from '../../test/authorization-server.ts';
import { authorizedWorld, follow } from '../../test/authorized-world.ts';
import { loopbackServer, sendJson } from '../../test/loopback-server.ts';
import { redirectUrlAt } from './redirect-listener.ts';

const RETURN_URL = redirectUrlAt(3_000);

describe('an authorization server', () => {
  test('whose metadata name another issuer is not used', async () => {
    await using world = await authorizedWorld();
    world.giver.ways.metadata = { issuer: 'https://honest.example' };
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_issuer_mismatch' });
    expect(world.giver.tokenRequests()).toEqual([]);
  });

  test.each([
    ['of another issuer', { iss: 'https://honest.example' }],
    ['without the issuer that it promised', { iss: '' }],
  ])('is told no code by an answer %s', async (_, answer) => {
    await using world = await authorizedWorld();
    world.giver.ways.answer = answer;
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_issuer_mismatch' });
    expect(world.giver.tokenRequests()).toEqual([]);
  });

  test('without encryption is told nothing', async () => {
    await using world = await authorizedWorld();
    world.server.ways.resource = { authorization_servers: ['http://login.example'] };
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_insecure' });
    world.server.ways.resource = {};
    world.giver.ways.metadata = { token_endpoint: 'http://login.example/token' };
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_insecure' });
    world.giver.ways.metadata = { authorization_endpoint: 'http://login.example/authorize' };
    await expect(world.resources.beginLogin('remote', RETURN_URL)).rejects.toMatchObject({
      code: 'authorization_insecure',
    });
  });

  test('that does not promise PKCE is not used', async () => {
    await using world = await authorizedWorld();
    for (const methods of [undefined, ['plain']]) {
      world.giver.ways.metadata = { code_challenge_methods_supported: methods };
      await expect(world.login()).rejects.toMatchObject({ code: expect.stringMatching(/^authorization_/) });
    }
    expect(world.giver.received.filter(({ url }) => url.pathname === '/authorize')).toEqual([]);
  });

  test('that sends token requests elsewhere is not followed', async () => {
    await using elsewhere = await loopbackServer((_, response) => sendJson(response, 200, {}));
    await using world = await authorizedWorld();
    world.giver.ways.redirectTo = `${elsewhere.origin}/token`;
    await expect(world.login()).rejects.toMatchObject({ code: expect.stringMatching(/^authorization_/) });
    expect(elsewhere.received).toEqual([]);
  });

  test('that repeats what it was sent is not quoted', async () => {
    await using world = await authorizedWorld();
    world.giver.ways.failure = 500;
    const error = await world.login().catch((thrown: Error) => thrown);
    const [exchange] = world.giver.tokenRequests();
    expect(exchange?.get('code')).toMatch(/^[\w-]+$/);
    expect(`${error}${JSON.stringify(error)}${(error as Error).stack}`).not.toContain(exchange?.get('code'));
  });

  test('that gives a token of another kind gives none', async () => {
    await using world = await authorizedWorld();
    world.giver.ways.tokenType = 'DPoP';
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_refused' });
    expect(await world.state()).toMatchObject({ credential: 'missing' });
  });

  test('other than the declared one is not asked, however the server names it', async () => {
    await using other = await authorizationServer();
    await using world = await authorizedWorld({ grant: 'client_credentials' });
    world.server.ways.resource = { authorization_servers: [other.origin] };
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(other.received).toEqual([]);
    expect(world.giver.tokenRequests()).toEqual([]);
  });

  test('that takes the place of another is not sent the refresh token of that one', async () => {
    await using other = await authorizationServer();
    await using world = await authorizedWorld();
    await world.login();
    world.server.ways.resource = { authorization_servers: [other.origin] };
    world.giver.endTokens();
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(other.tokenRequests()).toEqual([]);
    expect(await world.state()).toMatchObject({ credential: 'missing', reason: expect.stringContaining(other.origin) });
  });
});

describe('an answer to a login', () => {
  test('with the state of another is refused, and the code in it is not used', async () => {
    await using world = await authorizedWorld();
    world.giver.ways.answer = { state: 'of-another' };
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_state_mismatch' });
    expect(world.giver.tokenRequests()).toEqual([]);
  });

  test('into which the code of another login was put gives no token', async () => {
    await using world = await authorizedWorld();
    const theirs = await world.resources.beginLogin('remote', RETURN_URL);
    const mine = await world.resources.beginLogin('remote', RETURN_URL);
    const code = (await follow(theirs.url)).get('code') ?? '';
    const answer = await follow(mine.url);
    answer.set('code', code);
    await expect(mine.finish(answer)).rejects.toMatchObject({ code: 'authorization_refused' });
    expect(await world.state()).toMatchObject({ credential: 'missing' });
  });
});

describe('a server', () => {
  test('that claims to be another is given no token for that one', async () => {
    await using world = await authorizedWorld();
    world.server.ways.resource = { resource: 'https://bank.example/mcp' };
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_resource_mismatch' });
    expect(world.giver.received).toEqual([]);
  });

  test('does not accept a token for another, and that is not tried for ever', async () => {
    await using world = await authorizedWorld();
    world.giver.ways.audience = 'https://bank.example/mcp';
    await world.login();
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(world.server.calls).toEqual([]);
    expect(world.giver.tokenRequests().length).toBeLessThanOrEqual(2);
  });

  test('that redirects elsewhere does not take the token there', async () => {
    await using elsewhere = await loopbackServer((_, response) => sendJson(response, 200, {}));
    await using world = await authorizedWorld();
    await world.login();
    await world.callTool('echo');
    world.server.ways.redirectTo = `${elsewhere.origin}/mcp`;
    expect(await world.callTool('echo')).not.toMatchObject({ isError: false, structured: expect.anything() });
    expect(elsewhere.received).toEqual([]);
  });

  test('elsewhere cannot have us knock at this machine', async () => {
    await using world = await authorizedWorld(
      {},
      {
        servers: {
          far: {
            transport: 'http',
            url: 'http://far.example/mcp',
            headers: {},
            authorization: { grant: 'authorization_code' },
          },
        },
      },
    );
    await expect(world.resources.beginLogin('far', RETURN_URL)).rejects.toMatchObject({
      code: 'authorization_insecure',
    });
  });

  test('whose metadata are named at an unencrypted address is not believed', async () => {
    await using world = await authorizedWorld();
    world.server.ways.metadataUrl = 'http://far.example/metadata';
    await expect(world.login()).rejects.toMatchObject({ code: 'authorization_insecure' });
  });
});
