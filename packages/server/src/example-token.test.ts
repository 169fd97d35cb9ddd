import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openWorkspace, type Workspace } from '@rolecall/host';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from './start-server.ts';

const ROOT = join(import.meta.dirname, '../../..');
const CUSTOMER = 'sofia_rossi_8776';
const KEY = 'the-key-of-the-widget-with-forty-characters';

/** Signed tokens on the real example: the key comes from the environment, and the gate decides by what they say. */
describe('a customer of the example with a signed token', () => {
  let dir: string;
  let workspace: Workspace;
  let server: RunningServer;

  beforeAll(async () => {
    const parent = join(ROOT, 'test-output', 'workspaces');
    mkdirSync(parent, { recursive: true });
    dir = mkdtempSync(join(parent, 'token-'));
    const isSource = (path: string): boolean => !/\/(\.rolecall|node_modules)$/.test(path);
    cpSync(join(ROOT, 'examples/shop'), dir, { recursive: true, filter: isSource });
    appendFileSync(
      join(dir, 'rolecall.yaml'),
      '\nchannels:\n  widget:\n    identity: { algorithm: HS256, key: widget_key, audience: shop, max_lifetime: 1h }\n',
    );
    const environment = { ...process.env, ROLECALL_CREDENTIAL_WIDGET_KEY: KEY };
    workspace = await openWorkspace(dir, { environment });
    server = await startServer({ workspace, port: 0, token: 'test-token-of-the-trusted-backend' });
  });
  afterAll(async () => {
    await server.close();
    await workspace.close();
    rmSync(dir, { recursive: true });
  });

  async function tokenOf(level: string): Promise<string> {
    const claims = { sub: CUSTOMER, level, channel: 'widget', aud: 'shop' };
    const signing = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('10m');
    return signing.sign(new TextEncoder().encode(KEY));
  }

  /** Says something, and answers the kinds of what came back. */
  async function say(token: string, text: string): Promise<readonly string[]> {
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const response = await fetch(`${server.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await response.json()) as { readonly id: string; readonly item: string };
    };
    const { id } = await post('/api/conversations', { employee: 'lin' });
    const { item } = await post(`/api/conversations/${id}/messages`, { text });
    await workspace.handled(id, item, 20_000);
    return (await workspace.store.outbox(id)).map(({ kind }) => kind);
  }

  test('who is verified is asked to confirm the cancelling of their own order', async () => {
    expect(await say(await tokenOf('verified'), '我要取消订单 #W5918442，不想要了')).toContain('notice');
  });

  test('who only claims the same id is not, and the key stands nowhere', async () => {
    expect(await say(await tokenOf('anonymous'), '我要取消订单 #W5918442，不想要了')).not.toContain('notice');
    expect(workspace.redactor.redact(`a key: ${KEY}`)).not.toContain(KEY);
  });
});
