import { RolecallError } from '@rolecall/base';
import { runProgram } from './run-program.ts';

const SERVICE = 'rolecall';
const TIMEOUT_MS = 30_000;
/** `secret-tool` speaks over the session's bus; `security` finds the keychain by the home folder. */
const VARIABLES = ['HOME', 'DBUS_SESSION_BUS_ADDRESS', 'XDG_RUNTIME_DIR', 'DISPLAY', 'WAYLAND_DISPLAY'];
/** `security` ends with it when there is no such item. */
const MAC_NOT_FOUND = 44;
/** One line is all that `security` takes. */
const NEW_KEY_BEFORE_OLD = /^([A-Za-z0-9_-]{43})\./;

/** The operating system's keyring, for the key of a vault. */
export interface Keyring {
  read(account: string): Promise<string | undefined>;
  write(account: string, secret: string): Promise<void>;
}

/**
 * The keyring of this system: the secret service on Linux (`secret-tool`), the keychain on macOS (`security`).
 *
 * Throws `keyring_unsupported` elsewhere, Windows included, and `keyring_unavailable` where it is not to be had.
 */
export function systemKeyring(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): Keyring {
  const variables = Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const run = async (argv: readonly string[], input?: string) => {
    try {
      return await runProgram({ argv, environment: variables, timeoutMs: TIMEOUT_MS, input });
    } catch (cause) {
      throw unavailable(argv[0] ?? '', cause);
    }
  };
  if (platform === 'linux') return secretService(run);
  if (platform === 'darwin') return keychain(run);
  throw new RolecallError({
    code: 'keyring_unsupported',
    message: { en: `The keyring of ${platform} is not supported.`, zh: `不支持 ${platform} 的密钥环。` },
    hint: {
      en: 'Take the key from a file or the environment (credentials.sources in rolecall.yaml).',
      zh: '从文件或环境变量取得密钥（rolecall.yaml 里的 credentials.sources）。',
    },
  });
}

type Run = (argv: readonly string[], input?: string) => Promise<{ exitCode: number; output: string }>;

function secretService(run: Run): Keyring {
  return {
    async read(account) {
      const { exitCode, output } = await run(['secret-tool', 'lookup', 'service', SERVICE, 'account', account]);
      // It ends with 1 both for what it does not have and where nobody can be asked.
      return exitCode === 0 && output !== '' ? output : undefined;
    },
    async write(account, secret) {
      const label = `--label=Rolecall vault ${account}`;
      const argv = ['secret-tool', 'store', label, 'service', SERVICE, 'account', account];
      const { exitCode } = await run(argv, secret);
      if (exitCode !== 0) throw unavailable('secret-tool');
    },
  };
}

function keychain(run: Run): Keyring {
  return {
    async read(account) {
      const { exitCode, output } = await run(['security', 'find-generic-password', '-s', SERVICE, '-a', account, '-w']);
      if (exitCode === MAC_NOT_FOUND) return undefined;
      if (exitCode !== 0) throw unavailable('security');
      return output === '' ? undefined : output.replace(NEW_KEY_BEFORE_OLD, '$1\n');
    },
    async write(account, secret) {
      // As a line of its standard input: an argument could be read by every process of the machine.
      const quoted = secret.replace('\n', '.').replaceAll(/["\\]/g, '\\$&');
      const line = `add-generic-password -U -s ${SERVICE} -a ${account} -w "${quoted}"\n`;
      const { exitCode } = await run(['security', '-i'], line);
      if (exitCode !== 0) throw unavailable('security');
    },
  };
}

function unavailable(program: string, cause?: unknown): RolecallError {
  return new RolecallError({
    code: 'keyring_unavailable',
    message: {
      en: `The system's keyring cannot be used through "${program}".`,
      zh: `系统的密钥环无法通过“${program}”使用。`,
    },
    hint: {
      en: 'Install it and unlock the keyring, or take the key from a file or the environment.',
      zh: '安装它并解锁密钥环，或从文件、环境变量取得密钥。',
    },
    cause,
  });
}
