import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDefinition } from '@rolecall/host';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { copyExample } from '../testing/copy-example.ts';
import { createTestIo } from '../testing/test-io.ts';

/** Of the example's order system; the credential is its own. */
const env = { LANG: 'C', ROLECALL_CREDENTIAL_ORDERS_TOKEN: 'a-token-for-these-tests' };
const ORDER = '#W9911714';
let dir: string;

beforeAll(() => {
  dir = copyExample();
});
afterAll(() => rmSync(dir, { recursive: true }));

async function mcp(...argv: readonly string[]) {
  const io = createTestIo({ env });
  const [command = '', ...rest] = argv;
  const code = await runCli(['mcp', command, '--workspace', dir, ...rest], io);
  return { code, out: io.outLines.join('\n'), told: [...io.outLines, ...io.errLines].join('\n') };
}

describe('diff and list', () => {
  test('what has no pin is told, agreed to with --accept, and told as changed when it is', {
    timeout: 60_000,
  }, async () => {
    expect(await mcp('diff')).toMatchObject({ code: 1, told: expect.stringContaining('not pinned yet') });
    expect(await mcp('diff', '--accept')).toMatchObject({ code: 0, told: expect.stringContaining('pinned orders/') });
    expect(await mcp('diff')).toMatchObject({ code: 0, told: expect.stringContaining('as pinned') });

    const lock = join(dir, 'rolecall.lock');
    const before = readFileSync(lock, 'utf8');
    const { tools, ...rest } = JSON.parse(before) as {
      tools: Record<string, { fingerprint: string; declared: object }>;
    };
    const pin = tools['orders/cancel_pending_order'];
    if (!pin) throw new Error('The tool has no pin.');
    const changed = { ...pin, fingerprint: 'sha256:other', declared: { ...pin.declared, description: 'Does less.' } };
    writeFileSync(lock, JSON.stringify({ ...rest, tools: { ...tools, 'orders/cancel_pending_order': changed } }));
    const { code, out } = await mcp('diff');
    expect(code).toBe(1);
    expect(out).toContain('order:cancel → orders/cancel_pending_order: CHANGED');
    expect(out).toMatch(/description\n\s+before: "Does less\."\n\s+now: "Cancels an order/);
    expect(await mcp('list')).toMatchObject({ code: 0, out: expect.stringContaining('CHANGED since it was pinned') });
    writeFileSync(lock, before);
  });

  test('list says what is declared without starting anything', async () => {
    const { code, out } = await mcp('list', '--no-connect', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ employee: 'lin', server: 'orders', status: 'idle', starts: 0 });
  });
});

describe('call', () => {
  test('reads freely what a contract says is a read', { timeout: 30_000 }, async () => {
    const { code, out } = await mcp('call', 'orders', 'get_order_details', '--args', `{"order_id":"${ORDER}"}`);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('"status": "pending"') });
  });

  test('writes only with --yes, and says what does not stand behind it', { timeout: 30_000 }, async () => {
    const args = [
      'orders',
      'cancel_pending_order',
      '--args',
      `{"order_id":"${ORDER}","reason":"no longer needed","request_id":"op_1"}`,
    ];
    const refused = await mcp('call', ...args);
    expect(refused).toMatchObject({ code: 2, told: expect.stringContaining('--yes') });
    expect(await mcp('call', 'orders', 'get_order_details', '--args', `{"order_id":"${ORDER}"}`)).toMatchObject({
      out: expect.stringContaining('"status": "pending"'),
    });
    const done = await mcp('call', ...args, '--yes');
    expect(done).toMatchObject({ code: 0, told: expect.stringContaining('made by hand') });
    expect(done.out).toContain('"status": "cancelled"');
  });
});

test('inspect shows what a tool declares, with its hints', { timeout: 30_000 }, async () => {
  const { code, out } = await mcp('inspect', 'orders', 'cancel_pending_order');
  expect(code).toBe(0);
  expect(out).toContain('Cancels an order that is still pending');
  expect(out).toContain('hints (never a permission): {"readOnlyHint":false');
  expect(await mcp('inspect', 'order')).toMatchObject({
    code: 1,
    told: expect.stringContaining('Did you mean "orders"'),
  });
  expect(await mcp('inspect', 'orders', 'nothing')).toMatchObject({
    code: 1,
    told: expect.stringContaining('nothing'),
  });
});

describe('add', () => {
  test('declares a server and keeps what stands there', async () => {
    const file = join(dir, 'employees/lin.yaml');
    const before = readFileSync(file, 'utf8');
    const header = ['--header', 'Authorization=Bearer credential:crm_token', '--header', 'X-Tenant=acme'];
    expect(await mcp('add', 'crm', '--url', 'https://crm.example/mcp', ...header)).toMatchObject({ code: 0 });
    const after = readFileSync(file, 'utf8');
    const kept = before.split('\n').filter((line) => line.trimStart().startsWith('#'));
    for (const line of kept) expect(after).toContain(line);
    const { employees } = await loadDefinition(dir);
    expect(employees[0]?.release.employee.mcp_servers.crm).toMatchObject({
      transport: 'http',
      url: 'https://crm.example/mcp',
      headers: { Authorization: { credential: 'crm_token', scheme: 'Bearer' }, 'X-Tenant': 'acme' },
    });
    expect(await mcp('add', 'crm', '--url', 'https://crm.example/mcp')).toMatchObject({
      code: 1,
      told: expect.stringContaining('server_exists'),
    });
    expect(await mcp('add', 'files', '--env', 'KEY=credential:key', '--', 'node', 'files.ts')).toMatchObject({
      code: 0,
    });
    writeFileSync(file, before);
  });

  test('leaves a file alone that would not be right', async () => {
    const file = join(dir, 'employees/lin.yaml');
    const before = readFileSync(file, 'utf8');
    expect(await mcp('add', 'crm', '--url', 'https://me:secret@crm.example')).toMatchObject({ code: 1 });
    expect(await mcp('add', 'Crm', '--url', 'https://crm.example')).toMatchObject({ code: 1 });
    expect(await mcp('add', 'crm')).toMatchObject({ code: 1, told: expect.stringContaining('--url') });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});

describe('scaffold', () => {
  test.each([
    ['get_order_details', 'read', ['todo_left']],
    ['cancel_pending_order', 'write', ['todo_left', 'write_without_conditions', 'write_without_read_back']],
  ] as const)(
    'gives a draft of %s that is right but for what a person decides',
    { timeout: 30_000 },
    async (tool, effect, left) => {
      const { code, out } = await mcp('scaffold', 'orders', tool, '--capability', 'draft:try', '--effect', effect);
      expect(code).toBe(0);
      const file = `assets/capabilities/draft-${effect}.yaml`;
      writeFileSync(join(dir, file), `${out}\n`);
      const { findings } = await loadDefinition(dir);
      rmSync(join(dir, file));
      const codes = new Set(findings.filter((finding) => finding.file === file).map((finding) => finding.code));
      codes.delete('asset_without_use');
      expect([...codes].sort()).toEqual(left);
    },
  );
});
