import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { newSecret, RolecallError } from '@rolecall/base';
import { replaceFile } from '../file-lock.ts';
import { type ProgramSurroundings, runDeclared } from './command-source.ts';
import type { VaultKeyDeclaration } from './declaration.ts';
import { type Keyring, systemKeyring } from './keyring.ts';
import { readPrivateFile } from './private-file.ts';

/** Where a vault's key is. The first of several is the one to seal under; the others are of before. */
export interface VaultKeySource {
  /** For people. */
  readonly place: string;
  read(): Promise<readonly string[]>;
  /** Keeps these keys in place of those that are there; absent where we cannot write. */
  readonly write?: ((keys: readonly string[]) => Promise<void>) | undefined;
}

/** A passphrase under this is guessed by who has the file. */
const SHORTEST_KEY = 16;

/** The key of a vault, from where its declaration says. Throws `vault_key_weak` for one that could be guessed. */
export function vaultKeySource(
  key: VaultKeyDeclaration,
  surroundings: ProgramSurroundings,
  keyring: () => Keyring = () => systemKeyring(surroundings.environment),
): VaultKeySource {
  const { dir, organisation, environment } = surroundings;
  switch (key.from) {
    case 'environment':
      return { place: key.variable, read: async () => keysIn(environment[key.variable] ?? '', key.variable) };
    case 'file': {
      const file = resolve(dir, key.path);
      return {
        place: file,
        read: async () => keysIn((await readPrivateFile(file))?.text ?? '', file),
        async write(keys) {
          await mkdir(dirname(file), { recursive: true, mode: 0o700 });
          await replaceFile(file, `${keys.join('\n')}\n`, 0o600);
        },
      };
    }
    case 'keyring': {
      const account = key.account ?? organisation;
      const place = `keyring: rolecall/${account}`;
      return {
        place,
        read: async () => keysIn((await keyring().read(account)) ?? '', place),
        write: (keys) => keyring().write(account, keys.join('\n')),
      };
    }
    case 'command': {
      const place = key.argv.join(' ');
      return {
        place,
        async read() {
          const { exitCode, output } = await runDeclared(key, { ...surroundings, name: 'vault' });
          if (exitCode !== 0) throw commandFailed(key.argv[0] ?? '', exitCode);
          return keysIn(output, place);
        },
      };
    }
    default:
      return key satisfies never;
  }
}

/** 256 random bits. */
export function newVaultKey(): string {
  return newSecret();
}

function keysIn(text: string, place: string): readonly string[] {
  const keys = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (keys.every((key) => key.length >= SHORTEST_KEY)) return keys;
  throw new RolecallError({
    code: 'vault_key_weak',
    at: { path: place },
    message: {
      en: `A key of the vault is shorter than ${SHORTEST_KEY} characters.`,
      zh: `保险库的密钥短于 ${SHORTEST_KEY} 个字符。`,
    },
    hint: {
      en: 'rolecall credentials rekey --generate makes a random one.',
      zh: '用 rolecall credentials rekey --generate 生成一个随机的。',
    },
  });
}

function commandFailed(program: string, exitCode: number): RolecallError {
  return new RolecallError({
    code: 'credential_command_failed',
    message: {
      en: `The program "${program}" ended with ${exitCode} when it was asked for the key of the vault.`,
      zh: `向程序“${program}”要保险库的密钥时，它以 ${exitCode} 结束。`,
    },
    hint: {
      en: 'Run it by hand with only the variables that its declaration names.',
      zh: '只带它的声明所写的变量，手工运行一次。',
    },
  });
}
