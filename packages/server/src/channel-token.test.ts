import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeWorkspace } from './testing/fake-workspace.ts';
import { readEvents, startTestServer, type TestServer } from './testing/test-server.ts';

const SECRET = 'a-secret-of-at-least-thirty-two-bytes';
const HOUR_MS = 3_600_000;
const key = new TextEncoder().encode(SECRET);
const ed25519 = await generateKeyPair('EdDSA', { extractable: true });
const other = await generateKeyPair('EdDSA');

let api: TestServer;
beforeAll(async () => {
  const common = { audience: 'rolecall', maxLifetimeMs: HOUR_MS };
  const workspace = createFakeWorkspace({
    channels: {
      widget: { ...common, algorithm: 'HS256', key: SECRET },
      app: { ...common, algorithm: 'EdDSA', key: await exportSPKI(ed25519.publicKey) },
      phone: { ...common, algorithm: 'EdDSA', key: JSON.stringify(await exportJWK(ed25519.privateKey)) },
      keyless: { ...common, algorithm: 'HS256', key: undefined },
      weak: { ...common, algorithm: 'HS256', key: 'short' },
      odd: { ...common, algorithm: 'EdDSA', key: 'no key at all' },
    },
  });
  api = await startTestServer({ workspace });
});
afterAll(() => api.server.close());

const now = (): number => Math.floor(api.workspace.clock.now() / 1000);
const body = (more: object = {}) => ({
  sub: 'c-1',
  level: 'verified',
  channel: 'widget',
  aud: 'rolecall',
  exp: now() + 600,
  ...more,
});
const hs256 = (more: object = {}, signedWith: Uint8Array = key): Promise<string> =>
  new SignJWT(body(more)).setProtectedHeader({ alg: 'HS256' }).sign(signedWith);
const eddsa = (more: object = {}, pair = ed25519): Promise<string> =>
  new SignJWT(body({ channel: 'app', ...more })).setProtectedHeader({ alg: 'EdDSA' }).sign(pair.privateKey);
const open = (token: string, more: object = {}) =>
  api.request('POST', '/api/conversations', { token, body: { employee: 'ada', ...more } });
const contactOf = async (conversation: string) =>
  api.workspace.store.contact((await api.workspace.store.conversation(conversation))?.contact ?? '');

