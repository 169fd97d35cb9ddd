import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readEvents, type SentEvent, startTestServer, TEST_TOKEN, type TestServer } from './testing/test-server.ts';

describe('the event stream', () => {
  let api: TestServer;
  let conversation: string;
  const open: AbortController[] = [];
  beforeEach(async () => {
    api = await startTestServer({ heartbeatMs: 20, pageCustomers: [{ externalId: 'c-1', displayName: 'First' }] });
    conversation = await api.openConversation('c-1');
  });
  afterEach(async () => {
    for (const controller of open.splice(0)) controller.abort();
    await api.server.close();
  });

  const stream = async (query = '', headers: Record<string, string> = {}) => {
    const controller = new AbortController();
    open.push(controller);
    const response = await fetch(`${api.server.url}/api/conversations/${conversation}/events${query}`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}`, ...headers },
      signal: controller.signal,
    });
    return { response, events: readEvents(response), controller };
  };
  const take = async (events: AsyncGenerator<SentEvent>, count: number) => {
    const taken: SentEvent[] = [];
    while (taken.length < count) {
      const { value, done } = await events.next();
      if (done) break;
      if (value.event !== undefined) taken.push(value);
    }
    return taken;
  };

  test('tells what was there and then what follows, each with its sequence', async () => {
    const { events, response } = await stream();
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('cache-control')).toBe('no-store');
    const earlier = await take(events, 4);
    expect(earlier.map((event) => event.id)).toEqual(['1', '2', '3', '4']);
    expect(earlier.every((event) => event.event === 'entry')).toBe(true);
    expect(JSON.parse(earlier[2]?.data ?? '')).toMatchObject({ kind: 'employee.replied', sequence: 3 });

    await api.request('POST', `/api/conversations/${conversation}/messages`, { body: { text: 'line 1\nline 2' } });
    const later = await take(events, 2);
    expect(later.map((event) => event.id)).toEqual(['5', '6']);
    expect(JSON.parse(later[1]?.data ?? '').data.text).toBe('line 1\nline 2');
  });

  test('resumes after a sequence number without loss or repetition', async () => {
    await api.request('POST', `/api/conversations/${conversation}/messages`, { body: { text: 'hello' } });
    const total = (await api.workspace.store.entries(conversation)).length;
    for (let after = 0; after < total; after++) {
      const { events, controller } = await stream(`?after=${after}`);
      const ids = (await take(events, total - after)).map((event) => Number(event.id));
      expect(ids).toEqual(Array.from({ length: total - after }, (_, index) => after + index + 1));
      controller.abort();
    }
  });

  test('Last-Event-ID is newer than the address it is sent to', async () => {
    const { events } = await stream('?after=0', { 'last-event-id': '3' });
    expect((await take(events, 1))[0]?.id).toBe('4');
  });

  test('progress has no sequence and is told while it happens', async () => {
    const { events } = await stream('?after=4');
    await expect.poll(() => api.workspace.watchers()).toBe(1);
    api.workspace.progress(conversation, { type: 'step_started', step: 1 });
    const [event] = await take(events, 1);
    expect(event).toMatchObject({ event: 'progress', data: '{"type":"step_started","step":1}' });
    expect(event?.id).toBeUndefined();
  });

  test('secrets do not pass', async () => {
    api.workspace.redactor.add('desk_key', 'canary-secret-value');
    api.workspace.append(conversation, { kind: 'kernel.results', data: { text: 'canary-secret-value' } });
    const { events } = await stream('?after=4');
    expect((await take(events, 1))[0]?.data).toContain('[redacted:desk_key]');
  });

  test('a heartbeat comes, and keeps the session of a page that only listens', async () => {
    const token = await api.signIn('c-1');
    const { events } = await stream('?after=4', { authorization: `Bearer ${token}` });
    const nextHeartbeat = async () => {
      let sent: SentEvent | undefined;
      do sent = (await events.next()).value;
      while (sent?.comment !== 'still here');
    };
    await nextHeartbeat();
    api.workspace.advance(14 * 60_000);
    await nextHeartbeat();
    await nextHeartbeat();
    api.workspace.advance(14 * 60_000);
    expect((await api.request('GET', '/api/conversations', { token })).status).toBe(200);
  });

  test('a client that leaves is no longer watched for', async () => {
    const { events, controller } = await stream();
    await take(events, 1);
    await expect.poll(() => api.workspace.watchers()).toBe(1);
    controller.abort();
    await expect.poll(() => api.workspace.watchers()).toBe(0);
  });

  test('a server that closes ends its streams', async () => {
    const { events } = await stream();
    await take(events, 4);
    const closed = api.server.close();
    let sent: IteratorResult<SentEvent>;
    do sent = await events.next();
    while (!sent.done);
    await closed;
    expect(api.workspace.watchers()).toBe(0);
  });

  test('a fault in the middle is told as an event and ends the stream', async () => {
    const broken = await startTestServer({
      workspace: {
        ...api.workspace,
        // biome-ignore lint/correctness/useYield: it fails before it has anything to tell
        async *watch() {
          throw new Error('the disk is gone');
        },
      } as typeof api.workspace,
    });
    const response = await fetch(`${broken.server.url}/api/conversations/${conversation}/events`, {
      headers: { authorization: `Bearer ${TEST_TOKEN}` },
    });
    const [event] = await take(readEvents(response), 2);
    expect(event).toMatchObject({ event: 'error', data: expect.stringContaining('internal_error') });
    await broken.server.close();
  });

  test.each(['-1', 'x', '1.5', '9'.repeat(16)])('the sequence %s is refused', async (after) => {
    const { response } = await stream(`?after=${after}`);
    expect(response.status).toBe(400);
  });
});
