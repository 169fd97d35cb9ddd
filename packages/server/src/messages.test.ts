import { inAnyLanguage, RolecallError } from '@rolecall/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeWorkspace } from './testing/fake-workspace.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

describe('messages', () => {
  let api: TestServer;
  let conversation: string;
  beforeAll(async () => {
    api = await startTestServer();
    conversation = await api.openConversation('c-1');
  });
  afterAll(() => api.server.close());

  const send = (body: unknown, headers: Record<string, string> = {}) =>
    api.request('POST', `/api/conversations/${conversation}/messages`, { body, headers });

  test('an accepted message is answered with its item, conversation and position', async () => {
    const answer = await send({ text: 'hello' });
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: 'accepted', conversation, item: expect.any(String) });
    expect(answer.body.position).toBeGreaterThan(0);
    const entries = await api.workspace.store.entries(conversation);
    expect(entries.map((entry) => entry.data.item)).toContain(answer.body.item);
  });

  test('the 202 comes only after the workspace has taken the message', async () => {
    const workspace = createFakeWorkspace();
    let release = (): void => {};
    const durable = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = await startTestServer({
      workspace: {
        ...workspace,
        send: async (message) => durable.then(() => workspace.send(message)),
      } as typeof workspace,
    });
    const id = await slow.openConversation('c-1');
    let answered = false;
    const pending = slow
      .request('POST', `/api/conversations/${id}/messages`, { body: { text: 'hello' } })
      .finally(() => {
        answered = true;
      });
    await slow.request('GET', '/healthz');
    expect(answered).toBe(false);
    release();
    expect((await pending).status).toBe(202);
    await slow.server.close();
  });

  test('a repeated key answers the first ids and adds nothing', async () => {
    const first = await send({ text: 'once' }, { 'idempotency-key': 'k-1' });
    const before = (await api.workspace.store.entries(conversation)).length;
    const second = await send({ text: 'once' }, { 'idempotency-key': 'k-1' });
    expect(second.status).toBe(202);
    expect(second.body).toEqual({ ...first.body, status: 'duplicate' });
    expect((await api.workspace.store.entries(conversation)).length).toBe(before);
  });

  test('a key with other content is refused', async () => {
    await send({ text: 'one' }, { 'idempotency-key': 'k-2' });
    const answer = await send({ text: 'two' }, { 'idempotency-key': 'k-2' });
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'idempotency_key_reused' } } });
  });

  test('a key of one conversation means nothing in another', async () => {
    const first = await send({ text: 'mine' }, { 'idempotency-key': 'k-3' });
    const other = await api.openConversation('c-2');
    const answer = await api.request('POST', `/api/conversations/${other}/messages`, {
      body: { text: 'mine' },
      headers: { 'idempotency-key': 'k-3' },
    });
    expect(answer.body).toMatchObject({ status: 'accepted', conversation: other });
    expect(answer.body.item).not.toBe(first.body.item);
  });

  test('a key that no header should carry is refused', async () => {
    const answer = await send({ text: 'hello' }, { 'idempotency-key': 'k'.repeat(201) });
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'idempotency_key_invalid' } } });
  });

  test.each([
    ['just over the limit', 'x'.repeat(20_001)],
    ['in characters of four bytes', '😀'.repeat(20_001)],
    ['larger than any body', 'x'.repeat(13_000_000)],
  ])('a message %s is refused with advice', async (_, text) => {
    const answer = await send({ text });
    expect(answer).toMatchObject({
      status: 413,
      body: { error: { code: 'message_too_long', hint: expect.stringMatching(/shorten.*file/i) } },
    });
  });

  test('the longest message passes, whatever its characters', async () => {
    expect((await send({ text: 'x'.repeat(20_000) })).status).toBe(202);
    const escaped = `{"text":"${'\\ud83d\\ude00'.repeat(10_000)}"}`;
    expect((await send(escaped)).status).toBe(202);
  });

  test.each([
    ['no text', {}, 'text'],
    ['an empty text', { text: ' \n ' }, 'text'],
    ['a text of another type', { text: 5 }, 'text'],
    ['a field that nobody reads', { text: 'hello', level: 'verified' }, ''],
    ['a list', [], ''],
  ])('%s is refused with the field at fault', async (_, body, field) => {
    const answer = await send(body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'body_invalid' } } });
    expect(answer.body.error.fields).toEqual([{ field, message: expect.any(String) }]);
  });

  test('an error is told in the language that the request prefers', async () => {
    const refused = await send({ text: '', extra: 1 }, { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' });
    const { code, message, fields } = refused.body.error;
    expect([code, message]).toEqual(['body_invalid', '请求体不是这个路由所要的。']);
    for (const field of fields) expect(field.message).toMatch(/\p{Script=Han}/u);
    const long = await send({ text: 'x'.repeat(20_001) }, { 'accept-language': 'zh' });
    expect(long.body.error).toMatchObject({ message: '一条消息最多 20000 个字符。', hint: '缩短它，或发送文件。' });
    expect((await send({ text: '' }, { 'accept-language': 'fr' })).body.error.message).toMatch(/^The body/);
  });

  test('a body that is no JSON is refused', async () => {
    expect(await send('{"text":')).toMatchObject({ status: 400, body: { error: { code: 'body_not_json' } } });
  });

  test('an unknown conversation is refused', async () => {
    const answer = await api.request('POST', '/api/conversations/nope/messages', { body: { text: 'hello' } });
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'conversation_unknown' } } });
  });

  test('a pressed button is accepted as an item of its own', async () => {
    const path = `/api/conversations/${conversation}/confirmations`;
    const answer = await api.request('POST', path, { body: { operation: 'op_1', button: 'decline' } });
    expect(answer).toMatchObject({ status: 202, body: { status: 'accepted', conversation } });
    const entries = await api.workspace.store.entries(conversation);
    expect(entries.find((entry) => entry.kind === 'employee.button_pressed')?.data).toMatchObject({
      operation: 'op_1',
      button: 'decline',
    });
    const several = { operation: ['op_1', 'op_2'], button: 'confirm' };
    expect(await api.request('POST', path, { body: several })).toMatchObject({ status: 202 });
    for (const operation of [[], Array.from({ length: 10 }, () => 'op_1'), ['op_1', ''], 7])
      expect(await api.request('POST', path, { body: { operation, button: 'confirm' } })).toMatchObject({
        status: 400,
      });
    const wrong = await api.request('POST', path, { body: { operation: 'op_1', button: 'maybe' } });
    expect(wrong.body.error.fields).toEqual([{ field: 'button', message: expect.any(String) }]);
  });
});

