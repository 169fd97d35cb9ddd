import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRedactor, newSecret } from '@rolecall/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Credentials, openCredentials } from '../credential-source.ts';
import { placesOf, putCredential, removeCredential, vaultNamed } from './change-credentials.ts';
import type { CredentialSourceDeclaration, VaultKeyDeclaration } from './declaration.ts';
import { vaultKeySource } from './vault-key.ts';
import { vaultSource } from './vault-source.ts';

const SECRET = 'the-value-of-the-token';
const redactor = createRedactor();
let dir: string;
let environment: Record<string, string>;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'vault-'));
  environment = { VAULT_KEY: newSecret() };
});
afterEach(() => rmSync(dir, { recursive: true }));

const vault = (key: VaultKeyDeclaration): CredentialSourceDeclaration => ({ from: 'vault', path: 'vault.json', key });
const FROM_ENVIRONMENT = vault({ from: 'environment', variable: 'VAULT_KEY' });
const FROM_FILE = vault({ from: 'file', path: 'keys/vault.key' });

function open(source = FROM_ENVIRONMENT, organisation = 'acme'): Credentials {
  return openCredentials({ dir, sources: () => [source], organisation, environment, redactor });
}
const set = (credentials: Credentials, name: string, secret: string) =>
  putCredential(credentials, 'set', { name, secret }, redactor);
const rotate = (credentials: Credentials, name: string, secret: string) =>
  putCredential(credentials, 'rotate', { name, secret }, redactor);

describe('a vault', () => {
  test('keeps secrets in a file that only its owner may read', async () => {
    await set(open(), 'orders_token', SECRET);
    expect(statSync(join(dir, 'vault.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, 'vault.json'), 'utf8')).not.toContain(SECRET);
    expect(await open().resolve('orders_token')).toBe(SECRET);
    expect(await open().resolve('other')).toBeUndefined();
  });

  test('that others may read is refused', async () => {
    await set(open(), 'orders_token', SECRET);
    chmodSync(join(dir, 'vault.json'), 0o640);
    await expect(open().resolve('orders_token')).rejects.toMatchObject({ code: 'credentials_exposed' });
  });

  test('gives a value that was rotated to who holds it open', async () => {
    const running = open();
    await set(open(), 'orders_token', SECRET);
    expect(await running.resolve('orders_token')).toBe(SECRET);
    await rotate(open(), 'orders_token', 'the-next-value');
    expect(await running.resolve('orders_token')).toBe('the-next-value');
    expect(redactor.redact(`${SECRET} the-next-value`)).toBe('[redacted:orders_token] [redacted:orders_token]');
  });

  test('written by many at once loses nothing', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `name_${index}`);
    await Promise.all(names.map((name) => set(open(), name, `secret-of-${name}`)));
    for (const name of names) expect(await open().resolve(name)).toBe(`secret-of-${name}`);
  });

  test('makes what nobody has set, once', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => open().ensureCredential('orders_token')));
    expect(made.filter((status) => status === 'created')).toHaveLength(1);
  });

  test('gives up what is removed', async () => {
    await set(open(), 'orders_token', SECRET);
    await removeCredential(open(), { name: 'orders_token' });
    expect(await open().resolve('orders_token')).toBeUndefined();
    await expect(removeCredential(open(), { name: 'orders_token', source: 'vault' })).rejects.toMatchObject({
      code: 'credential_unknown',
    });
  });
});

describe('is refused, and why is said without the value', () => {
  const failure = async (credentials: Credentials) => {
    const error = await credentials.resolve('orders_token').catch((thrown: unknown) => thrown);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(SECRET);
    return error;
  };

  test('with another key', async () => {
    await set(open(), 'orders_token', SECRET);
    environment.VAULT_KEY = newSecret();
    expect(await failure(open())).toMatchObject({
      code: 'vault_key_wrong',
      message: expect.stringContaining('VAULT_KEY'),
    });
  });

  test('without a key, with a weak one', async () => {
    await set(open(), 'orders_token', SECRET);
    environment.VAULT_KEY = '';
    expect(await failure(open())).toMatchObject({ code: 'vault_key_missing' });
    environment.VAULT_KEY = 'swordfish';
    expect(await failure(open())).toMatchObject({ code: 'vault_key_weak' });
  });

  test('changed behind our back', async () => {
    await set(open(), 'orders_token', SECRET);
    const file = JSON.parse(readFileSync(join(dir, 'vault.json'), 'utf8')) as { sealed: string };
    const bytes = Buffer.from(file.sealed, 'base64');
    bytes[3] = (bytes[3] ?? 0) ^ 1;
    writeFileSync(join(dir, 'vault.json'), JSON.stringify({ ...file, sealed: bytes.toString('base64') }));
    expect(await failure(open())).toMatchObject({ code: 'vault_tampered' });
  });

  test('when it is another organisation’s', async () => {
    await set(open(), 'orders_token', SECRET);
    expect(await failure(open(FROM_ENVIRONMENT, 'other'))).toMatchObject({ code: 'vault_other_organisation' });
  });
});

