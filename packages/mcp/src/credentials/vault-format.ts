import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdf,
  type KeyObject,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import { promisify } from 'node:util';
import { canonicalJson, isJsonObject, RolecallError } from '@rolecall/base';
import { z } from 'zod';
import type { HeldSecret, HeldSecrets } from './secret-source.ts';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** `randomBytes(32)` as base64url or hex: needs no stretching. */
const WHOLE_KEY = /^(?:[A-Za-z0-9_-]{43}|[0-9a-f]{64})$/;

const base64 = z.string().regex(/^[A-Za-z0-9+/]+={0,2}$/);

/** Bounded, so that a file from elsewhere cannot make us spend a gigabyte. */
const derivation = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('hkdf-sha256'), salt: base64 }),
  z.strictObject({
    name: z.literal('scrypt'),
    salt: base64,
    cost: z
      .int()
      .min(2)
      .max(2 ** 18)
      .refine((cost) => Number.isInteger(Math.log2(cost)), 'a power of two'),
    block_size: z.int().min(1).max(8),
    parallelization: z.int().min(1).max(4),
  }),
]);

const headerSchema = z.strictObject({
  format: z.literal('rolecall-vault'),
  version: z.literal(1),
  organisation: z.string(),
  cipher: z.literal('aes-256-gcm'),
  derivation,
  /** By which a wrong key is told from a changed file. */
  key_check: base64,
});

const fileSchema = z.strictObject({ header: headerSchema, nonce: base64, sealed: base64 });

type Derivation = z.infer<typeof derivation>;

/** What stands before the sealed part, in the clear and authenticated. */
export type VaultHeader = z.infer<typeof headerSchema>;

/** A vault's file, parsed. */
export type VaultFile = z.infer<typeof fileSchema>;

/** The keys that one key of the owner's becomes under one header. */
export interface VaultKeys {
  readonly encryption: KeyObject;
  readonly header: VaultHeader;
}

/** Throws `vault_invalid` for what is no vault, `vault_version` for a newer one. */
export function parseVault(text: string, file: string): VaultFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid(file);
  }
  const version = isJsonObject(value) && isJsonObject(value.header) ? value.header.version : undefined;
  if (typeof version === 'number' && version > 1) throw tooNew(file, version);
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) throw invalid(file);
  return parsed.data;
}

/** A fresh header for a key, with its derivation: none but HKDF for 256 random bits, scrypt for a passphrase. */
export async function newVaultKeys(material: string, organisation: string): Promise<VaultKeys> {
  const salt = randomBytes(16).toString('base64');
  const chosen: Derivation = WHOLE_KEY.test(material)
    ? { name: 'hkdf-sha256', salt }
    : { name: 'scrypt', salt, cost: 2 ** 17, block_size: 8, parallelization: 1 };
  const { encryption, check } = await derive(material, chosen, organisation);
  const header: VaultHeader = {
    format: 'rolecall-vault',
    version: 1,
    organisation,
    cipher: 'aes-256-gcm',
    derivation: chosen,
    key_check: check.toString('base64'),
  };
  return { encryption, header };
}

/** The keys under which a vault was sealed; undefined when this material is not its key. */
export async function vaultKeysOf(material: string, header: VaultHeader): Promise<VaultKeys | undefined> {
  const { encryption, check } = await derive(material, header.derivation, header.organisation);
  const kept = Buffer.from(header.key_check, 'base64');
  if (kept.length !== check.length || !timingSafeEqual(kept, check)) return undefined;
  return { encryption, header };
}

/** Seals secrets, their names and times as well, with the header authenticated. */
export function sealVault({ encryption, header }: VaultKeys, secrets: HeldSecrets): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', encryption, nonce);
  cipher.setAAD(Buffer.from(canonicalJson(header), 'utf8'));
  const plain = Buffer.from(JSON.stringify(Object.fromEntries(secrets)), 'utf8');
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  plain.fill(0);
  const file: VaultFile = { header, nonce: nonce.toString('base64'), sealed: sealed.toString('base64') };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The secrets again. Throws `vault_tampered` when the file is not what was sealed under this key. */
export function openVault({ encryption }: VaultKeys, { header, nonce, sealed }: VaultFile, file: string): HeldSecrets {
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', encryption, Buffer.from(nonce, 'base64'), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(canonicalJson(header), 'utf8'));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const parts = [decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()];
    const plain = Buffer.concat(parts);
    const secrets = new Map(Object.entries(JSON.parse(plain.toString('utf8')) as Record<string, HeldSecret>));
    for (const part of [...parts, plain]) part.fill(0);
    return secrets;
  } catch {
    // Neither the cipher's nor the parser's own words belong beside a secret.
    throw new RolecallError({
      code: 'vault_tampered',
      at: { file },
      message: {
        en: 'The vault was changed after it was sealed: its key is right, its content is not.',
        zh: '保险库在封存之后被改过：密钥是对的，内容不对。',
      },
      hint: {
        en: 'Restore it from a copy, find out who changed it, and rotate what it held.',
        zh: '从副本恢复，查明是谁改的，并更换里面的全部凭证。',
      },
    });
  }
}

/** One key for sealing and one value to know it by; neither tells anything about the other. */
async function derive(
  material: string,
  { salt, ...how }: Derivation,
  organisation: string,
): Promise<{ encryption: KeyObject; check: Buffer }> {
  const saltBytes = Buffer.from(salt, 'base64');
  const root =
    how.name === 'scrypt'
      ? await stretch(material, saltBytes, how)
      : Buffer.from(await expand('sha256', material, saltBytes, 'rolecall vault', KEY_BYTES));
  const bytes = Buffer.from(await expand('sha256', root, '', `rolecall vault seal ${organisation}`, KEY_BYTES));
  const encryption = createSecretKey(bytes);
  const check = createHmac('sha256', root).update(`rolecall vault check ${organisation}`).digest().subarray(0, 16);
  root.fill(0);
  bytes.fill(0);
  return { encryption, check };
}

const expand = promisify(hkdf);

function stretch(
  material: string,
  salt: Buffer,
  { cost, block_size: blockSize, parallelization }: Omit<Extract<Derivation, { name: 'scrypt' }>, 'salt' | 'name'>,
): Promise<Buffer> {
  const maxmem = 256 * cost * blockSize;
  return new Promise((resolve, reject) => {
    scrypt(material, salt, KEY_BYTES, { cost, blockSize, parallelization, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function invalid(file: string): RolecallError {
  return new RolecallError({
    code: 'vault_invalid',
    at: { file },
    message: {
      en: 'The file is not a vault of credentials, or its header has been damaged.',
      zh: '这个文件不是凭证保险库，或头部已经损坏。',
    },
    hint: {
      en: 'Restore it from a copy; rolecall credentials set makes a new one where there is none.',
      zh: '从副本恢复；没有保险库时，rolecall credentials set 会新建一个。',
    },
  });
}

function tooNew(file: string, version: number): RolecallError {
  return new RolecallError({
    code: 'vault_version',
    at: { file },
    message: {
      en: `The vault is of version ${version}; this release reads version 1.`,
      zh: `保险库的版本是 ${version}；这个版本的程序只读版本 1。`,
    },
    hint: { en: 'Use the release that wrote it, or a newer one.', zh: '使用写出它的版本，或更新的版本。' },
  });
}
