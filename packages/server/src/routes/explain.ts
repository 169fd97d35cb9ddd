import { issueWords } from '@rolecall/assets';
import { complaint, isCapabilityKey } from '@rolecall/base';
import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { requireBackend, type ServerEnv } from '../caller.ts';
import type { ServerContext } from '../server-context.ts';

const query = z.object({
  capability: z
    .string()
    .refine(isCapabilityKey, complaint('a capability key is domain:action', '能力键写作 domain:action')),
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
        message: { en: 'The query is not as this route expects it.', zh: '查询参数不是这个路由所要的。' },
        fields: asked.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issueWords(issue) })),
      });
    }
    const { capability, employee, language } = asked.data;
    return c.json(workspace.redactor.redact(await workspace.explain(capability, employee, language)));
  });
  return routes;
}