describe('sealing anew', () => {
  test('makes the key of a new vault, and a new key for one that is there', async () => {
    const running = open(FROM_FILE);
    await expect(set(open(FROM_FILE), 'orders_token', SECRET)).rejects.toMatchObject({ code: 'vault_key_missing' });
    const first = await vaultNamed(open(FROM_FILE), undefined).rekey({ generate: true });
    expect(first).toMatchObject({ existed: false, secrets: 0 });
    await set(open(FROM_FILE), 'orders_token', SECRET);
    expect(await running.resolve('orders_token')).toBe(SECRET);
    const before = [readFileSync(join(dir, 'keys/vault.key'), 'utf8'), readFileSync(join(dir, 'vault.json'), 'utf8')];

    const second = await vaultNamed(open(FROM_FILE), 'vault').rekey({ generate: true });

    expect(second).toMatchObject({ existed: true, secrets: 1 });
    const key = readFileSync(join(dir, 'keys/vault.key'), 'utf8');
    expect(key).toMatch(/^[\w-]{43}\n$/);
    expect(key).not.toBe(before[0]);
    expect(statSync(join(dir, 'keys/vault.key')).mode & 0o777).toBe(0o600);
    expect(await running.resolve('orders_token')).toBe(SECRET);
    // The old file is of no use with the new key.
    writeFileSync(join(dir, 'vault.json'), before[1] ?? '');
    await expect(open(FROM_FILE).resolve('orders_token')).rejects.toMatchObject({ code: 'vault_key_wrong' });
  });

  test.each(['before', 'after'] as const)(
    'stopped %s the vault was written, one of the keys opens it',
    async (moment) => {
      await vaultNamed(open(FROM_FILE), undefined).rekey({ generate: true });
      await set(open(FROM_FILE), 'orders_token', SECRET);
      const key = vaultKeySource({ from: 'file', path: 'keys/vault.key' }, { dir, organisation: 'acme', environment });
      let writes = 0;
      const dying = vaultSource({
        id: 'vault',
        file: join(dir, 'vault.json'),
        organisation: 'acme',
        key: {
          ...key,
          async write(keys) {
            writes++;
            if (writes === 2) throw new Error('stopped');
            await key.write?.(keys);
            if (moment === 'before') throw new Error('stopped');
          },
        },
      });
      await expect(dying.rekey?.({ generate: true })).rejects.toThrow('stopped');
      expect(await open(FROM_FILE).resolve('orders_token')).toBe(SECRET);
      expect(existsSync(join(dir, 'vault.json.lock'))).toBe(false);
    },
  );

  test('under a key from the environment takes its first line, and does not write one', async () => {
    const old = environment.VAULT_KEY ?? '';
    await set(open(), 'orders_token', SECRET);
    await expect(vaultNamed(open(), undefined).rekey({ generate: true })).rejects.toMatchObject({
      code: 'vault_key_not_writable',
    });
    const next = newSecret();
    environment.VAULT_KEY = `${next}\n${old}`;
    await vaultNamed(open(), undefined).rekey({ generate: false });
    environment.VAULT_KEY = next;
    expect(await open().resolve('orders_token')).toBe(SECRET);
  });
});

describe('a key from a program', () => {
  test('is what it writes', async () => {
    const argv = [process.execPath, '-e', `process.stdout.write('${'k'.repeat(43)}')`];
    const source = vault({ from: 'command', argv, timeoutMs: 20_000 });
    await set(open(source), 'orders_token', SECRET);
    expect(await open(source).resolve('orders_token')).toBe(SECRET);
  });
});

describe('several sources', () => {
  const both = () =>
    openCredentials({
      dir,
      sources: () => [
        { from: 'environment', prefix: 'CREDENTIAL_' },
        FROM_ENVIRONMENT,
        { from: 'file', path: 'c.json' },
      ],
      organisation: 'acme',
      environment,
      redactor,
    });

  test('are asked in the order in which they are declared', async () => {
    await putCredential(both(), 'set', { name: 'a', secret: 'from-the-file', source: 'file' }, redactor);
    expect(await both().resolve('a')).toBe('from-the-file');
    await set(both(), 'a', 'from-the-vault');
    expect(await both().resolve('a')).toBe('from-the-vault');
    environment.CREDENTIAL_A = 'from-outside';
    expect(await both().resolve('a')).toBe('from-outside');
    expect((await placesOf(both(), 'a')).map(({ source, isUsed }) => [source, isUsed])).toEqual([
      ['environment', true],
      ['vault', false],
      ['file', false],
    ]);
  });

  test('one that cannot be asked is no reason to ask the next, which may hold an older value', async () => {
    await putCredential(both(), 'set', { name: 'a', secret: 'from-the-file', source: 'file' }, redactor);
    await set(both(), 'b', SECRET);
    environment.VAULT_KEY = newSecret();
    await expect(both().resolve('a')).rejects.toMatchObject({ code: 'vault_key_wrong' });
  });

  test('a value that would never be used is not set', async () => {
    environment.CREDENTIAL_A = 'from-outside';
    await expect(set(both(), 'a', SECRET)).rejects.toMatchObject({ code: 'credential_shadowed' });
    await expect(rotate(both(), 'a', SECRET)).rejects.toMatchObject({ code: 'source_not_writable' });
  });

  test('set is for new ones, rotate for those that are there', async () => {
    await expect(rotate(both(), 'a', SECRET)).rejects.toMatchObject({ code: 'credential_unknown' });
    await set(both(), 'a', SECRET);
    await expect(set(both(), 'a', 'another')).rejects.toMatchObject({ code: 'credential_exists' });
    await expect(set(both(), '../a', SECRET)).rejects.toMatchObject({ code: 'credential_name_invalid' });
    await expect(set(both(), 'pin', '12345')).rejects.toMatchObject({ code: 'credential_too_short' });
    const elsewhere = putCredential(both(), 'set', { name: 'c', secret: SECRET, source: 'safe' }, redactor);
    await expect(elsewhere).rejects.toMatchObject({ code: 'source_unknown' });
  });
});
