import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer } from './start-server.ts';
import { createFakeWorkspace } from './testing/fake-workspace.ts';
import { requestUnderHost, startTestServer, type TestServer } from './testing/test-server.ts';

const CUSTOMERS = [
  { externalId: 'c-1', displayName: 'First' },
  { externalId: 'c-2', displayName: 'Second' },
];

describe('who may ask for what', () => {
  let api: TestServer;
  beforeAll(async () => {
    api = await startTestServer({ pageCustomers: CUSTOMERS });
  });
  afterAll(() => api.server.close());

  test.each([
    ['POST', '/api/contacts'],
    ['POST', '/api/conversations'],
    ['GET', '/api/conversations'],
    ['GET', '/api/conversations/x'],
    ['POST', '/api/conversations/x/messages'],
    ['POST', '/api/conversations/x/confirmations'],
    ['GET', '/api/conversations/x/events'],
    ['GET', '/api/conversations/x/trace'],
    ['GET', '/api/explain?capability=a:b&employee=ada'],
    ['POST', '/api/reload'],
    ['GET', '/api/servers'],
  ])('%s %s without a token is refused', async (method, path) => {
    const answer = await api.request(method, path, { token: null });
    expect(answer.status).toBe(401);
    expect(answer.body.error).toMatchObject({ code: 'unauthorized', hint: expect.stringContaining('Bearer') });
  });

  test.each(['wrong', 'test-token-of-the-trusted-backenD', `${'x'.repeat(5_000)}`])(
    'a wrong token is refused',
    async (token) => {
      expect((await api.request('GET', '/api/conversations', { token })).status).toBe(401);
      expect((await api.request('GET', '/api/workspace', { token })).status).toBe(401);
    },
  );

  test('an Authorization header of another form is refused', async () => {
    const answer = await api.request('GET', '/api/workspace', { token: null, headers: { authorization: 'Basic abc' } });
    expect(answer.status).toBe(401);
  });

  test('health needs no token', async () => {
    expect(await api.request('GET', '/healthz', { token: null })).toMatchObject({ status: 200, body: { ok: true } });
  });

  test.each([
    ['POST', '/api/contacts', { externalId: 'c-9', level: 'verified' }],
    ['GET', '/api/explain?capability=a:b&employee=ada', undefined],
    ['POST', '/api/reload', undefined],
    ['GET', '/api/servers', undefined],
  ])('a page session may not %s %s', async (method, path, body) => {
    const token = await api.signIn('c-1');
    const answer = await api.request(method, path, { token, body });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'backend_only' } } });
    expect(api.workspace.reloads).toBe(0);
  });

  test('a page session sees and writes its own conversations and no others', async () => {
    const foreign = await api.openConversation('c-2');
    const token = await api.signIn('c-1');
    const own = (await api.request('POST', '/api/conversations', { token, body: { employee: 'ada' } })).body;
    expect(own.channel).toBe('page');
    expect((await api.request('GET', `/api/conversations/${own.id}`, { token })).status).toBe(200);

    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['GET', '/events', undefined],
      ['GET', '/trace', undefined],
      ['POST', '/messages', { text: 'hello' }],
      ['POST', '/confirmations', { operation: 'op', button: 'confirm' }],
    ] as const) {
      const answer = await api.request(method, `/api/conversations/${foreign}${path}`, { token, body });
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 404,
        body: { error: { code: 'conversation_unknown' } },
      });
    }
    const listed = await api.request('GET', '/api/conversations', { token });
    expect(listed.body.conversations.map((conversation: { id: string }) => conversation.id)).toEqual([own.id]);
  });

  test('a page session cannot open or list for somebody else', async () => {
    const token = await api.signIn('c-1');
    const other = await api.workspace.contact({ externalId: 'c-2', level: 'verified' });
    for (const body of [
      { employee: 'ada', contact: other.id },
      { employee: 'ada', externalId: 'c-2' },
    ]) {
      const answer = await api.request('POST', '/api/conversations', { token, body });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'contact_not_yours' } } });
    }
    const listed = await api.request('GET', `/api/conversations?contact=${other.id}`, { token });
    expect(listed.body.conversations.every((found: { contact: string }) => found.contact !== other.id)).toBe(true);
  });

  test('a page session ends after fifteen minutes without use, and use renews it', async () => {
    const token = await api.signIn('c-1');
    for (let turn = 0; turn < 3; turn++) {
      api.workspace.advance(14 * 60_000);
      expect((await api.request('GET', '/api/conversations', { token })).status).toBe(200);
    }
    api.workspace.advance(15 * 60_000);
    expect((await api.request('GET', '/api/conversations', { token })).status).toBe(401);
  });

  test('the page signs in only as a listed customer', async () => {
    const answer = await api.request('POST', '/api/page/sessions', { token: null, body: { externalId: 'c-3' } });
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'customer_not_listed' } } });
    expect(await api.workspace.store.contactByExternalId('c-3')).toBeUndefined();
  });
});