describe('faults', () => {
  test('a fault of ours is told by its code only and logged without secrets', async () => {
    const workspace = createFakeWorkspace();
    workspace.redactor.add('desk_key', 'canary-secret-value');
    const api = await startTestServer({
      workspace: {
        ...workspace,
        send: () => Promise.reject(new Error('the system said: canary-secret-value')),
      } as typeof workspace,
    });
    const conversation = await api.openConversation('c-1');
    const answer = await api.request('POST', `/api/conversations/${conversation}/messages`, {
      body: { text: 'hello' },
    });
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
    expect(JSON.stringify(answer.body)).not.toContain('system');
    expect(api.logged).toEqual(['the system said: [redacted:desk_key]']);
    await api.server.close();
  });

  test('an error that the caller can act on keeps its code and hint, without secrets', async () => {
    const workspace = createFakeWorkspace();
    workspace.redactor.add('desk_key', 'canary-secret-value');
    const error = new RolecallError({
      code: 'capability_unknown',
      message: inAnyLanguage('canary-secret-value'),
      hint: inAnyLanguage('Did you mean …'),
    });
    const api = await startTestServer({
      workspace: { ...workspace, explain: () => Promise.reject(error) } as typeof workspace,
    });
    const answer = await api.request('GET', '/api/explain?capability=desk:lookup&employee=ada');
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { code: 'capability_unknown', message: '[redacted:desk_key]', hint: 'Did you mean …' } },
    });
    expect(api.logged).toEqual([]);
    await api.server.close();
  });

  test("the API's own token stands in no answer", async () => {
    const api = await startTestServer();
    const conversation = await api.openConversation('c-1');
    await api.request('POST', `/api/conversations/${conversation}/messages`, {
      body: { text: 'the token is test-token-of-the-trusted-backend' },
    });
    const trace = await api.request('GET', `/api/conversations/${conversation}/trace`);
    expect(JSON.stringify(trace.body)).toContain('[redacted:api_token]');
    expect(JSON.stringify(trace.body)).not.toContain('test-token-of-the-trusted-backend');
    await api.server.close();
  });
});
