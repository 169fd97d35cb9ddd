import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  newVaultKeys,
  openVault,
  parseVault,
  sealVault,
  type VaultFile,
  type VaultKeys,
  vaultKeysOf,
} from './vault-format.ts';

const WHOLE = 'A'.repeat(43);
const PASSPHRASE = 'correct horse battery staple';
const SECRETS = new Map([['orders_token', { secret: 'the-value-of-it', since: '2026-01-01T00:00:00.000Z' }]]);

let keys: VaultKeys;
beforeAll(async () => {
  keys = await newVaultKeys(WHOLE, 'acme');
});

const reopened = (text: string) => openVault(keys, parseVault(text, 'v'), 'v');
const changed = (change: (file: Record<string, unknown> & VaultFile) => void): string => {
  const file = JSON.parse(sealVault(keys, SECRETS)) as Record<string, unknown> & VaultFile;
  change(file);
  return JSON.stringify(file);
};

test('what was sealed is read again, whatever it is', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/).filter((text) => !(text in {}));
  const held = fc.record({ secret: fc.string({ unit: 'binary' }), since: fc.constant('2026-01-01T00:00:00.000Z') });
  fc.assert(
    fc.property(fc.dictionary(name, held, { noNullPrototype: true }), (secrets) => {
      const map = new Map(Object.entries(secrets));
      expect(reopened(sealVault(keys, map))).toEqual(map);
    }),
  );
});

test('neither a name nor a value nor a time is in the file, and the same secrets never look the same', () => {
  const text = sealVault(keys, SECRETS);
  for (const hidden of ['orders_token', 'the-value-of-it', '2026-01-01']) {
    for (const form of [hidden, Buffer.from(hidden).toString('base64').replace(/=+$/, '')]) {
      expect(text).not.toContain(form);
    }
  }
  expect(sealVault(keys, SECRETS)).not.toBe(text);
});

test('how the key was derived is on record: HKDF for a whole key, scrypt for a passphrase', async () => {
  expect(keys.header.derivation).toMatchObject({ name: 'hkdf-sha256' });
  const stretched = await newVaultKeys(PASSPHRASE, 'acme');
  expect(stretched.header.derivation).toMatchObject({ name: 'scrypt', cost: 131_072, block_size: 8 });
  expect(await vaultKeysOf(PASSPHRASE, stretched.header)).toBeDefined();
  expect(await vaultKeysOf(`${PASSPHRASE}r`, stretched.header)).toBeUndefined();
});

test('a wrong key is known before anything is opened', async () => {
  expect(await vaultKeysOf('B'.repeat(43), keys.header)).toBeUndefined();
  expect(await vaultKeysOf(WHOLE, keys.header)).toBeDefined();
});

test('one bit changed anywhere in the sealed part is noticed', () => {
  const sealed = Buffer.from((JSON.parse(sealVault(keys, SECRETS)) as VaultFile).sealed, 'base64');
  fc.assert(
    fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
      const text = changed((file) => {
        const bytes = Buffer.from(file.sealed, 'base64');
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        Object.assign(file, { sealed: bytes.toString('base64') });
      });
      expect(() => reopened(text)).toThrow(expect.objectContaining({ code: 'vault_tampered' }));
    }),
  );
});

describe('a changed header', () => {
  test('is authenticated, also where the key would fit', () => {
    const other = changed((file) => Object.assign(file.header, { organisation: 'other' }));
    expect(() => reopened(other)).toThrow(expect.objectContaining({ code: 'vault_tampered' }));
  });

  test.each<[string, (file: Record<string, unknown> & VaultFile) => void]>([
    [
      'a cost that takes a gigabyte',
      ({ header }) =>
        Object.assign(header, {
          derivation: { name: 'scrypt', salt: 'AAAA', cost: 2 ** 30, block_size: 8, parallelization: 1 },
        }),
    ],
    ['another cipher', ({ header }) => Object.assign(header, { cipher: 'none' })],
    ['no sealed part', (file) => Reflect.deleteProperty(file, 'sealed')],
  ])('with %s is no vault', (_, change) => {
    expect(() => parseVault(changed(change), 'v')).toThrow(expect.objectContaining({ code: 'vault_invalid' }));
  });

  test('of a newer version says so', () => {
    const newer = changed(({ header }) => Object.assign(header, { version: 2 }));
    expect(() => parseVault(newer, 'v')).toThrow(expect.objectContaining({ code: 'vault_version' }));
  });
});
