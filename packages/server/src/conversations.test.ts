import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findingWords } from '@rolecall/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFakeWorkspace } from './testing/fake-workspace.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

describe('contacts, conversations and what is known of them', () => {
  let api: TestServer;
  beforeAll(async () => {
    api = await startTestServer({
      workspace: createFakeWorkspace({
        findings: [
          { severity: 'warning', code: 'unused', ...findingWords({ en: 'unused', zh: '没有用到' }) },
          { severity: 'error', code: 'broken', ...findingWords({ en: 'broken', zh: '坏了' }) },
        ],
      }),
      pageCustomers: [{ externalId: 'c-1', displayName: 'First' }],
    });
  });
  afterAll(() => api.server.close());

  test('the workspace is described without what is inside its releases', async () => {
    const answer = await api.request('GET', '/api/workspace', { token: null });
    expect(answer.body).toEqual({
      name: 'fake',
      language: 'en',
      employees: [
        {
          id: 'ada',
          displayName: { zh: '艾达', en: 'Ada' },
          model: 'builtin/matcher',
          rolePack: 'desk-clerk',
          release: expect.stringMatching(/^sha256:/),
          examples: { zh: [], en: [] },
        },
      ],
      findings: { error: 1, warning: 1, notice: 0 },
      page: { customers: [{ externalId: 'c-1', displayName: 'First' }] },
    });
  });

  test("a contact's level is the backend's word", async () => {
    const answer = await api.request('POST', '/api/contacts', {
      body: { externalId: 'c-7', level: 'anonymous', displayName: 'Seven' },
    });
    expect(answer).toMatchObject({
      status: 200,
      body: { externalId: 'c-7', level: 'anonymous', displayName: 'Seven' },
    });
    expect(await api.workspace.store.contact(answer.body.id)).toMatchObject({ level: 'anonymous' });
  });

  test('a contact of an unknown level is refused with the field', async () => {
    const answer = await api.request('POST', '/api/contacts', { body: { externalId: '', level: 'admin' } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields.map((field: { field: string }) => field.field)).toEqual(['externalId', 'level']);
  });

  test('opening twice finds the same conversation, greeted once', async () => {
    const first = await api.openConversation('c-8');
    const second = await api.openConversation('c-8');
    expect(second).toBe(first);
    const replies = (await api.workspace.store.entries(first)).filter((entry) => entry.kind === 'employee.replied');
    expect(replies.map((entry) => entry.data.kind)).toEqual(['greeting']);
  });

  test('a backend opens by contact id on a channel of its choice', async () => {
    const contact = await api.workspace.contact({ externalId: 'c-10', level: 'verified' });
    const answer = await api.request('POST', '/api/conversations', {
      body: { contact: contact.id, employee: 'ada', channel: 'widget' },
    });
    expect(answer.body).toMatchObject({ contact: contact.id, employee: 'ada', channel: 'widget' });
  });

  test.each([
    [{ externalId: 'stranger', employee: 'ada' }, 'contact_unknown'],
    [{ employee: 'ada' }, 'contact_unknown'],
    [{ contact: 'nope', employee: 'ada' }, 'contact_unknown'],
    [{ externalId: 'c-8', employee: 'adda' }, 'employee_unknown'],
  ])('%o is refused as %s', async (body, code) => {
    const answer = await api.request('POST', '/api/conversations', { body });
    expect(answer).toMatchObject({ status: 404, body: { error: { code, hint: expect.any(String) } } });
  });

  test('a conversation is opened in one of the two languages, or in none that is named', async () => {
    await api.workspace.contact({ externalId: 'c-13', level: 'verified' });
    const open = (language: string) =>
      api.request('POST', '/api/conversations', { body: { externalId: 'c-13', employee: 'ada', language } });
    expect((await open('en')).status).toBe(200);
    expect(await open('fr')).toMatchObject({ status: 400, body: { error: { fields: [{ field: 'language' }] } } });
  });

  test('contact and external id of two people are refused', async () => {
    const contact = await api.workspace.contact({ externalId: 'c-11', level: 'verified' });
    await api.workspace.contact({ externalId: 'c-12', level: 'verified' });
    const body = { contact: contact.id, externalId: 'c-12', employee: 'ada' };
    expect((await api.request('POST', '/api/conversations', { body })).body.error.code).toBe('contact_unknown');
  });

  test('conversations are listed newest first, by contact and up to a limit', async () => {
    const first = await api.openConversation('c-20');
    const second = await api.openConversation('c-21');
    const ids = async (query: string) =>
      (await api.request('GET', `/api/conversations${query}`)).body.conversations.map(
        (found: { id: string }) => found.id,
      );
    expect((await ids('?limit=2')).slice(0, 2)).toEqual([second, first]);
    expect(await ids('?limit=1')).toEqual([second]);
    const contact = (await api.workspace.store.conversation(first))?.contact;
    expect(await ids(`?contact=${contact}`)).toEqual([first]);
    expect((await api.request('GET', '/api/conversations?limit=0')).status).toBe(400);
  });

  test('a trace has the rounds, or the one asked for', async () => {
    const id = await api.openConversation('c-30');
    await api.request('POST', `/api/conversations/${id}/messages`, { body: { text: 'hello' } });
    const all = await api.request('GET', `/api/conversations/${id}/trace`);
    expect(all.body.rounds).toHaveLength(2);
    const round = all.body.rounds[1].round;
    const one = await api.request('GET', `/api/conversations/${id}/trace?round=${round}`);
    expect(one.body.rounds.map((found: { round: string }) => found.round)).toEqual([round]);
  });

  test('a capability is explained boundary by boundary', async () => {
    const answer = await api.request('GET', '/api/explain?capability=desk:lookup&employee=ada');
    expect(answer.body.heldBackBy).toBe('bound');
    expect(answer.body.boundaries).toHaveLength(5);
    const wrong = await api.request('GET', '/api/explain?capability=desk&employee=');
    expect(wrong.body.error.fields.map((field: { field: string }) => field.field)).toEqual(['capability', 'employee']);
  });

  test('the servers of the employees are told with what is wrong with them', async () => {
    const answer = await api.request('GET', '/api/servers');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ servers: [{ server: 'loans', status: 'backing_off', failures: 2 }] });
  });

  test('reload answers the findings', async () => {
    const answer = await api.request('POST', '/api/reload');
    expect(answer.body.findings).toHaveLength(2);
    expect(api.workspace.reloads).toBe(1);
  });

  test('what is not there says so', async () => {
    expect(await api.request('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { error: { code: 'route_unknown', message: expect.stringContaining('GET /api/nothing') } },
    });
  });
});

describe('the page', () => {
  test('is served with its files, and nothing beside them', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'console-'));
    await mkdir(join(dir, 'dist', 'assets'), { recursive: true });
    await writeFile(join(dir, 'secret.txt'), 'secret');
    await writeFile(join(dir, 'dist', 'index.html'), '<!doctype html><title>page</title>');
    await writeFile(join(dir, 'dist', 'assets', 'app-1.js'), 'export {};');
    const api = await startTestServer({ consoleDir: join(dir, 'dist') });
    const page = await api.request('GET', '/', { token: null });
    expect(page.body).toContain('<title>page</title>');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const script = await api.request('GET', '/assets/app-1.js', { token: null });
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(script.headers.get('cache-control')).toContain('immutable');
    for (const path of ['/assets/app-2.js', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt']) {
      expect((await api.request('GET', path, { token: null })).status, path).toBe(404);
    }
    await api.server.close();
    await rm(dir, { recursive: true });
  });

  test('that is not built is said plainly', async () => {
    const api = await startTestServer({ consoleDir: '/nowhere' });
    const page = await api.request('GET', '/', { token: null });
    expect(page.status).toBe(404);
    expect(page.body).toContain('npm run build -w @rolecall/console');
    await api.server.close();
  });
});
