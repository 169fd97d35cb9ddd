import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSecret } from '@rolecall/base';

const VARIABLE = 'ROLECALL_API_TOKEN';

/** The token of the HTTP API and where it comes from. */
export interface ApiToken {
  readonly token: string;
  /** The variable or file that holds it. */
  readonly from: string;
  /** Somebody else keeps it: it is not to be shown. */
  readonly isGiven: boolean;
}

/** The token from the environment, else the one that was made when this workspace was first served, else a new one. */
export async function readApiToken(dir: string, env: Readonly<Record<string, string | undefined>>): Promise<ApiToken> {
  const given = env[VARIABLE];
  if (given) return { token: given, from: VARIABLE, isGiven: true };
  const file = join(dir, '.rolecall', 'api-token');
  const token = (await readToken(file)) ?? (await makeToken(dir, file));
  return { token, from: '.rolecall/api-token', isGiven: false };
}

async function readToken(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Readable by its owner only. Two first starts at once agree on the one that came first. */
async function makeToken(dir: string, file: string): Promise<string> {
  await mkdir(join(dir, '.rolecall'), { recursive: true });
  const token = newSecret();
  try {
    await writeFile(file, `${token}\n`, { mode: 0o600, flag: 'wx' });
    return token;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return (await readToken(file)) ?? token;
  }
}
