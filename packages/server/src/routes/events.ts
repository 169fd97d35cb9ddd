import { Hono } from 'hono';
import { ApiError } from '../api-error.ts';
import type { Caller, ServerEnv } from '../caller.ts';
import { eventStream } from '../event-stream.ts';
import type { ServerContext } from '../server-context.ts';
import { ownConversation } from './own-conversation.ts';

/** `GET /conversations/:id/events`: what happened after a sequence number, then whatever follows. */
export function eventRoutes(context: ServerContext): Hono<ServerEnv> {
  const { workspace, page, heartbeatMs, closing } = context;
  const routes = new Hono<ServerEnv>();
  routes.get('/conversations/:id/events', async (c) => {
    const conversation = await ownConversation(workspace, c.get('caller'), c.req.param('id'));
    // A stream that goes on by itself repeats its address and knows better by the header.
    const after = sequenceOf(c.req.header('last-event-id') ?? c.req.query('after'));
    const token = c.req.header('authorization')?.split(' ').at(-1) ?? '';
    return eventStream(c, {
      workspace,
      conversation: conversation.id,
      after,
      heartbeatMs,
      onHeartbeat: () => void page?.sessions.use(token),
      closing: endingWith(c.get('caller'), closing, workspace.clock.now()),
    });
  });
  return routes;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A stream ends with the token that opened it. */
function endingWith(caller: Caller | undefined, closing: AbortSignal, now: number): AbortSignal {
  if (caller?.kind !== 'customer') return closing;
  return AbortSignal.any([closing, AbortSignal.timeout(Math.min(caller.expiresAt - now, LONGEST_TIMER_MS))]);
}

function sequenceOf(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ApiError(400, {
    code: 'query_invalid',
    message: {
      en: '"after" and Last-Event-ID are the sequence number of an entry.',
      zh: '“after”和 Last-Event-ID 是一条记录的序号。',
    },
  });
}
