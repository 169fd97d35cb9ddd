import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeWorkspace } from './testing/fake-workspace.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const LETTER = {
  id: 'conv_1.3.0',
  kind: 'outbox',
  state: 'dead',
  conversation: 'conv_1',
  what: 'channel:shop',
  attempts: 15,
  lastError: 'It answered 500.',
  at: '2026-01-01T00:00:00.000Z',
} as const;

let api: TestServer;
beforeAll(async () => {
  api = await startTestServer({
    workspace: createFakeWorkspace({ letters: [LETTER] }),
    pageCustomers: [{ externalId: 'c-1', displayName: 'First' }],
  });
});
afterAll(() => api.server.close());

describe('events from outside', () => {
  const event = { event: 'parcel.delivered', payload: { order: 'o-1' }, externalId: 'c-1', employee: 'ada' };

  test('are accepted once for an id, in the body or as a key', async () => {
    await api.openConversation('c-1');
    const first = await api.request('POST', '/api/events', { body: { ...event, id: 'e-1' } });
    const again = await api.request('POST', '/api/events', { body: event, headers: { 'idempotency-key': 'e-1' } });
    expect([first.status, again.status]).toEqual([202, 202]);
    expect(again.body).toEqual({ ...first.body, status: 'duplicate' });

    const other = await api.request('POST', '/api/events', { body: { ...event, payload: {}, id: 'e-1' } });
    expect([other.status, other.body.error.code]).toEqual([409, 'event_id_reused']);
  });

  test('name whom they are about in one way, and an event that there is', async () => {
    const send = async (body: object) => (await api.request('POST', '/api/events', { body })).body.error?.code;
    expect(await send({ ...event, employee: undefined })).toBe('body_invalid');
    expect(await send({ ...event, conversation: 'conv_1' })).toBe('body_invalid');
    expect(await send({ ...event, event: 'parcel.lost' })).toBe('event_unknown');
    expect(await send({ ...event, payload: 'none' })).toBe('body_invalid');
  });

  test('and letters are for a backend only', async () => {
    const token = await api.signIn('c-1');
    for (const [method, path] of [
      ['POST', '/api/events'],
      ['GET', '/api/letters'],
      ['POST', `/api/letters/${LETTER.id}/retry`],
    ] as const) {
      const body = method === 'POST' ? event : undefined;
      expect((await api.request(method, path, { token, body })).body.error.code).toBe('backend_only');
      expect((await api.request(method, path, { token: null, body })).status).toBe(401);
    }
  });
});

test('letters are listed, shown, tried anew and given up', async () => {
  expect((await api.request('GET', '/api/letters')).body).toEqual({ letters: [LETTER] });
  expect((await api.request('GET', `/api/letters/${LETTER.id}`)).body).toEqual({
    ...LETTER,
    content: { text: 'hello' },
  });
  for (const verdict of ['retry', 'drop']) {
    const answer = await api.request('POST', `/api/letters/${LETTER.id}/${verdict}`);
    expect([answer.status, answer.body]).toEqual([202, { id: LETTER.id, verdict }]);
    const unknown = await api.request('POST', `/api/letters/none/${verdict}`);
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'letter_unknown']);
  }
});
