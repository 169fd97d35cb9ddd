import type { JsonObject } from '@rolecall/base';
import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import { requireBackend, type ServerEnv } from '../caller.ts';
import { readBody } from '../request-body.ts';
import type { ServerContext } from '../server-context.ts';

const name = z.string().min(1).max(200);

const raised = z
  .strictObject({
    event: name,
    payload: z.record(z.string(), z.json()).default({}),
    /** The sender's own id; an Idempotency-Key stands for it. */
    id: name.optional(),
    source: name.optional(),
    externalId: name.optional(),
    employee: name.optional(),
    channel: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'a channel is lower-case letters, digits, _ and -')
      .optional(),
    conversation: name.optional(),
  })
  .refine(
    ({ conversation, externalId, employee, channel }) =>
      conversation === undefined
        ? externalId !== undefined && employee !== undefined
        : [externalId, employee, channel].every((each) => each === undefined),
    'an event names either a conversation, or externalId and employee',
  );

/** `POST /events`: something that happened in another system. Answered with 202 once it is durable. */
export function raiseRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post('/events', requireBackend, async (c) => {
    const { id, payload, ...body } = await readBody(c, raised);
    const given = id ?? c.req.header('idempotency-key');
    const accepted = await workspace.raise({ ...body, payload: payload as JsonObject, id: given });
    if (accepted.status !== 'conflict') return c.json(accepted, 202);
    if (accepted.reason === 'other_content') {
      throw new ApiError(409, {
        code: 'event_id_reused',
        message: {
          en: 'This id was used before for the same event with another payload.',
          zh: '这个 id 之前用于同一事件的另一份载荷。',
        },
        hint: {
          en: 'Give every event an id of its own; repeat an event unchanged.',
          zh: '给每个事件自己的 id；重复一个事件时内容不变。',
        },
      });
    }
    throw new ApiError(404, {
      code: accepted.reason,
      message: { en: 'There is no such conversation.', zh: '没有这个会话。' },
    });
  });
  return routes;
}
