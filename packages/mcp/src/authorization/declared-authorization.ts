import { join } from 'node:path';
import type { McpServerDeclaration } from '@rolecall/assets';
import type { Clock, Redactor } from '@rolecall/base';
import type { Credentials } from '../credential-source.ts';
import { authorizationStore } from './authorization-store.ts';
import type { AuthorizationParts } from './server-authorization.ts';

/** The name of the credential that the tokens for a server are kept as. */
export function authorizationName(employee: string, server: string): string {
  return `oauth.${employee}.${server}`;
}

/** What the authorization for a server is made of, undefined for one that is declared without. */
export function declaredAuthorization(
  name: string,
  declaration: McpServerDeclaration | undefined,
  options: {
    /** Whose the tokens are; they are kept under this name. */
    readonly employee?: string | undefined;
    readonly workspaceDir: string;
    readonly credentials: Credentials;
    readonly redactor: Redactor;
    readonly clock: Clock;
  },
): AuthorizationParts | undefined {
  if (declaration === undefined || declaration.transport === 'stdio') return undefined;
  const { authorization } = declaration;
  if (authorization === undefined) return undefined;
  const { employee = 'employee', workspaceDir, credentials, redactor, clock } = options;
  const credential = authorizationName(employee, name);
  const lockFile = join(workspaceDir, '.rolecall', credential);
  return {
    declaration: { ...declaration, authorization },
    store: authorizationStore({ name: credential, credentials, redactor, lockFile }),
    credentials,
    clock,
    loginCommand: `rolecall mcp login ${name} --employee ${employee}`,
  };
}
