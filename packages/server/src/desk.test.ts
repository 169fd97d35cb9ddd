import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeWorkspace } from './testing/fake-workspace.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

const CUSTOMERS = [{ externalId: 'c-1', displayName: 'First' }];
const PERSON = { person: 'Wang Fang' };

describe('the operators’ desk', () => {
  let api: TestServer;
  let conversation: string;
  beforeAll(async () => {
    const waiting = [
      {
        kind: 'hand_over',
        conversation: 'conv_1',
        at: '2026-01-01T00:00:00.000Z',
        reason: 'wish',
        summary: 'a refund',
        person: null,
        waitingSince: null,
        employee: 'ada',
        channel: 'page',
        contact: { id: 'contact_1', externalId: 'c-1' },
      },
    ] as const;
    api = await startTestServer({ workspace: createFakeWorkspace({ waiting }), pageCustomers: CUSTOMERS });
    conversation = await api.openConversation('c-1');
  });
  afterAll(() => api.server.close());

  const acts = () => [
    ['GET', '/api/desk', undefined] as const,
    ['POST', `/api/desk/conversations/${conversation}/take-over`, PERSON] as const,
    ['POST', `/api/desk/conversations/${conversation}/messages`, { ...PERSON, text: 'Hello.' }] as const,
    ['POST', `/api/desk/conversations/${conversation}/hand-back`, { ...PERSON, note: 'paid' }] as const,
    ['POST', '/api/desk/operations/op_1/settle', { ...PERSON, outcome: 'failed', reason: 'looked' }] as const,
    ['POST', '/api/desk/operations/op_1/done', PERSON] as const,
    ['POST', '/api/desk/operations/op_1/approval', { ...PERSON, verdict: 'refuse', reason: 'no' }] as const,
  ];

  test('lists what waits', async () => {
    const answer = await api.request('GET', '/api/desk');
    expect(answer).toMatchObject({ status: 200, body: { items: [{ kind: 'hand_over', summary: 'a refund' }] } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('takes an act and answers once it is durable', async () => {
    for (const [method, path, body] of acts().slice(1)) {
      expect((await api.request(method, path, { body })).status, path).toBe(202);
    }
    expect(api.workspace.acts).toEqual([
      { act: 'takeOver', conversation, ...PERSON },
      { act: 'write', conversation, ...PERSON, text: 'Hello.' },
      { act: 'handBack', conversation, ...PERSON, note: 'paid' },
      { act: 'settle', operation: 'op_1', ...PERSON, outcome: 'failed', reason: 'looked' },
      { act: 'followUpDone', operation: 'op_1', ...PERSON },
      { act: 'approve', operation: 'op_1', ...PERSON, verdict: 'refuse', reason: 'no' },
    ]);
  });

  test('an act that is repeated under one key is done once', async () => {
    const before = api.workspace.acts.length;
    const path = `/api/desk/conversations/${conversation}/messages`;
    const options = { body: { ...PERSON, text: 'Once.' }, headers: { 'idempotency-key': 'k-1' } };
    expect((await api.request('POST', path, options)).body.status).toBe('accepted');
    expect((await api.request('POST', path, options)).body.status).toBe('duplicate');
    expect(api.workspace.acts.length).toBe(before + 1);
  });

  test('no customer reaches it, and nobody without a token', async () => {
    const token = await api.signIn('c-1');
    const before = api.workspace.acts.length;
    for (const [method, path, body] of acts()) {
      expect(await api.request(method, path, { token, body }), path).toMatchObject({
        status: 403,
        body: { error: { code: 'backend_only' } },
      });
      expect((await api.request(method, path, { token: null, body })).status, path).toBe(401);
    }
    expect(api.workspace.acts.length).toBe(before);
  });

  test.each([
    ['messages', { ...PERSON, text: ' ' }, 'text'],
    ['messages', { text: 'Who?' }, 'person'],
    ['take-over', {}, 'person'],
    ['hand-back', { ...PERSON, note: 'x'.repeat(2_001) }, 'note'],
  ])('what %s lacks is named: %o', async (act, body, field) => {
    const answer = await api.request('POST', `/api/desk/conversations/${conversation}/${act}`, { body });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'body_invalid', fields: [{ field }] } } });
  });

  test('a conversation that does not exist is none of the desk', async () => {
    const answer = await api.request('POST', '/api/desk/conversations/nowhere/take-over', { body: PERSON });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'conversation_unknown' } } });
  });
});
