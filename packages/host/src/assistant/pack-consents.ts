import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '@rolecall/base';

const FILE = 'pack-consents.json';

/** Which packs' servers this user has agreed to, by the digest of the pack: any change of it asks again. */
export interface PackConsents {
  has(digest: string): boolean;
  add(digest: string, name: string): void;
}

/** Consents in a file of the user's state folder. A file that cannot be read agrees to nothing. */
export function packConsents(stateFolder: string): PackConsents {
  const file = join(stateFolder, FILE);
  const read = (): Record<string, string> => {
    try {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
      if (!isJsonObject(value)) return {};
      return Object.fromEntries(
        Object.entries(value).flatMap(([digest, name]) => (typeof name === 'string' ? [[digest, name]] : [])),
      );
    } catch {
      return {};
    }
  };
  return {
    has: (digest) => Object.hasOwn(read(), digest),
    add(digest, name) {
      mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
      const spare = `${file}.${randomBytes(6).toString('hex')}`;
      writeFileSync(spare, `${JSON.stringify({ ...read(), [digest]: name }, null, 2)}\n`, { mode: 0o600 });
      renameSync(spare, file);
    },
  };
}
