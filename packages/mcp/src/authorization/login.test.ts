import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { authorizedWorld, follow } from '../../test/authorized-world.ts';
import { openResources } from '../../test/open-resources.ts';
import { listenForRedirect, redirectUrlAt } from './redirect-listener.ts';

describe('a server that wants a token', () => {
  test('is not called before somebody has logged in, and the block says how', async () => {
    await using world = await authorizedWorld();
    expect(await world.state()).toMatchObject({
      credential: 'missing',
      missing: 'oauth.lin.remote',
      reason: expect.stringContaining('Run: rolecall mcp login remote --employee lin'),
    });
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(world.resources.states().find(({ server }) => server === 'remote')).toMatchObject({
      status: 'credential_missing',
      failures: 0,
    });
    expect(world.server.received).toEqual([]);
  });

  test('is called after a login, with a token for it alone, by PKCE', async () => {
    await using world = await authorizedWorld();
    await world.login();
    expect(await world.callTool('echo')).toMatchObject({ status: 'answered', isError: false });
    const asked = world.giver.received.find(({ url }) => url.pathname === '/authorize')?.url.searchParams;
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      resource: world.server.url,
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [exchange] = world.giver.tokenRequests();
    expect(exchange?.get('resource')).toBe(world.server.url);
  });

  test('has its tokens in a file that only its owner may read, and they are seen nowhere else', async () => {
    await using world = await authorizedWorld();
    await world.login();
    const answer = await world.callTool('echo');
    const file = join(world.folder, '.rolecall', 'credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    const { tokens } = JSON.parse(kept['oauth.lin.remote'] ?? '{}') as { tokens: Record<string, string> };
    const seen = JSON.stringify([answer, world.log, world.resources.states(), await world.state()]);
    for (const secret of [tokens.access_token, tokens.refresh_token]) {
      expect(secret).toMatch(/^(access|refresh)-/);
      expect(seen).not.toContain(secret);
      expect(world.redactor.redact(`«${secret}»`)).toBe('«[redacted:oauth.lin.remote]»');
    }
  });

  test('has its tokens in the vault where there is one, and in no other file', async () => {
    const key = randomBytes(32).toString('base64url');
    const vault = { from: 'vault', path: 'vault.json', key: { from: 'environment', variable: 'VAULT_KEY' } } as const;
    await using world = await authorizedWorld(
      {},
      {
        environment: { VAULT_KEY: key },
        sources: [{ from: 'file', path: 'credentials.json' }, vault],
      },
    );
    await world.login();
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
    expect(existsSync(join(world.folder, 'credentials.json'))).toBe(false);
    const text = readFileSync(join(world.folder, 'vault.json'), 'utf8');
    expect(statSync(join(world.folder, 'vault.json')).mode & 0o777).toBe(0o600);
    expect(text).not.toMatch(/access-|refresh-/);
    const kept = await world.credentials
      .sources()
      .find(({ id }) => id === 'vault')
      ?.all?.();
    expect([...(kept?.keys() ?? [])]).toEqual(['oauth.lin.remote']);
  });

  test('is reached over the older pair of a stream and posts, too', async () => {
    await using world = await authorizedWorld();
    await world.login();
    const { url } = world.server;
    const authorization = { grant: 'authorization_code' } as const;
    await using other = openResources({
      folder: world.folder,
      servers: { remote: { transport: 'sse', url, headers: {}, authorization } },
    });
    await other.call('', {}, { binding: { server: 'remote', tool: 'echo' } });
    const asked = world.server.received.find(({ method, url: at }) => method === 'GET' && at.pathname === '/mcp');
    expect(asked?.headers.authorization).toMatch(/^Bearer access-/);
  });

  test('does not have its declared headers told to the authorization server', async () => {
    await using world = await authorizedWorld();
    await world.login();
    await world.callTool('echo');
    expect(world.server.received.some(({ headers }) => headers['x-tenant'] === 'acme')).toBe(true);
    expect(world.giver.received.filter(({ headers }) => headers['x-tenant'] !== undefined)).toEqual([]);
  });

  test('is forgotten by a logout, and the tokens are taken back', async () => {
    await using world = await authorizedWorld();
    await world.login();
    await world.callTool('echo');
    expect(await world.resources.logOut('remote')).toEqual({ existed: true, revoked: true });
    expect(await world.state()).toMatchObject({ credential: 'missing' });
    expect(await world.callTool('echo')).toMatchObject({ status: 'not_sent' });
    expect(readFileSync(join(world.folder, '.rolecall', 'credentials.json'), 'utf8')).not.toContain('oauth.lin.remote');
    expect(await world.resources.logOut('remote')).toEqual({ existed: false, revoked: false });
  });

  test('that declares no authorization cannot be logged in to', async () => {
    await using world = await authorizedWorld();
    await expect(world.resources.beginLogin('hostile', redirectUrlAt(1))).rejects.toMatchObject({
      code: 'authorization_not_declared',
    });
    await expect(world.resources.beginLogin('remot', redirectUrlAt(1))).rejects.toMatchObject({
      code: 'server_unknown',
    });
  });

  test('of before the metadata of resources is looked for at its own origin', async () => {
    await using world = await authorizedWorld();
    world.server.ways.resource = false;
    await expect(world.login()).rejects.toMatchObject({
      code: 'authorization_metadata_invalid',
      message: expect.stringContaining(world.server.origin),
    });
  });
});

describe('the answer to a login', () => {
  test('is taken on this machine, and one that is not its answer changes nothing', async () => {
    await using world = await authorizedWorld();
    await using listener = await listenForRedirect(0);
    const login = await world.resources.beginLogin('remote', listener.url);
    const answer = listener.answer(login.isAnswer, AbortSignal.timeout(20_000));
    const foreign = await fetch(`${listener.url}?code=theirs&state=theirs`);
    expect(foreign.status).toBe(400);
    expect(await foreign.text()).not.toContain('theirs');
    const page = await fetch(login.url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('You may close this page');
    await login.finish(await answer);
    expect(await world.callTool('echo')).toMatchObject({ isError: false });
  });

  test('that does not come ends the wait', async () => {
    await using listener = await listenForRedirect(0);
    await expect(listener.answer(() => true, AbortSignal.timeout(10))).rejects.toMatchObject({
      code: 'authorization_timed_out',
    });
  });

  test('is taken once', async () => {
    await using world = await authorizedWorld();
    const login = await world.resources.beginLogin('remote', redirectUrlAt(3_000));
    const answer = await follow(login.url);
    await login.finish(answer);
    await expect(login.finish(answer)).rejects.toMatchObject({ code: 'authorization_state_mismatch' });
  });

  test('that says no is told, in its own words made harmless', async () => {
    await using world = await authorizedWorld();
    world.giver.ways.answer = { code: '', error: 'access_denied', error_description: 'not \u001b[31mtoday\n' };
    await expect(world.login()).rejects.toMatchObject({
      code: 'authorization_refused',
      message: 'The authorization server says access_denied: not [31mtoday.',
    });
  });
});
