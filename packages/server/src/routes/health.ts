import type { Workspace } from '@rolecall/host';
import { Hono } from 'hono';

/**
 * `GET /healthz`: the process lives; `GET /readyz`: it can take work, which it cannot while its store does not answer or
 * once it is closing. Neither says anything else, so neither asks who wants to know.
 */
export function healthRoutes(workspace: Workspace, closing: AbortSignal): Hono {
  const routes = new Hono();
  routes.get('/healthz', (c) => c.json({ ok: true }));
  routes.get('/readyz', async (c) => {
    const isReady = !closing.aborted && (await workspace.isReady());
    return c.json({ ready: isReady }, isReady ? 200 : 503);
  });
  return routes;
}
