import { RolecallError } from '@rolecall/base';
import type { Workspace } from '@rolecall/host';
import { createApp } from './app.ts';
import { stopperOf } from './connections.ts';
import { listen } from './listen.ts';
import { isLoopback } from './loopback.ts';
import { type PageCustomer, PageSessions } from './page-sessions.ts';

export interface ServerOptions {
  readonly workspace: Workspace;
  /** 127.0.0.1 without it: reachable from this machine only. */
  readonly host?: string | undefined;
  /** 4700 without it; when taken, the next free one. 0 takes any. */
  readonly port?: number | undefined;
  /** Who holds it is a trusted backend: it may speak for every contact. */
  readonly token: string;
  /** Where the built page lies. */
  readonly consoleDir?: string | undefined;
  /** Whom the page may sign in as. Has an effect on a loopback address only. */
  readonly pageCustomers?: readonly PageCustomer[] | undefined;
  readonly heartbeatMs?: number | undefined;
  /** Takes one line about a fault, without secrets. Standard error without it. */
  readonly log?: ((line: string) => void) | undefined;
}

export interface RunningServer {
  readonly url: string;
  readonly port: number;
  /** True when the port asked for was taken and another one is used. */
  readonly portMoved: boolean;
  /** False when the page has nobody to sign in as, or the address is not a loopback one. */
  readonly pageSignIn: boolean;
  /** Ends open streams, finishes running requests, stops listening. The workspace stays open. */
  close(): Promise<void>;
}

/** Serves a workspace over HTTP: the API for backends, the page for people. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { workspace, host = '127.0.0.1', port = 4700, token, consoleDir, pageCustomers = [] } = options;
  requireStrongToken(token);
  workspace.redactor.add('api_token', token);
  const boundToLoopback = isLoopback(host);
  const pageSignIn = boundToLoopback && pageCustomers.length > 0;
  const closing = new AbortController();
  const app = createApp(
    {
      workspace,
      page: pageSignIn ? { sessions: new PageSessions(workspace.clock), customers: pageCustomers } : undefined,
      heartbeatMs: options.heartbeatMs ?? 15_000,
      closing: closing.signal,
      log: options.log ?? ((line) => console.error(line)),
    },
    { token, boundToLoopback, consoleDir },
  );
  const bound = await listen(app.fetch, host, port);
  const stop = stopperOf(bound.server);
  return {
    url: `http://${shownHost(host)}:${bound.port}`,
    port: bound.port,
    portMoved: port !== 0 && bound.port !== port,
    pageSignIn,
    close: () => {
      closing.abort();
      return stop();
    },
  };
}

const SHORTEST_TOKEN = 16;

function requireStrongToken(token: string): void {
  if (token.length >= SHORTEST_TOKEN && /^[\x21-\x7e]+$/.test(token)) return;
  throw new RolecallError({
    code: 'token_weak',
    message: {
      en: `An API token has at least ${SHORTEST_TOKEN} visible ASCII characters.`,
      zh: `API 令牌至少有 ${SHORTEST_TOKEN} 个可见的 ASCII 字符。`,
    },
    hint: {
      en: 'Make one with: node -e "console.log(crypto.randomBytes(32).toString(\'base64url\'))"',
      zh: `可以这样生成：node -e "console.log(crypto.randomBytes(32).toString('base64url'))"`,
    },
  });
}

/** An address that a browser can open: the wildcard addresses stand for every address of the machine. */
function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
