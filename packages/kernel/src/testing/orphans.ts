import type { LanguageModelV4Message } from '@ai-sdk/provider';

/** What is wrong with a prompt in the eyes of a provider: a call without its result right behind it, or the reverse. */
export function orphansIn(prompt: readonly LanguageModelV4Message[]): string[] {
  const orphans: string[] = [];
  let open: string[] = [];
  for (const message of prompt) {
    if (message.role === 'tool') {
      for (const part of message.content) {
        if (part.type !== 'tool-result') continue;
        if (!open.includes(part.toolCallId)) orphans.push(`result ${part.toolCallId}`);
        open = open.filter((id) => id !== part.toolCallId);
      }
      continue;
    }
    orphans.push(...open.map((id) => `call ${id}`));
    open = [];
    if (message.role === 'assistant') {
      open = message.content.flatMap((part) => (part.type === 'tool-call' ? [part.toolCallId] : []));
    }
  }
  return [...orphans, ...open.map((id) => `call ${id}`)];
}
