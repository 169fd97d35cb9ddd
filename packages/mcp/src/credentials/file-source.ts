import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isJsonObject, RolecallError } from '@rolecall/base';
import { replaceFile, withFileLock } from '../file-lock.ts';
import { readPrivateFile } from './private-file.ts';
import type { HeldSecret, HeldSecrets, SecretSource } from './secret-source.ts';

/** Secrets in a file that only its owner may read: a JSON object of names and secrets. */
export function fileSource(id: string, file: string): SecretSource {
  async function all(): Promise<HeldSecrets> {
    const found = await readPrivateFile(file);
    return found === undefined ? new Map() : parseSecrets(found.text, file, found.changedAt);
  }

  return {
    id,
    place: file,
    all,
    read: async (name) => (await all()).get(name),
    async update(change) {
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await withFileLock(file, async () => {
        const secrets = [...change(await all())].map(([name, { secret }]) => [name, secret]);
        await replaceFile(file, `${JSON.stringify(Object.fromEntries(secrets), null, 2)}\n`, 0o600);
      });
    },
  };
}

/** The file's own time is that of its last change: no secret in it is newer. */
function parseSecrets(text: string, file: string, since: string): HeldSecrets {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, and with it a secret.
    throw unreadable(file);
  }
  if (!isJsonObject(value)) throw unreadable(file);
  const secrets = new Map<string, HeldSecret>();
  for (const [name, secret] of Object.entries(value)) {
    if (typeof secret !== 'string') throw unreadable(file);
    secrets.set(name, { secret, since });
  }
  return secrets;
}

function unreadable(file: string): RolecallError {
  return new RolecallError({
    code: 'credentials_invalid',
    at: { file },
    message: {
      en: 'The file of credentials is not a JSON object of names and texts.',
      zh: '凭证文件不是由名字和文字组成的 JSON 对象。',
    },
    hint: { en: 'It looks like { "name": "secret" }.', zh: '它的样子是 { "name": "secret" }。' },
  });
}
