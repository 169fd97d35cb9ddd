import { isCapabilityKey } from '@rolecall/base';
import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { requireBackend, type ServerEnv } from '../caller.ts';
import type { ServerContext } from '../server-context.ts';

const query = z.object({
  capability: z.string().refine(isCapabilityKey, 'a capability key is domain:action'),
  employee: z.string().min(1),
  language: z.enum(['zh', 'en']).optional(),
});

/** `GET /explain`: the five boundaries of one capability for one employee. */
export function explainRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.get('/explain', requireBackend, async (c) => {
    const asked = query.safeParse(c.req.query());
    if (!asked.success) {
      throw new ApiError(400, {
        code: 'query_invalid',
        message: 'The query is not as this route expects it.',
        fields: asked.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
      });
    }
    const { capability, employee, language } = asked.data;
    return c.json(workspace.redactor.redact(await workspace.explain(capability, employee, language)));
  });
  return routes;
}
