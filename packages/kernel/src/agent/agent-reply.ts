import { approvalsText, refusalText } from '../sentences.ts';
import type { AgentReply } from './agent-events.ts';
import type { AgentKit } from './agent-kit.ts';
import type { ConversationState, EndedRound } from './conversation-state.ts';

/** The reply of a round that has ended, with what now waits for the user. */
export function replyOf(
  { round, end, text, problem, question }: EndedRound,
  { approvals }: ConversationState,
): AgentReply {
  return { round, end, text, question, approvals, problem };
}

/** What a round that was ended by a tool says: the question it asks, and what is to be approved. */
export function waitingText(state: ConversationState, kit: AgentKit): string {
  const parts = [state.question?.text ?? ''];
  if (state.approvals.length > 0) parts.push(approvalsText(state.approvals, kit.language));
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Nothing is put on record of what is too long to be taken. */
export function overLimit(most: number, { language }: AgentKit): AgentReply {
  const problem = {
    code: 'input_over_limit',
    message: { en: `A message may have ${most} characters.`, zh: `一条消息最多 ${most} 个字符。` }[language],
  };
  return { round: '', end: 'refused', text: refusalText('input', language), approvals: [], problem };
}
