import type { Readable } from 'node:stream';
import { SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { McpServerDeclaration } from '@rolecall/assets';
import type { ServerAuthorization } from './authorization/server-authorization.ts';
import { ChildTransport } from './child-transport.ts';
import { limitedFetch } from './limited-fetch.ts';

/** A way to a server that has not been taken yet. */
export interface OpenedTransport {
  readonly transport: Transport;
  /** What a child says beside the protocol. */
  readonly stderr?: Readable | undefined;
  /** True for a server that is reached over the network: its end is not noticed by itself. */
  readonly isRemote: boolean;
  /** Tells a server that keeps a session that it is over. */
  readonly farewell?: (() => Promise<void>) | undefined;
  /** Ends a child at once that no longer listens. */
  readonly kill: () => void;
}

/** Where a server is reached, and with what. */
export interface TransportOptions {
  readonly declaration: McpServerDeclaration;
  /** The environment of a child, or the headers of every request. */
  readonly values: Readonly<Record<string, string>>;
  readonly workspaceDir: string;
  /** Asked for a token before each request, in place of an `Authorization` header. */
  readonly authorization?: ServerAuthorization | undefined;
  /** One message of the server may not be longer. */
  readonly messageLimitBytes: number;
}

/** A fresh transport; a transport is used once. */
export function openTransport({ messageLimitBytes, ...options }: TransportOptions): OpenedTransport {
  const { declaration, values, workspaceDir, authorization } = options;
  if (declaration.transport === 'stdio') {
    const transport = new ChildTransport(declaration, values, workspaceDir, messageLimitBytes);
    const stderr = (transport.stderr as Readable | null) ?? undefined;
    return { transport, stderr, isRemote: false, kill: () => transport.kill() };
  }
  const url = new URL(declaration.url);
  const limited = limitedFetch(messageLimitBytes);
  const http = {
    fetch: authorization?.around(limited) ?? limited,
    requestInit: { headers: { ...values } },
    ...(authorization === undefined ? {} : { authProvider: authorization }),
  };
  if (declaration.transport === 'sse') {
    return { transport: new SSEClientTransport(url, http), isRemote: true, kill: () => {} };
  }
  const transport = new StreamableHTTPClientTransport(url, { ...http, reconnectionOptions: RECONNECTION });
  return { transport, isRemote: true, farewell: () => transport.terminateSession(), kill: () => {} };
}

/** A stream that ended is taken up again where it stopped, for as long as a call may take. */
const RECONNECTION = {
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 10_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 5,
} as const;
