import { delimiter, dirname } from 'node:path';
import type { McpServerDeclaration } from '@rolecall/assets';
import { contentHash, describeError } from '@rolecall/base';
import type { CredentialSource } from './credential-source.ts';

/** What a child process gets to see, or why it cannot be had. */
export type ChildEnvironment =
  | {
      readonly status: 'ready';
      readonly variables: Readonly<Record<string, string>>;
      /** Changes when a value does, so that a child that was started with an older one is noticed. */
      readonly hash: string;
    }
  | { readonly status: 'credential_missing'; readonly credential: string; readonly reason: string };

/** All that a process needs to find programs and scratch space; on Windows, more do. */
const NEEDED = process.platform === 'win32' ? ['PATHEXT', 'SYSTEMROOT', 'COMSPEC', 'TEMP', 'TMP'] : [];

/**
 * The whole environment of a declared server: what it needs to run, and what its declaration names.
 *
 * Nothing else of this process's environment is in it.
 */
export async function childEnvironment(
  declared: McpServerDeclaration['env'],
  credentials: CredentialSource,
): Promise<ChildEnvironment> {
  const variables: Record<string, string> = { PATH: searchPath() };
  for (const name of NEEDED) {
    const value = process.env[name];
    if (value !== undefined) variables[name] = value;
  }
  for (const [variable, value] of Object.entries(declared)) {
    if (typeof value === 'string') {
      variables[variable] = value;
      continue;
    }
    const resolved = await resolveCredential(value.credential, credentials);
    if (resolved.secret === undefined) {
      return { status: 'credential_missing', credential: value.credential, reason: resolved.reason };
    }
    variables[variable] = resolved.secret;
  }
  return { status: 'ready', variables, hash: contentHash(variables) };
}

/** This Node first: a script that begins with `#!/usr/bin/env node` runs on the one that runs us. */
function searchPath(): string {
  return [dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter);
}

type Resolved =
  | { readonly secret: string; readonly reason?: undefined }
  | { readonly secret: undefined; readonly reason: string };

async function resolveCredential(name: string, credentials: CredentialSource): Promise<Resolved> {
  try {
    const secret = await credentials.resolve(name);
    return secret === undefined ? { secret, reason: `No credential "${name}" was found.` } : { secret };
  } catch (error) {
    return { secret: undefined, reason: describeError(error) };
  }
}