describe('a signed token', () => {
  test.each([
    ['HS256', 'widget', () => hs256({ name: 'Ann' })],
    ['EdDSA with a PEM key', 'app', () => eddsa({ name: 'Ann' })],
    ['EdDSA with a JWK', 'phone', () => eddsa({ channel: 'phone', name: 'Ann' })],
  ])('says who the customer is: %s', async (_, channel, sign) => {
    const answer = await open(await sign());
    expect(answer).toMatchObject({ status: 200, body: { channel } });
    expect(await contactOf(answer.body.id)).toMatchObject({ externalId: 'c-1', level: 'verified', displayName: 'Ann' });
  });

  test('of an anonymous customer leads to no contact whom somebody verified', async () => {
    const verified = await open(await hs256());
    const anonymous = await open(await hs256({ level: 'anonymous' }));
    expect(await contactOf(anonymous.body.id)).toMatchObject({
      externalId: 'widget:anonymous:c-1',
      level: 'anonymous',
    });
    expect(await contactOf(verified.body.id)).toMatchObject({ level: 'verified' });
    expect(anonymous.body.contact).not.toBe(verified.body.contact);
  });

  test.each<[string, () => Promise<string> | string]>([
    ['token_signature_invalid', () => hs256({}, new TextEncoder().encode('another-secret-of-thirty-two-bytes'))],
    ['token_signature_invalid', () => eddsa({}, other)],
    ['token_signature_invalid', async () => `${(await hs256()).split('.').slice(0, 2).join('.')}.AAAA`],
    ['token_expired', () => hs256({ exp: now() - 1 })],
    ['token_not_yet_valid', () => hs256({ nbf: now() + 60 })],
    ['token_audience_wrong', () => hs256({ aud: 'somebody-else' })],
    ['token_audience_wrong', () => hs256({ aud: undefined })],
    ['token_channel_unknown', () => hs256({ channel: 'nowhere' })],
    ['token_channel_unknown', () => hs256({ channel: 'constructor' })],
    ['token_channel_unknown', () => hs256({ channel: undefined })],
    ['token_lifetime_too_long', () => hs256({ exp: now() + 3_601 })],
    ['token_claims_invalid', () => hs256({ exp: undefined })],
    ['token_claims_invalid', () => hs256({ sub: '' })],
    ['token_claims_invalid', () => hs256({ level: 'admin' })],
    ['token_claims_invalid', () => hs256({ level: undefined })],
    ['token_algorithm_refused', () => new UnsecuredJWT(body()).encode()],
    ['token_algorithm_refused', () => eddsa({ channel: 'widget' })],
    ['token_algorithm_refused', () => hs256({ channel: 'app' })],
    ['token_signature_invalid', () => eddsa({ channel: 'phone' }, other)],
    ['token_key_unusable', () => hs256({ channel: 'keyless' })],
    ['token_key_unusable', () => hs256({ channel: 'weak' })],
    ['token_key_unusable', () => eddsa({ channel: 'odd' })],
    ['token_malformed', () => 'a.b.c'],
    ['token_malformed', async () => `x${await hs256()}`],
  ])('is refused: %s', async (code, sign) => {
    const answer = await api.request('GET', '/api/conversations', { token: await sign() });
    expect(answer).toMatchObject({ status: 401, body: { error: { code } } });
  });

  test('whose public key signs as a shared secret is refused', async () => {
    const pem = new TextEncoder().encode(await exportSPKI(ed25519.publicKey));
    const answer = await open(await hs256({ channel: 'app' }, pem));
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 'token_algorithm_refused' } } });
  });

  test('ends while it is used', async () => {
    const token = await hs256({ exp: now() + 60 });
    expect((await open(token)).status).toBe(200);
    api.workspace.advance(61_000);
    expect(await open(token)).toMatchObject({ status: 401, body: { error: { code: 'token_expired' } } });
  });

  test('sees its own conversations on its own channel and no others', async () => {
    const widget = await open(await hs256());
    const app = await open(await eddsa());
    const somebody = await open(await hs256({ sub: 'c-2' }));
    const token = await hs256();
    expect((await api.request('GET', `/api/conversations/${widget.body.id}`, { token })).status).toBe(200);
    for (const id of [app.body.id, somebody.body.id])
      expect((await api.request('GET', `/api/conversations/${id}`, { token })).status).toBe(404);
    const listed = await api.request('GET', '/api/conversations', { token });
    expect(listed.body.conversations.map(({ id }: { id: string }) => id)).toEqual([widget.body.id]);
    expect(await open(token, { channel: 'app' })).toMatchObject({
      status: 403,
      body: { error: { code: 'channel_not_yours' } },
    });
    expect(await open(token, { externalId: 'c-2' })).toMatchObject({
      status: 403,
      body: { error: { code: 'contact_not_yours' } },
    });
  });

  test('ends the stream that it opened', async () => {
    const token = await hs256({ exp: now() + 2 });
    const { id } = (await open(token)).body;
    const response = await fetch(`${api.server.url}/api/conversations/${id}/events`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const kinds: string[] = [];
    for await (const event of readEvents(response)) kinds.push(event.event ?? 'comment');
    expect(kinds).toContain('entry');
  });

  test('does not see whom the page may sign in as', async () => {
    const page = await startTestServer({
      workspace: api.workspace,
      pageCustomers: [{ externalId: 'c-9', displayName: 'Nine' }],
    });
    const told = await page.request('GET', '/api/workspace', { token: await hs256() });
    expect(told).toMatchObject({ status: 200, body: { page: { customers: [] } } });
    await page.server.close();
  });

  test('is no backend', async () => {
    const token = await hs256();
    for (const [method, path] of [
      ['POST', '/api/contacts'],
      ['POST', '/api/reload'],
      ['GET', '/api/explain?capability=a:b&employee=ada'],
    ] as const)
      expect((await api.request(method, path, { token, ...(method === 'POST' ? { body: {} } : {}) })).status).toBe(403);
    expect((await api.request('POST', '/api/contacts', { token, body: {} })).body.error.code).toBe('backend_only');
  });
});
