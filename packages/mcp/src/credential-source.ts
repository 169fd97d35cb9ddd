import { mkdir, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject, newSecret, type Redactor, RolecallError } from '@rolecall/base';
import { replaceFile, withFileLock } from './file-lock.ts';

/** Where named secrets come from. Assets hold the names; nothing but a child's environment holds a value. */
export interface CredentialSource {
  /**
   * The secret under this name, or undefined. It is known to the redactor before this answers.
   *
   * Read anew every time, so that a secret can be exchanged without a restart.
   */
  resolve(name: string): Promise<string | undefined>;
}

/** A source that can also make a secret. */
export interface Credentials extends CredentialSource {
  /** Makes a random secret and keeps it in the file, when neither environment nor file has one. */
  ensureCredential(name: string): Promise<'present' | 'created'>;
}

/** The environment variable that is looked at first: `orders_token` is `ROLECALL_CREDENTIAL_ORDERS_TOKEN`. */
export function credentialVariable(name: string): string {
  return `ROLECALL_CREDENTIAL_${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/**
 * Secrets from the environment, else from a file that only its owner may read: a JSON object of names and secrets.
 *
 * No error holds any part of a secret, not even as its cause.
 */
export function openCredentials(options: {
  readonly file: string;
  readonly environment?: Readonly<Record<string, string | undefined>> | undefined;
  readonly redactor: Redactor;
}): Credentials {
  const { file, environment = process.env, redactor } = options;

  async function resolve(name: string): Promise<string | undefined> {
    const secret = environment[credentialVariable(name)] || (await readSecrets(file)).get(name);
    if (secret === undefined) return undefined;
    if (secret.length < SHORTEST_SECRET) throw tooShort(name);
    makeKnown(name, secret, redactor);
    return secret;
  }

  async function ensureCredential(name: string): Promise<'present' | 'created'> {
    if ((await resolve(name)) !== undefined) return 'present';
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return withFileLock(file, async () => {
      if ((await resolve(name)) !== undefined) return 'present';
      const secret = newSecret();
      makeKnown(name, secret, redactor);
      const secrets = Object.fromEntries([...(await readSecrets(file)), [name, secret]]);
      await replaceFile(file, `${JSON.stringify(secrets, null, 2)}\n`, 0o600);
      return 'created';
    });
  }

  return { resolve, ensureCredential };
}

/** Anything shorter occurs in ordinary text and could not be kept out of records. */
const SHORTEST_SECRET = 6;

/** A line of a secret that is as long as this is taken for a secret of its own. */
const SHORTEST_SECRET_LINE = 16;

/** Also as it stands inside a JSON text, and line by line: a key file comes back in pieces when it is logged. */
function makeKnown(name: string, secret: string, redactor: Redactor): void {
  redactor.add(name, secret);
  redactor.add(name, JSON.stringify(secret).slice(1, -1));
  const lines = secret.split(/\r?\n/);
  if (lines.length === 1) return;
  for (const line of lines) if (line.length >= SHORTEST_SECRET_LINE) redactor.add(name, line);
}

async function readSecrets(file: string): Promise<ReadonlyMap<string, string>> {
  let text: string;
  try {
    await refuseExposed(file);
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map();
    throw error;
  }
  return parseSecrets(text, file);
}

async function refuseExposed(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return;
  throw new RolecallError({
    code: 'credentials_exposed',
    at: { file },
    message: 'Others than its owner may read the file of credentials.',
    hint: `Run: chmod 600 ${file}`,
  });
}

function parseSecrets(text: string, file: string): ReadonlyMap<string, string> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, and with it a secret.
    throw unreadable(file);
  }
  if (!isJsonObject(value)) throw unreadable(file);
  const secrets = new Map<string, string>();
  for (const [name, secret] of Object.entries(value)) {
    if (typeof secret !== 'string') throw unreadable(file);
    secrets.set(name, secret);
  }
  return secrets;
}

function unreadable(file: string): RolecallError {
  return new RolecallError({
    code: 'credentials_invalid',
    at: { file },
    message: 'The file of credentials is not a JSON object of names and texts.',
    hint: 'It looks like { "name": "secret" }.',
  });
}

function tooShort(name: string): RolecallError {
  return new RolecallError({
    code: 'credential_too_short',
    message: `The credential "${name}" is shorter than ${SHORTEST_SECRET} characters.`,
    hint: 'So short a secret cannot be kept out of records. Use a longer one.',
  });
}
