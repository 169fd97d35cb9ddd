import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import type { ServerEnv } from '../caller.ts';
import { readBody } from '../request-body.ts';
import type { ServerContext } from '../server-context.ts';

const signIn = z.strictObject({ externalId: z.string().min(1).max(200) });

/** `POST /page/sessions`: signs the page in as one of the customers that the workspace lists for it. */
export function pageRoutes(context: ServerContext): Hono<ServerEnv> {
  const { workspace, page } = context;
  const routes = new Hono<ServerEnv>();

  routes.post('/page/sessions', async (c) => {
    if (page === undefined) {
      throw new ApiError(404, {
        code: 'page_sign_in_off',
        message: { en: 'The page cannot sign in here.', zh: '页面不能在这里登录。' },
      });
    }
    const { externalId } = await readBody(c, signIn);
    const customer = page.customers.find((candidate) => candidate.externalId === externalId);
    if (customer === undefined) {
      throw new ApiError(403, {
        code: 'customer_not_listed',
        message: {
          en: 'The page may sign in only as a customer that the workspace lists for it.',
          zh: '页面只能以工作区为它列出的客户登录。',
        },
        hint: { en: 'GET /api/workspace answers the list.', zh: 'GET /api/workspace 会回答这个列表。' },
      });
    }
    const contact = await workspace.contact({ ...customer, level: 'verified' });
    return c.json({ ...page.sessions.begin(contact), contact: contact.id, ...customer }, 201);
  });

  return routes;
}