describe('a server without page customers', () => {
  test('signs nobody in and tells the workspace only to a token', async () => {
    const api = await startTestServer();
    const signIn = await api.request('POST', '/api/page/sessions', { token: null, body: { externalId: 'c-1' } });
    expect(signIn).toMatchObject({ status: 404, body: { error: { code: 'page_sign_in_off' } } });
    expect(await api.request('GET', '/api/workspace', { token: null })).toMatchObject({
      status: 401,
      body: { error: { code: 'page_sign_in_off' } },
    });
    expect((await api.request('GET', '/api/workspace')).status).toBe(200);
    await api.server.close();
  });

  test('bound to every address, it signs nobody in even with customers', async () => {
    const api = await startTestServer({ host: '0.0.0.0', pageCustomers: CUSTOMERS });
    expect(api.server.pageSignIn).toBe(false);
    const signIn = await api.request('POST', '/api/page/sessions', { token: null, body: { externalId: 'c-1' } });
    expect(signIn.status).toBe(404);
    expect(await requestUnderHost(api.server, 'rolecall.example', '/healthz')).toBe(200);
    await api.server.close();
  });
});

describe('requests from elsewhere', () => {
  let api: TestServer;
  beforeAll(async () => {
    api = await startTestServer({ pageCustomers: CUSTOMERS });
  });
  afterAll(() => api.server.close());

  test.each([
    ['127.0.0.1:4700', 200],
    ['localhost', 200],
    ['[::1]:80', 200],
    ['rebound.example', 403],
    ['127.0.0.1.rebound.example', 403],
    ['localhost.rebound.example:4700', 403],
    ['not a host', 400],
  ])('under the name %s it answers %i', async (host, status) => {
    const answered = await requestUnderHost(api.server, host, '/healthz');
    expect([status, status === 400 ? 403 : status]).toContain(answered);
  });

  test.each(['https://rebound.example', 'http://127.0.0.1:1', 'null'])(
    'a page of the origin %s is refused',
    async (origin) => {
      const answer = await api.request('POST', '/api/page/sessions', {
        token: null,
        body: { externalId: 'c-1' },
        headers: { origin },
      });
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'origin_refused' } } });
    },
  );

  test('the page itself is let in', async () => {
    const answer = await api.request('POST', '/api/page/sessions', {
      token: null,
      body: { externalId: 'c-1' },
      headers: { origin: api.server.url },
    });
    expect(answer).toMatchObject({ status: 201, body: { externalId: 'c-1', displayName: 'First' } });
    expect(answer.body.token).toMatch(/^[\w-]{43}$/);
  });

  test('a form, which needs no permission to be sent across origins, is not read', async () => {
    const answer = await api.request('POST', '/api/page/sessions', {
      token: null,
      body: '{"externalId":"c-1"}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer).toMatchObject({ status: 415, body: { error: { code: 'not_json' } } });
  });

  test('no answer allows another origin, and every answer carries the guards of the page', async () => {
    for (const path of ['/', '/healthz', '/api/workspace', '/nothing']) {
      const { headers } = await api.request('GET', path, { headers: { origin: api.server.url } });
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  test('answers of the API are not stored', async () => {
    const answer = await api.request('GET', '/api/conversations');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

test('a weak token is not accepted', async () => {
  for (const token of ['', 'short', 'fifteen letters', 'with a space in the middle']) {
    await expect(startServer({ workspace: createFakeWorkspace(), port: 0, token })).rejects.toMatchObject({
      code: 'token_weak',
    });
  }
});
