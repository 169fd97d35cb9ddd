import { expect, test } from 'vitest';
import { startServer } from './start-server.ts';
import { createFakeWorkspace } from './testing/fake-workspace.ts';

const TOKEN = 'test-token-of-the-trusted-backend';

test('a port that is taken gives way to a free one, and that is known', async () => {
  const workspace = createFakeWorkspace();
  const first = await startServer({ workspace, port: 0, token: TOKEN });
  expect(first.portMoved).toBe(false);
  const second = await startServer({ workspace, port: first.port, token: TOKEN });
  expect(second.port).toBeGreaterThan(first.port);
  expect(second.portMoved).toBe(true);
  expect((await fetch(`${second.url}/healthz`)).status).toBe(200);
  await first.close();
  await second.close();
});

test('an address that is not of this machine is an error with a way out', async () => {
  const starting = startServer({ workspace: createFakeWorkspace(), host: '192.0.2.1', port: 0, token: TOKEN });
  await expect(starting).rejects.toMatchObject({ code: 'cannot_listen', hint: expect.stringContaining('--host') });
});

test('closing twice is closing once', async () => {
  const server = await startServer({ workspace: createFakeWorkspace(), port: 0, token: TOKEN });
  await server.close();
  await server.close();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});
