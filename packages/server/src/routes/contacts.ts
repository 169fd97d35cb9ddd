import { Hono } from 'hono';
import { z } from 'zod';
import { requireBackend, type ServerEnv } from '../caller.ts';
import { readBody } from '../request-body.ts';
import type { ServerContext } from '../server-context.ts';

const newContact = z.strictObject({
  externalId: z.string().min(1).max(200),
  level: z.enum(['anonymous', 'verified']),
  displayName: z.string().min(1).max(200).optional(),
});

/** `POST /contacts`: who a contact is, by the word of the backend that authenticated them. */
export function contactRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post('/contacts', requireBackend, async (c) => {
    const contact = await workspace.contact(await readBody(c, newContact));
    return c.json(workspace.redactor.redact(contact));
  });
  return routes;
}
