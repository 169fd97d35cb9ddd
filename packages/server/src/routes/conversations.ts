import { meantOrKnown } from '@rolecall/base';
import type { Workspace } from '@rolecall/host';
import { Hono } from 'hono';
import { z } from 'zod';
import { ApiError } from '../api-error.ts';
import type { Caller, ServerEnv } from '../caller.ts';
import { readBody } from '../request-body.ts';
import type { ServerContext } from '../server-context.ts';
import { ownConversation } from './own-conversation.ts';

const opening = z.strictObject({
  contact: z.string().min(1).optional(),
  externalId: z.string().min(1).optional(),
  employee: z.string().min(1),
  channel: z
    .string()
    .regex(/^[a-z][a-z0-9_-]{0,31}$/, 'a channel is lower-case letters, digits, _ and -')
    .optional(),
  language: z.enum(['zh', 'en']).optional(),
});

/** Opening, listing and reading conversations, and tracing their rounds. */
export function conversationRoutes({ workspace }: ServerContext): Hono<ServerEnv> {
  const routes = new Hono<ServerEnv>();
  routes.post('/conversations', async (c) => {
    const body = await readBody(c, opening);
    const caller = c.get('caller') as Caller;
    requireEmployee(workspace, body.employee);
    const contact = await contactOf(workspace, caller, body);
    const channel = channelOf(caller, body.channel);
    return c.json(await workspace.open({ contact, employee: body.employee, channel }, body.language));
  });

  routes.get('/conversations', async (c) => {
    const caller = c.get('caller') as Caller;
    const contact = caller.kind === 'backend' ? c.req.query('contact') : caller.contact;
    const employee = c.req.query('employee');
    const conversations = await workspace.store.conversations({
      limit: limitOf(c.req.query('limit')),
      ...(contact === undefined ? {} : { contact }),
      ...(employee === undefined ? {} : { employee }),
    });
    const own = conversations.filter(({ channel }) => caller.kind !== 'customer' || channel === caller.channel);
    return c.json({ conversations: own });
  });

  routes.get('/conversations/:id', async (c) =>
    c.json(await ownConversation(workspace, c.get('caller'), c.req.param('id'))),
  );

  routes.get('/conversations/:id/trace', async (c) => {
    const conversation = await ownConversation(workspace, c.get('caller'), c.req.param('id'));
    const rounds = await workspace.trace(conversation.id, c.req.query('round'));
    return c.json(workspace.redactor.redact({ conversation, rounds }));
  });

  return routes;
}

function requireEmployee(workspace: Workspace, id: string): void {
  const known = workspace.employees().map((employee) => employee.id);
  if (known.includes(id)) return;
  throw new ApiError(404, {
    code: 'employee_unknown',
    message: { en: 'No employee of this workspace has that id.', zh: '这个工作区里没有这个 id 的员工。' },
    hint: meantOrKnown(id, known),
  });
}

/** A page opens for its own contact and nobody else; a backend names one that it has made known before. */
async function contactOf(
  workspace: Workspace,
  caller: Caller,
  asked: { readonly contact?: string | undefined; readonly externalId?: string | undefined },
): Promise<string> {
  if (caller.kind !== 'backend') {
    const isOwn =
      (asked.contact ?? caller.contact) === caller.contact &&
      (asked.externalId ?? caller.externalId) === caller.externalId;
    if (isOwn) return caller.contact;
    throw new ApiError(403, {
      code: 'contact_not_yours',
      message: { en: 'A customer may open conversations only for themselves.', zh: '客户只能为自己打开会话。' },
    });
  }
  const contact =
    asked.contact !== undefined
      ? await workspace.store.contact(asked.contact)
      : await workspace.store.contactByExternalId(asked.externalId ?? '');
  if (contact !== undefined && (asked.externalId ?? contact.externalId) === contact.externalId) return contact.id;
  throw new ApiError(404, {
    code: 'contact_unknown',
    message: { en: 'There is no such contact.', zh: '没有这个联系人。' },
    hint: {
      en: 'Give "contact" or "externalId"; POST /api/contacts makes a contact known.',
      zh: '给出“contact”或“externalId”；POST /api/contacts 登记一个联系人。',
    },
  });
}

/** A signed token speaks on its own channel and no other. */
function channelOf(caller: Caller, asked: string | undefined): string {
  if (caller.kind !== 'customer') return asked ?? (caller.kind === 'page' ? 'page' : 'api');
  if ((asked ?? caller.channel) === caller.channel) return caller.channel;
  throw new ApiError(403, {
    code: 'channel_not_yours',
    message: {
      en: 'A signed token may open conversations only on its own channel.',
      zh: '签名的令牌只能在自己的渠道上打开会话。',
    },
  });
}

function limitOf(text: string | undefined): number {
  if (text === undefined) return 100;
  const limit = Number(text);
  if (Number.isInteger(limit) && limit >= 1 && limit <= 1_000) return limit;
  throw new ApiError(400, {
    code: 'query_invalid',
    message: { en: '"limit" is a whole number from 1 to 1000.', zh: '“limit”是 1 到 1000 的整数。' },
  });
}
