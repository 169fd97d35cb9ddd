import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { ServerEnv } from '../caller.ts';
import { readBody } from '../request-body.ts';
import type { ServerContext } from '../server-context.ts';
import { acceptedAnswer, idempotencyKeyOf } from './inbox.ts';
import { ownConversation } from './own-conversation.ts';

const person = z.string().trim().min(1).max(100);
const note = z.string().max(2_000).optional();

const taking = z.strictObject({ person });
const writing = z.strictObject({ person, text: z.string().trim().min(1) });
const giving = z.strictObject({ person, note });
const settling = z.strictObject({
  person,
  outcome: z.enum(['succeeded', 'failed']),
  reason: z.string().trim().min(1).max(2_000),
});
const approving = z.strictObject({ person, verdict: z.enum(['approve', 'refuse']), reason: note });
const done = z.strictObject({ person, note });

/**
 * The operators' desk: what waits for a person, and what they do about it. The app lets nobody
 * but a backend come here. Acts are answered with 202 once they are durable.
 */
export function deskRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  const { desk } = workspace;

  routes.get('/desk', async (c) => {
    const items = await desk.list({ done: c.req.query('done') !== undefined });
    return c.json(workspace.redactor.redact({ items }));
  });
  routes.post('/desk/conversations/:id/take-over', async (c) => {
    const act = await actIn(c, taking);
    return acceptedAnswer(c, await desk.takeOver(act));
  });
  routes.post('/desk/conversations/:id/messages', async (c) => {
    const act = await actIn(c, writing);
    return acceptedAnswer(c, await desk.write(act));
  });
  routes.post('/desk/conversations/:id/hand-back', async (c) => {
    const act = await actIn(c, giving);
    return acceptedAnswer(c, await desk.handBack(act));
  });
  routes.post('/desk/operations/:id/settle', async (c) => {
    const body = await readBody(c, settling);
    return acceptedAnswer(c, await desk.settle({ ...body, operation: c.req.param('id'), ...keyOf(c) }));
  });
  routes.post('/desk/operations/:id/approval', async (c) => {
    const body = await readBody(c, approving);
    return acceptedAnswer(c, await desk.approve({ ...body, operation: c.req.param('id'), ...keyOf(c) }));
  });
  routes.post('/desk/operations/:id/done', async (c) => {
    const body = await readBody(c, done);
    return acceptedAnswer(c, await desk.followUpDone({ ...body, operation: c.req.param('id'), ...keyOf(c) }));
  });
  return routes;

  async function actIn<Schema extends z.ZodType<object>>(c: Context<ServerEnv>, schema: Schema) {
    const { id: conversation } = await ownConversation(workspace, c.get('caller'), c.req.param('id') ?? '');
    return { ...(await readBody(c, schema)), conversation, ...keyOf(c) };
  }
}

function keyOf(c: Context<ServerEnv>): { readonly idempotencyKey?: string | undefined } {
  return { idempotencyKey: idempotencyKeyOf(c, `desk:${c.req.param('id') ?? ''}`) };
}
