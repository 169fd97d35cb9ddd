import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Redactor } from '@rolecall/base';
import type { Credentials } from '../credential-source.ts';
import type { SecretSource } from '../credentials/secret-source.ts';
import { withFileLock } from '../file-lock.ts';
import { authorizationProblem } from './authorization-problem.ts';
import { parseStoredAuthorization, type StoredAuthorization } from './stored-authorization.ts';

/** The authorization for one server of one employee, among the other credentials. */
export interface AuthorizationStore {
  /** The name of the credential. */
  readonly name: string;
  /** Its tokens are known to the redactor before this answers. Throws `authorization_invalid`. */
  read(): Promise<StoredAuthorization | undefined>;
  /**
   * Changes it while no other process does: a refresh token that is good for one use is not used twice. It is kept where it
   * is, at first in a vault where there is one. Throws `authorization_not_kept` where nothing can be written.
   */
  change(next: (before: StoredAuthorization | undefined) => Promise<StoredAuthorization | undefined>): Promise<void>;
}

/** `lockFile` stands for the credential among processes of this machine. */
export function authorizationStore(options: {
  readonly name: string;
  readonly credentials: Credentials;
  readonly redactor: Redactor;
  readonly lockFile: string;
}): AuthorizationStore {
  const { name, credentials, redactor, lockFile } = options;
  const known = new Set<string>();

  async function held(): Promise<{ readonly text: string; readonly source: SecretSource } | undefined> {
    for (const source of credentials.sources()) {
      const found = await source.read(name);
      if (found !== undefined) return { text: found.secret, source };
    }
    return undefined;
  }

  async function read(): Promise<StoredAuthorization | undefined> {
    const text = (await held())?.text;
    if (text === undefined) return undefined;
    const stored = parseStoredAuthorization(text);
    if (stored === undefined) {
      const hint = {
        en: 'Take it out (rolecall credentials remove), and log in anew.',
        zh: '去掉它（rolecall credentials remove），再重新登录。',
      };
      throw authorizationProblem(
        'authorization_invalid',
        { en: `The credential "${name}" is no authorization.`, zh: `凭证“${name}”不是授权。` },
        hint,
      );
    }
    makeKnown(stored);
    return stored;
  }

  function makeKnown({ tokens, client }: StoredAuthorization): void {
    for (const secret of [tokens?.access_token, tokens?.refresh_token, client.client_secret]) {
      if (secret === undefined || known.has(secret)) continue;
      redactor.add(name, secret);
      known.add(secret);
    }
  }

  /** Looked for before anything is asked for: a token that cannot be kept is a login lost. */
  async function writable(): Promise<NonNullable<SecretSource['update']>> {
    const sources = credentials.sources();
    const holder = (await held())?.source;
    const vault = sources.find(({ rekey, update }) => rekey !== undefined && update !== undefined);
    const target = holder ?? vault ?? sources.find(({ update }) => update !== undefined);
    if (target?.update !== undefined) return target.update;
    throw authorizationProblem(
      'authorization_not_kept',
      target === undefined
        ? { en: 'No declared source of credentials can be written.', zh: '声明的凭证来源都不能写入。' }
        : { en: `"${target.id}" cannot be written.`, zh: `“${target.id}”不能写入。` },
      {
        en: 'Declare a file or a vault under credentials in rolecall.yaml.',
        zh: '在 rolecall.yaml 的 credentials 下声明文件或保险库。',
      },
    );
  }

  return {
    name,
    read,
    async change(next) {
      await mkdir(dirname(lockFile), { recursive: true, mode: 0o700 });
      await withFileLock(lockFile, async () => {
        const update = await writable();
        const before = await read();
        const after = await next(before);
        if (after === before) return;
        if (after !== undefined) makeKnown(after);
        const since = new Date().toISOString();
        await update((secrets) => {
          const others = [...secrets].filter(([each]) => each !== name);
          return new Map(after === undefined ? others : [...others, [name, { secret: JSON.stringify(after), since }]]);
        });
      });
    },
  };
}
