import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor, type Redactor } from '@rolecall/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Credentials, credentialVariable, openCredentials } from './credential-source.ts';

let folder: string;
let file: string;
let redactor: Redactor;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
  file = join(folder, '.rolecall/credentials.json');
  redactor = createRedactor();
});

afterEach(() => rmSync(folder, { recursive: true }));

function open(environment: Record<string, string> = {}): Credentials {
  return openCredentials({ dir: folder, environment, redactor });
}

describe('resolving', () => {
  test.each([
    ['orders_token', 'ROLECALL_CREDENTIAL_ORDERS_TOKEN'],
    ['crm.api-key', 'ROLECALL_CREDENTIAL_CRM_API_KEY'],
  ])('%s is looked for in %s', (name, variable) => expect(credentialVariable(name)).toBe(variable));

  test('the environment comes before the file', async () => {
    await open().ensureCredential('orders_token');
    const secret = await open({ ROLECALL_CREDENTIAL_ORDERS_TOKEN: 'from-outside' }).resolve('orders_token');
    expect(secret).toBe('from-outside');
  });

  test('an empty variable is none', async () => {
    expect(await open({ ROLECALL_CREDENTIAL_ORDERS_TOKEN: '' }).resolve('orders_token')).toBeUndefined();
  });

  test('a name that nobody knows has no secret', async () => {
    expect(await open().resolve('toString')).toBeUndefined();
  });

  test('what is resolved is redacted from then on', async () => {
    await open({ ROLECALL_CREDENTIAL_ORDERS_TOKEN: 'from-outside' }).resolve('orders_token');
    expect(redactor.redact('a from-outside b')).toBe('a [redacted:orders_token] b');
  });

  test('a secret of several lines is redacted line by line, and inside JSON', async () => {
    const key = '-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0B\n-----END KEY-----';
    await open({ ROLECALL_CREDENTIAL_KEY: key }).resolve('key');
    expect(redactor.redact('log: MIIEvQIBADANBgkqhkiG9w0B')).toBe('log: [redacted:key]');
    expect(redactor.redact(JSON.stringify({ key }))).toBe('{"key":"[redacted:key]"}');
  });

  test('a secret too short to be redacted is refused', async () => {
    await expect(open({ ROLECALL_CREDENTIAL_PIN: '12345' }).resolve('pin')).rejects.toMatchObject({
      code: 'credential_too_short',
    });
  });

  test.each(['not json', '[]', '{ "a": 1 }', ''])('a file of %j is refused without being quoted', async (text) => {
    await open().ensureCredential('a');
    writeFileSync(file, text, { mode: 0o600 });
    const error = await open()
      .resolve('a')
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'credentials_invalid' });
    expect(error).not.toHaveProperty('cause');
  });

  test.skipIf(process.platform === 'win32')('a file that others may read is refused, with the way out', async () => {
    await open().ensureCredential('a');
    chmodSync(file, 0o644);
    await expect(open().resolve('a')).rejects.toMatchObject({
      code: 'credentials_exposed',
      hint: expect.stringContaining('chmod 600'),
    });
  });
});

describe('making a secret', () => {
  test('keeps it in a file that only its owner may read', async () => {
    expect(await open().ensureCredential('orders_token')).toBe('created');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    expect(stored).toEqual({ orders_token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await open().resolve('orders_token')).toBe(stored.orders_token);
  });

  test('leaves one that is there', async () => {
    await open().ensureCredential('orders_token');
    const first = await open().resolve('orders_token');
    expect(await open().ensureCredential('orders_token')).toBe('present');
    expect(await open().resolve('orders_token')).toBe(first);
  });

  test('leaves the others in the file', async () => {
    await open().ensureCredential('one');
    await open().ensureCredential('two');
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')))).toEqual(['one', 'two']);
  });

  test('of many at once, each makes its own and one name gets one secret', async () => {
    const names = ['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b', 'c'];
    const made = await Promise.all(names.map((name) => open().ensureCredential(name)));
    expect(made.filter((status) => status === 'created')).toHaveLength(3);
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8'))).sort()).toEqual(['a', 'b', 'c']);
  });

  test('writes nothing when the environment has it', async () => {
    const credentials = open({ ROLECALL_CREDENTIAL_ORDERS_TOKEN: 'from-outside' });
    expect(await credentials.ensureCredential('orders_token')).toBe('present');
    expect(() => statSync(file)).toThrow('ENOENT');
  });
});
