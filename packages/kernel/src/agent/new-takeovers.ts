import type { McpTakeover } from '../tools/mcp-tools.ts';
import type { ConversationState } from './conversation-state.ts';

/** What is not on record yet: a conversation may go on under another pack. */
export function newTakeovers(
  takeovers: readonly McpTakeover[],
  { takeovers: recorded }: ConversationState,
): readonly McpTakeover[] {
  if (takeovers.length === 0) return takeovers;
  const known = new Set(recorded.map((one) => takeoverKey(one)));
  return takeovers.filter((one) => !known.has(takeoverKey(one)));
}

function takeoverKey({ capability, server, tool, insteadOf }: McpTakeover): string {
  return JSON.stringify([capability, server, tool, insteadOf]);
}
