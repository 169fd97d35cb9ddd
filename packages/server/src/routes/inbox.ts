import type { Accepted } from '@rolecall/journal';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { ApiError, closeAfterAnswer } from '../api-error.ts';
import type { ServerEnv } from '../caller.ts';
import { readBody } from '../request-body.ts';
import type { ServerContext } from '../server-context.ts';
import { ownConversation } from './own-conversation.ts';

const message = z.strictObject({
  text: z.string().refine((text) => text.trim() !== '', 'a message has at least one character that is not a space'),
});

const operation = z.string().min(1).max(200);

/** One operation, or the several of a list, in the order in which they are to be carried out. */
const confirmation = z.strictObject({
  operation: z.union([operation, z.array(operation).min(1).max(9)]),
  button: z.enum(['confirm', 'decline']),
});

/** Room for the longest message that a workspace may allow, in the longest JSON form that it can take. */
const MESSAGE_BYTES = 12 * 1024 * 1024;

/** A body that is too large to be parsed is a message that is too long, and is told as one. */
export const limitMessageBody: MiddlewareHandler = bodyLimit({
  maxSize: MESSAGE_BYTES,
  onError: (c) => {
    closeAfterAnswer(c);
    throw new ApiError(413, {
      code: 'message_too_long',
      message: { en: 'The message is too long.', zh: '消息太长。' },
      hint: { en: 'Shorten it, or send the text as a file.', zh: '缩短它，或把文字作为文件发送。' },
    });
  },
});

/** What goes into a conversation's inbox: messages and pressed buttons. Answered with 202 once they are durable. */
export function inboxRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();

  routes.post('/conversations/:id/messages', async (c) => {
    const conversation = await ownConversation(workspace, c.get('caller'), c.req.param('id'));
    const { text } = await readBody(c, message);
    const idempotencyKey = idempotencyKeyOf(c, conversation.id);
    return acceptedAnswer(c, await workspace.send({ conversation: conversation.id, text, idempotencyKey }));
  });

  routes.post('/conversations/:id/confirmations', async (c) => {
    const conversation = await ownConversation(workspace, c.get('caller'), c.req.param('id'));
    const body = await readBody(c, confirmation);
    const idempotencyKey = idempotencyKeyOf(c, conversation.id);
    return acceptedAnswer(c, await workspace.press({ conversation: conversation.id, ...body, idempotencyKey }));
  });

  return routes;
}

/** 202 for what is durable now, also when it was before; else what stands in its way. */
export function acceptedAnswer(c: Context<ServerEnv>, accepted: Accepted): Response {
  if (accepted.status !== 'conflict') return c.json(accepted, 202);
  switch (accepted.reason) {
    case 'other_content':
      throw new ApiError(409, {
        code: 'idempotency_key_reused',
        message: {
          en: 'This Idempotency-Key was used before with other content.',
          zh: '这个 Idempotency-Key 之前用于别的内容。',
        },
        hint: {
          en: 'Use a new key for a new message; repeat a message unchanged.',
          zh: '新消息用新的键；重复一条消息时内容不变。',
        },
      });
    case 'conversation_closed':
      throw new ApiError(409, {
        code: 'conversation_closed',
        message: { en: 'The conversation is closed.', zh: '会话已经关闭。' },
        hint: { en: 'POST /api/conversations opens a new one.', zh: 'POST /api/conversations 打开一个新的。' },
      });
    case 'conversation_unknown':
      throw new ApiError(404, {
        code: 'conversation_unknown',
        message: { en: 'There is no such conversation.', zh: '没有这个会话。' },
      });
    default:
      return accepted.reason satisfies never;
  }
}

/** A key counts inside its conversation: nobody learns of another's message by guessing its key. */
export function idempotencyKeyOf(c: Context<ServerEnv>, conversation: string): string | undefined {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return undefined;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return `${conversation}:${key}`;
  throw new ApiError(400, {
    code: 'idempotency_key_invalid',
    message: {
      en: 'An Idempotency-Key is 1 to 200 visible ASCII characters.',
      zh: 'Idempotency-Key 是 1 到 200 个可见的 ASCII 字符。',
    },
  });
}
