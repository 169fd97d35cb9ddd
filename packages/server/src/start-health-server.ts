import type { Workspace } from '@rolecall/host';
import { Hono } from 'hono';
import { stopperOf } from './connections.ts';
import { listen } from './listen.ts';
import { healthRoutes } from './routes/health.ts';
import { securityHeaders } from './security-headers.ts';

/** Says over HTTP that a process which only works conversations lives and is ready, and nothing else. */
export async function startHealthServer({
  workspace,
  host = '127.0.0.1',
  port = 4700,
}: {
  readonly workspace: Workspace;
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}): Promise<{ readonly port: number; close(): Promise<void> }> {
  const closing = new AbortController();
  const app = new Hono();
  app.use(securityHeaders);
  app.route('/', healthRoutes(workspace, closing.signal));
  const bound = await listen(app.fetch, host, port);
  const stop = stopperOf(bound.server);
  return {
    port: bound.port,
    close: () => {
      closing.abort();
      return stop();
    },
  };
}
