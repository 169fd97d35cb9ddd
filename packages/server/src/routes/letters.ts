import { Hono } from 'hono';
import { requireBackend, type ServerEnv } from '../caller.ts';
import type { ServerContext } from '../server-context.ts';

/** What could not be handled or delivered: `GET /letters`, `GET /letters/:id`, `POST /letters/:id/retry` and `/drop`. */
export function letterRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const { letters, redactor } = workspace;
  routes.get('/letters', requireBackend, async (c) => c.json(redactor.redact({ letters: await letters.list() })));
  routes.get('/letters/:id', requireBackend, async (c) =>
    c.json(redactor.redact(await letters.show(c.req.param('id')))),
  );
  routes.post('/letters/:id/retry', requireBackend, async (c) => {
    await letters.retry(c.req.param('id'));
    return c.json({ id: c.req.param('id'), verdict: 'retry' }, 202);
  });
  routes.post('/letters/:id/drop', requireBackend, async (c) => {
    await letters.drop(c.req.param('id'));
    return c.json({ id: c.req.param('id'), verdict: 'drop' }, 202);
  });
  return routes;
}
