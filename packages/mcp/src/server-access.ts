import { delimiter, dirname } from 'node:path';
import type { McpServerDeclaration } from '@rolecall/assets';
import { type Bilingual, contentHash, describeInBoth } from '@rolecall/base';
import type { ServerAuthorization } from './authorization/server-authorization.ts';
import type { CredentialSource } from './credential-source.ts';

/** What a server is spoken to with, or why it cannot be had. */
export type ServerAccess =
  | {
      readonly status: 'ready';
      /** The whole environment of a child, or the headers of every request. */
      readonly values: Readonly<Record<string, string>>;
      /** Changes when a value does, so that a connection that was opened with an older one is noticed. */
      readonly hash: string;
    }
  | { readonly status: 'credential_missing'; readonly credential: string; readonly reason: Bilingual }
  | { readonly status: 'down'; readonly reason: Bilingual };

/** All that a process needs to find programs and scratch space; on Windows, more do. */
const NEEDED = process.platform === 'win32' ? ['PATHEXT', 'SYSTEMROOT', 'COMSPEC', 'TEMP', 'TMP'] : [];

/**
 * Resolves what a declaration names: the environment of a child, with what a process needs to run and nothing else of this
 * process's own; or the headers of a remote server.
 */
export async function serverAccess(
  declaration: McpServerDeclaration,
  credentials: CredentialSource,
  authorization?: ServerAuthorization,
): Promise<ServerAccess> {
  const isChild = declaration.transport === 'stdio';
  const values: Record<string, string> = isChild ? standardVariables() : {};
  for (const [name, value] of Object.entries(isChild ? declaration.env : declaration.headers)) {
    if (typeof value === 'string') {
      values[name] = value;
      continue;
    }
    const resolved = await resolveCredential(value.credential, credentials);
    if (resolved.secret === undefined) {
      return { status: 'credential_missing', credential: value.credential, reason: resolved.reason };
    }
    const scheme = 'scheme' in value ? value.scheme : undefined;
    values[name] = scheme === undefined ? resolved.secret : `${scheme} ${resolved.secret}`;
  }
  const authorized = await authorization?.check();
  if (authorized && authorized.status !== 'ready') return authorized;
  return { status: 'ready', values, hash: contentHash({ values, login: authorized?.login ?? '' }) };
}

function standardVariables(): Record<string, string> {
  const variables: Record<string, string> = { PATH: searchPath() };
  for (const name of NEEDED) {
    const value = process.env[name];
    if (value !== undefined) variables[name] = value;
  }
  return variables;
}

/** This Node first: a script that begins with `#!/usr/bin/env node` runs on the one that runs us. */
function searchPath(): string {
  return [dirname(process.execPath), process.env.PATH].filter(Boolean).join(delimiter);
}

type Resolved =
  | { readonly secret: string; readonly reason?: undefined }
  | { readonly secret: undefined; readonly reason: Bilingual };

async function resolveCredential(name: string, credentials: CredentialSource): Promise<Resolved> {
  try {
    const secret = await credentials.resolve(name);
    if (secret !== undefined) return { secret };
    const reason = { en: `No credential "${name}" was found.`, zh: `没有找到凭证“${name}”。` };
    return { secret, reason };
  } catch (error) {
    return { secret: undefined, reason: describeInBoth(error) };
  }
}
