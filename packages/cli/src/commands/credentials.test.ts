import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { copyExample } from '../testing/copy-example.ts';
import { createTestIo } from '../testing/test-io.ts';

const SECRET = 'the-value-of-the-token';
const VAULT = `credentials:
  sources:
    - { from: environment }
    - { from: vault, key: { from: file, path: .rolecall/vault.key } }
`;

let dir: string;
beforeEach(() => {
  dir = copyExample();
  appendFileSync(join(dir, 'rolecall.yaml'), VAULT);
});
afterEach(() => rmSync(dir, { recursive: true }));

async function credentials(argv: readonly string[], given: { secret?: string; env?: Record<string, string> } = {}) {
  const io = createTestIo({
    lines: given.secret === undefined ? [] : [given.secret],
    env: { LANG: 'C', ...given.env },
  });
  const [name = '', ...rest] = argv;
  const code = await runCli(['credentials', name, '--workspace', dir, ...rest], io);
  const out = io.outLines.join('\n');
  const err = io.errLines.join('\n');
  expect(out + err).not.toContain(SECRET);
  return { code, out, err };
}

describe('rolecall credentials', () => {
  test('tells what is missing, takes a value from standard input, and tells where it is and who uses it', async () => {
    const before = await credentials(['list', '--json']);
    expect(before.code).toBe(1);
    expect(JSON.parse(before.out)).toMatchObject({ name: 'orders_token', status: 'missing', places: [] });
    expect(await credentials(['set', 'orders_token'], { secret: SECRET })).toMatchObject({
      code: 1,
      err: expect.stringContaining('vault_key_missing'),
    });
    expect(await credentials(['rekey', '--generate'])).toMatchObject({ code: 0, out: expect.stringContaining('.key') });
    expect(await credentials(['set', 'orders_token'], { secret: SECRET })).toMatchObject({
      code: 0,
      out: 'orders_token is in vault.',
    });
    expect(readFileSync(join(dir, '.rolecall/vault.json'), 'utf8')).not.toContain(SECRET);

    const after = await credentials(['list']);
    expect(after).toMatchObject({ code: 0, out: expect.stringContaining('orders_token  lin → orders (ORDERS_TOKEN)') });
    expect(after.out).toMatch(/ {4}vault {2}.*vault\.json {2}since 20\d\d-/);
    expect((await credentials(['list', '--language', 'zh'])).out).toContain('设置于');
  });

  test('where tells all places, the used one first', async () => {
    await credentials(['rekey', '--generate']);
    await credentials(['set', 'orders_token', '--generate']);
    const env = { ROLECALL_CREDENTIAL_ORDERS_TOKEN: SECRET };
    const { out } = await credentials(['where', 'orders_token'], { env });
    expect(out).toContain('environment  ROLECALL_CREDENTIAL_*');
    expect(out).toMatch(/vault .*not used: an earlier source has it/);
    expect(await credentials(['rotate', 'orders_token', '--source', 'vault'], { env, secret: SECRET })).toMatchObject({
      code: 1,
      err: expect.stringContaining('credential_shadowed'),
    });
    expect(await credentials(['where', 'order_token'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Did you mean "orders_token"?'),
    });
  });

  test('rotates, and removes one in use only when told so', async () => {
    await credentials(['rekey', '--generate']);
    expect(await credentials(['rotate', 'orders_token'], { secret: SECRET })).toMatchObject({
      err: expect.stringContaining('credential_unknown'),
    });
    await credentials(['set', 'orders_token', '--generate']);
    const rotated = await credentials(['rotate', 'orders_token', '--json'], { secret: SECRET });
    expect(JSON.parse(rotated.out)).toEqual({ act: 'rotate', name: 'orders_token', source: 'vault' });
    expect(await credentials(['remove', 'orders_token'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('lin → orders'),
    });
    expect(await credentials(['remove', 'orders_token', '--yes'])).toMatchObject({ code: 0 });
    expect((await credentials(['list'])).out).toContain('missing');
  });

  test('without a value, or with one too short, nothing is set', async () => {
    await credentials(['rekey', '--generate']);
    expect(await credentials(['set', 'orders_token'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Pipe it'),
    });
    expect(await credentials(['set', 'orders_token'], { secret: '12345' })).toMatchObject({
      err: expect.stringContaining('credential_too_short'),
    });
    expect((await credentials(['list'])).out).toContain('missing');
  });

  test('a value is no argument', async () => {
    expect(await credentials(['set', 'orders_token', 'on-the-command-line'])).toMatchObject({ code: 2 });
  });

  test('a person is asked without seeing what is typed', async () => {
    await credentials(['rekey', '--generate']);
    const input = new PassThrough();
    const output = new PassThrough();
    const io = createTestIo({ input, output, isTerminal: true });
    const running = runCli(['credentials', 'set', 'orders_token', '--workspace', dir], io);
    output.once('data', () => input.write(`${SECRET}\r`));
    expect(await running).toBe(0);
    const shown = String(output.read() ?? '') + io.outLines.join('\n');
    expect(shown).not.toContain(SECRET);
    expect((await credentials(['list'])).out).toContain('vault');
  });

  test('sources that are declared wrongly are no sources at all', async () => {
    appendFileSync(join(dir, 'rolecall.yaml'), '    - { from: safe }\n');
    const env = { ROLECALL_CREDENTIAL_ORDERS_TOKEN: SECRET };
    expect((await credentials(['list'], { env })).out).toContain('missing');
  });
});
