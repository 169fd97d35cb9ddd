import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { canonicalJson, RolecallError } from '@rolecall/base';
import { replaceFile, withFileLock } from '../file-lock.ts';
import { readPrivateFile } from './private-file.ts';
import type { HeldSecrets, RekeyReport, SecretSource } from './secret-source.ts';
import {
  newVaultKeys,
  openVault,
  parseVault,
  sealVault,
  type VaultFile,
  type VaultKeys,
  vaultKeysOf,
} from './vault-format.ts';
import { newVaultKey, type VaultKeySource } from './vault-key.ts';

/** What a vault is opened with. */
export interface VaultOptions {
  readonly id: string;
  readonly file: string;
  readonly key: VaultKeySource;
  readonly organisation: string;
}

/**
 * Secrets in a file sealed with AES-256-GCM, names as well, for one organisation.
 *
 * A wrong key (`vault_key_wrong`), a missing one (`vault_key_missing`), a changed file (`vault_tampered`) and the vault of
 * another organisation are told apart.
 */
export function vaultSource({ id, file, key, organisation }: VaultOptions): SecretSource {
  /** Stretching a passphrase takes a third of a second, so its outcome is kept; a vault sealed anew has another header. */
  let opened: VaultKeys | undefined;

  async function keysFor(vault: VaultFile): Promise<VaultKeys> {
    if (opened && canonicalJson(opened.header) === canonicalJson(vault.header)) return opened;
    if (vault.header.organisation !== organisation) throw foreign(file, vault.header.organisation, organisation);
    const materials = await key.read();
    if (materials.length === 0) throw missingKey(file, key);
    for (const material of materials) {
      opened = await vaultKeysOf(material, vault.header);
      if (opened) return opened;
    }
    throw wrongKey(file, key);
  }

  async function load(): Promise<{ readonly secrets: HeldSecrets; readonly keys: VaultKeys } | undefined> {
    const found = await readPrivateFile(file);
    if (found === undefined) return undefined;
    const vault = parseVault(found.text, file);
    const keys = await keysFor(vault);
    return { secrets: openVault(keys, vault, file), keys };
  }

  async function freshKeys(): Promise<VaultKeys> {
    const [first] = await key.read();
    if (first === undefined) throw missingKey(file, key);
    return newVaultKeys(first, organisation);
  }

  async function locked(action: () => Promise<void>): Promise<void> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withFileLock(file, action);
  }

  return {
    id,
    place: file,
    all: async () => (await load())?.secrets ?? new Map(),
    read: async (name) => (await load())?.secrets.get(name),
    update: (change) =>
      locked(async () => {
        const before = await load();
        const keys = before?.keys ?? (await freshKeys());
        await replaceFile(file, sealVault(keys, change(before?.secrets ?? new Map())), 0o600);
      }),
    async rekey({ generate }) {
      let report: RekeyReport = { existed: false, secrets: 0 };
      await locked(async () => {
        const before = await load();
        if (generate) await prepend(key);
        const keys = await freshKeys();
        const secrets = before?.secrets ?? new Map();
        await replaceFile(file, sealVault(keys, secrets), 0o600);
        // Only now: whatever stops us before, one of the keys that are there opens the vault.
        const [first] = await key.read();
        if (generate && first !== undefined) await key.write?.([first]);
        const keyMadeIn = generate ? key.place : undefined;
        report = { existed: before !== undefined, keyMadeIn, secrets: secrets.size };
      });
      return report;
    },
  };
}

async function prepend(key: VaultKeySource): Promise<void> {
  if (key.write === undefined) {
    throw new RolecallError({
      code: 'vault_key_not_writable',
      at: { path: key.place },
      message: {
        en: 'Rolecall cannot put a new key of the vault there.',
        zh: 'Rolecall 不能把保险库的新密钥放到那里。',
      },
      hint: {
        en: 'Put the new key there yourself, as a line before the present one, and run rekey without --generate.',
        zh: '请自己把新密钥放到那里，在现有密钥之前单独一行，再运行不带 --generate 的 rekey。',
      },
    });
  }
  await key.write([newVaultKey(), ...(await key.read())]);
}

function missingKey(file: string, key: VaultKeySource): RolecallError {
  return new RolecallError({
    code: 'vault_key_missing',
    at: { file },
    message: { en: `There is no key of the vault in ${key.place}.`, zh: `${key.place} 里没有保险库的密钥。` },
    hint: key.write
      ? {
          en: 'Put it there; for a new vault, rolecall credentials rekey --generate makes one.',
          zh: '把它放到那里；新的保险库用 rolecall credentials rekey --generate 生成一个。',
        }
      : {
          en: 'Put it there: 32 random bytes as base64url, or a passphrase of 16 characters or more.',
          zh: '把它放到那里：base64url 形式的 32 个随机字节，或 16 个字符以上的口令。',
        },
  });
}

function wrongKey(file: string, key: VaultKeySource): RolecallError {
  return new RolecallError({
    code: 'vault_key_wrong',
    at: { file },
    message: {
      en: `The key in ${key.place} is not the one under which the vault was sealed, or its header was changed.`,
      zh: `${key.place} 里的密钥不是封存保险库时用的那一个，或保险库的头部被改过。`,
    },
    hint: {
      en: 'Put the right key there. A process that takes it from its environment sees a new one only after a start.',
      zh: '把正确的密钥放到那里。从环境变量取得密钥的进程要重新启动才看得到新的。',
    },
  });
}

function foreign(file: string, theirs: string, ours: string): RolecallError {
  return new RolecallError({
    code: 'vault_other_organisation',
    at: { file },
    message: {
      en: `The vault is that of the organisation "${theirs}"; this workspace is of "${ours}".`,
      zh: `保险库属于组织“${theirs}”；这个工作区属于“${ours}”。`,
    },
    hint: {
      en: 'Each organisation has a vault of its own: name another file.',
      zh: '每个组织有自己的保险库：换一个文件。',
    },
  });
}
