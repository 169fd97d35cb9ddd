import { inBoth, type JsonObject, RolecallError } from '@rolecall/base';
import { MCP_TEXTS } from '../mcp-texts.ts';

/** What the command line says of a server. */
export interface ServerFlags {
  readonly url?: string | undefined;
  readonly transport: 'http' | 'sse';
  readonly env?: readonly string[] | undefined;
  readonly header?: readonly string[] | undefined;
  readonly authorization?: boolean | undefined;
  readonly session?: 'employee' | 'conversation' | undefined;
}

/** The declaration as it stands under `mcp_servers`. Throws `usage` for one that says neither or both of its places. */
export function declarationFrom(
  [command, ...args]: readonly string[],
  { url, transport, env, header, authorization, session }: ServerFlags,
): JsonObject {
  if ((url === undefined) === (command === undefined)) {
    throw new RolecallError({ code: 'usage', message: inBoth(MCP_TEXTS, (texts) => texts.addNeedsOne) });
  }
  const shared = session === undefined ? {} : { session };
  if (url !== undefined) {
    const headers = Object.fromEntries((header ?? []).map((text) => headerFrom(text)));
    return {
      transport,
      url,
      ...(header === undefined ? {} : { headers }),
      ...(authorization ? { authorization: {} } : {}),
      ...shared,
    };
  }
  const variables = Object.fromEntries((env ?? []).map((text) => pairFrom(text)));
  return {
    transport: 'stdio',
    command,
    ...(args.length > 0 ? { args } : {}),
    ...(env === undefined ? {} : { env: variables }),
    ...shared,
  };
}

function pairFrom(text: string): [name: string, value: string | JsonObject] {
  const [, name = '', value = ''] = /^([^=\s]+)=(.*)$/s.exec(text) ?? [];
  if (name === '')
    throw new RolecallError({ code: 'usage', message: inBoth(MCP_TEXTS, (texts) => texts.pairInvalid(text)) });
  const credential = /^credential:(.+)$/.exec(value)?.[1];
  return [name, credential === undefined ? value : { credential }];
}

function headerFrom(text: string): [name: string, value: string | JsonObject] {
  const [name, value] = pairFrom(text);
  const [, scheme, credential] = (typeof value === 'string' && /^(\S+) credential:(.+)$/.exec(value)) || [];
  return scheme === undefined || credential === undefined ? [name, value] : [name, { credential, scheme }];
}
