import type { Workspace } from '@rolecall/host';
import type { ConversationRecord } from '@rolecall/journal';
import { ApiError } from '../api-error.ts';
import type { Caller } from '../caller.ts';

/** The conversation, if there is one and the caller may see it. Another contact's looks like one that does not exist. */
export async function ownConversation(
  workspace: Workspace,
  caller: Caller | undefined,
  id: string,
): Promise<ConversationRecord> {
  const conversation = await workspace.store.conversation(id);
  if (conversation === undefined || !maySee(caller, conversation)) {
    throw new ApiError(404, {
      code: 'conversation_unknown',
      message: { en: 'There is no such conversation.', zh: '没有这个会话。' },
      hint: {
        en: 'POST /api/conversations opens one and answers its id.',
        zh: 'POST /api/conversations 打开一个会话，并回答它的 id。',
      },
    });
  }
  return conversation;
}

function maySee(caller: Caller | undefined, conversation: ConversationRecord): boolean {
  if (caller === undefined) return false;
  if (caller.kind === 'backend') return true;
  const isOwn = caller.contact === conversation.contact;
  return isOwn && (caller.kind !== 'customer' || caller.channel === conversation.channel);
}
