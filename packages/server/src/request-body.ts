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
    message: 'The body is not as this route expects it.',
    fields: parsed.error.issues.map((issue) => ({ field: issue.path.join('.'), message: issue.message })),
  });
}

/** A body that a form of another origin can send without asking is never read. */
function requireJson(contentType: string | undefined): void {
  if (contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json') return;
  throw new ApiError(415, {
    code: 'not_json',
    message: 'The body must be JSON.',
    hint: 'Send "Content-Type: application/json".',
  });
}

async function parseJson(c: Context): Promise<unknown> {
  try {
    return await c.req.json();
  } catch {
    throw new ApiError(400, { code: 'body_not_json', message: 'The body could not be read as JSON.' });
  }
}
