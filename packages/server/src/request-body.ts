import { issueWords } from '@rolecall/assets';
import type { Context } from 'hono';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

/**
 * The request's body as the schema promises it. Anything else is a 415 (no JSON) or a 400 that names each field at
 * fault, so that a caller need not guess.
 */
export async function readBody<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  requireJson(c.req.header('content-type'));
  const parsed = schema.safeParse(await parseJson(c));
  if (parsed.success) return parsed.data;
  throw new ApiError(400, {
    code: 'body_invalid',
    message: { en: 'The body is not as this route expects it.', zh: '请求体不是这个路由所要的。' },
    fields: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issueWords(issue) })),
  });
}

/** A body that a form of another origin can send without asking is never read. */
function requireJson(contentType: string | undefined): void {
  if (contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json') return;
  throw new ApiError(415, {
    code: 'not_json',
    message: { en: 'The body must be JSON.', zh: '请求体必须是 JSON。' },
    hint: { en: 'Send "Content-Type: application/json".', zh: '发送“Content-Type: application/json”。' },
  });
}

async function parseJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    throw new ApiError(400, {
      code: 'body_not_json',
      message: { en: 'The body could not be read as JSON.', zh: '请求体不能按 JSON 读取。' },
    });
  }
}
