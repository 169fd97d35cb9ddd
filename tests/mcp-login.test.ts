import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../packages/cli/src/run-cli.ts';
import { createTestIo } from '../packages/cli/src/testing/test-io.ts';
import { type AuthorizationServer, authorizationServer } from '../packages/mcp/test/authorization-server.ts';
import { type ProtectedServer, protectedServer } from '../packages/mcp/test/protected-server.ts';
import { copyShop, decisionsIn, edit, openShop, PENDING } from './shop.ts';

let dir: string;
let giver: AuthorizationServer;
let server: ProtectedServer;

beforeAll(async () => {
  dir = copyShop();
  giver = await authorizationServer();
  server = await protectedServer(giver);
  const added = await mcp(['add', 'crm', '--url', server.url, '--authorization']);
  expect(added).toMatchObject({ code: 0 });
}, 60_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await giver[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

/** Runs a command; `onUrl` is what the person does who sees the address, and may answer with a line to paste. */
async function mcp([command = '', ...rest]: readonly string[], onUrl?: (url: string) => Promise<string | undefined>) {
  const io = createTestIo();
  const input = io.input as unknown as NodeJS.WritableStream;
  const out = (line: string) => {
    io.out(line);
    const url = /https?:\/\/\S+\/authorize\?[^"\s]+/.exec(line)?.[0];
    if (url && onUrl) void onUrl(url).then((text) => text !== undefined && input.write(`${text}\n`));
  };
  const code = await runCli(['mcp', command, '--workspace', dir, ...rest], { ...io, out });
  return { code, told: [...io.outLines, ...io.errLines].join('\n') };
}

/** Where the authorization server sends the browser. */
async function endOf(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'manual' });
  return response.headers.get('location') ?? '';
}

describe('a server that wants a login', () => {
  test('says so, is logged in to by a browser, called, and logged out of', { timeout: 120_000 }, async () => {
    const call = ['call', 'crm', 'echo', '--yes'];
    expect(await mcp(call)).toMatchObject({ code: 1, told: expect.stringContaining('rolecall mcp login crm') });
    const visit = async (url: string) => void (await (await fetch(url)).text());
    const login = await mcp(['login', 'crm', '--no-browser'], visit);
    expect(login).toMatchObject({ code: 0, told: expect.stringContaining(`Log in at ${giver.origin}`) });
    expect(await mcp(call)).toMatchObject({ code: 0, told: expect.stringContaining('"name": "echo"') });
    expect(await mcp(['logout', 'crm'])).toMatchObject({ code: 0, told: expect.stringContaining('taken back') });
    expect(await mcp(call)).toMatchObject({ code: 1, told: expect.stringContaining('rolecall mcp login crm') });
  });

  test('is logged in to by the address that a browser elsewhere ended at', { timeout: 120_000 }, async () => {
    const login = await mcp(['login', 'crm', '--paste', '--language', 'zh'], endOf);
    expect(login).toMatchObject({ code: 0, told: expect.stringContaining('已登录 crm') });
    const { tokens } = JSON.parse(keptAuthorization()) as { readonly tokens: Record<string, string> };
    expect(tokens.access_token).toMatch(/^access-/);
    expect(login.told).not.toContain(tokens.access_token);
  });

  test('does not take an address of another login', { timeout: 120_000 }, async () => {
    const before = keptAuthorization();
    const login = await mcp(['login', 'crm', '--paste'], async () => 'http://127.0.0.1/callback?code=x&state=y');
    expect(login).toMatchObject({ code: 1, told: expect.stringContaining('authorization_state_mismatch') });
    expect(keptAuthorization()).toBe(before);
  });
});

describe('an employee that works with such a server', () => {
  test('is blocked with the command to run, and works on after the login without a restart', {
    timeout: 120_000,
  }, async () => {
    await mcp(['logout', 'crm']);
    edit(dir, 'employees/lin.yaml', '{ server: orders, tool: get_order_details }', '{ server: crm, tool: echo }');
    const shop = await openShop({ dir });
    try {
      await shop.say(`帮我查一下订单 ${PENDING}`);
      expect(decisionsIn(await shop.entries()).at(-1)?.decision).toMatchObject({
        verdict: 'block',
        boundary: 'connected',
        code: 'credential_missing',
      });
      expect(JSON.stringify(await shop.entries())).toContain('Run: rolecall mcp login crm --employee lin');
      await mcp(['login', 'crm', '--no-browser'], async (url) => void (await (await fetch(url)).text()));
      await mcp(['diff', '--accept']);
      await shop.say(`再查一下订单 ${PENDING}`);
      expect(decisionsIn(await shop.entries()).at(-1)).toMatchObject({
        capability: 'order:get',
        decision: { verdict: 'allow' },
      });
      const entries = JSON.stringify(await shop.entries());
      const { tokens } = JSON.parse(keptAuthorization()) as { readonly tokens: Record<string, string> };
      expect(entries).not.toContain(tokens.access_token);
      expect(entries).not.toContain(tokens.refresh_token);
    } finally {
      await shop.close();
    }
  });
});

function keptAuthorization(): string {
  const kept = JSON.parse(readFileSync(join(dir, '.rolecall', 'credentials.json'), 'utf8')) as Record<string, string>;
  return kept['oauth.lin.crm'] ?? '';
}
