import { tmpdir } from 'node:os';
import { createRedactor } from '@rolecall/base';
import { expect, test } from 'vitest';
import { type Credentials, openCredentials } from '../credential-source.ts';

const redactor = createRedactor();

function program(
  script: string,
  given: { environment?: readonly string[]; timeoutMs?: number; refreshMs?: number; args?: readonly string[] } = {},
): Credentials {
  const { environment, timeoutMs = 30_000, refreshMs = 0, args = [] } = given;
  const argv = [process.execPath, '-e', script, ...args];
  return openCredentials({
    dir: tmpdir(),
    sources: () => [{ from: 'command', argv, environment, timeoutMs, refreshMs, missingExitCode: 3 }],
    organisation: 'acme',
    environment: { HOME: '/home/nobody', OTHER: 'not-for-it' },
    redactor,
  });
}

test('is asked by name, without a shell, and what it writes is the secret', async () => {
  const script = 'console.log(process.argv.slice(1).join(" "))';
  const args = ['{organisation}/{name}', '$HOME;`id`'];
  expect(await program(script, { args }).resolve('orders_token')).toBe('acme/orders_token $HOME;`id`');
  expect(redactor.redact('acme/orders_token $HOME;`id`')).toBe('[redacted:orders_token]');
});

test('sees PATH and the variables that its declaration names, and nothing else', async () => {
  process.env.ROLECALL_TEST_CANARY = 'canary-of-the-parent';
  const script = 'process.stdout.write(JSON.stringify(process.env))';
  const seen = JSON.parse((await program(script, { environment: ['HOME', 'ABSENT'] }).resolve('a_b')) ?? '') as object;
  delete process.env.ROLECALL_TEST_CANARY;
  // macOS adds one of its own to every process.
  expect(Object.keys(seen).filter((name) => !name.startsWith('__CF'))).toEqual(['PATH', 'HOME']);
});

test('that has nothing says so by its exit code or by silence', async () => {
  expect(await program('process.exit(3)').resolve('absent')).toBeUndefined();
  expect(await program('').resolve('absent')).toBeUndefined();
});

test.each([
  ['fails', 'process.stdout.write("half-a-secret"); process.exit(2)', {}, 'ended with 2'],
  ['does not answer in time', 'setTimeout(() => {}, 60000)', { timeoutMs: 300 }, 'did not answer within 300 ms'],
  ['says too much', 'process.stdout.write("half-a-secret".repeat(9000))', {}, 'wrote more than 65536 bytes'],
])('one that %s is an error that quotes nothing', async (_, script, given, reason) => {
  const error = await program(script, given)
    .resolve('orders_token')
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'credential_command_failed', message: expect.stringContaining(reason) });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('half-a-secret');
});

test('one that is not there is an error', async () => {
  const credentials = openCredentials({
    dir: tmpdir(),
    sources: () => [{ from: 'command', argv: ['rolecall-no-such-program'], timeoutMs: 1000, refreshMs: 0 }],
    environment: {},
    redactor,
  });
  await expect(credentials.resolve('a')).rejects.toMatchObject({ message: expect.stringContaining('ENOENT') });
});

test('an answer is used until its time has passed', async () => {
  const script = 'process.stdout.write(String(process.hrtime.bigint()))';
  const kept = program(script, { refreshMs: 600_000 });
  expect(await kept.resolve('orders_token')).toBe(await kept.resolve('orders_token'));
  const fresh = program(script);
  expect(await fresh.resolve('orders_token')).not.toBe(await fresh.resolve('orders_token'));
});
