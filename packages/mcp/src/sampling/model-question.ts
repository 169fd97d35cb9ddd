import { isJsonObject, type JsonObject, type JsonValue } from '@rolecall/base';
import { z } from 'zod';
import { wellFormed } from '../well-formed.ts';

/** What a server wants written, in its own words: whatever stands here was written by somebody else. */
export interface ModelQuestion {
  readonly system?: string | undefined;
  readonly messages: readonly { readonly role: 'user' | 'assistant'; readonly text: string }[];
  readonly maxTokens: number;
  readonly temperature?: number | undefined;
  readonly stopSequences?: readonly string[] | undefined;
}

/**
 * Reads the parameters of `sampling/createMessage`; a text that says what is wrong with them. Text is all that is taken: tools
 * are given to no server's request, and what would be added of a conversation (`includeContext`) is not there to be added.
 */
export function modelQuestion(params: unknown): ModelQuestion | string {
  const read = PARAMETERS.safeParse(isJsonObject(params as JsonValue) ? wellFormed(params as JsonObject) : params);
  if (!read.success) return `Invalid sampling request: ${z.prettifyError(read.error)}`;
  const { messages, systemPrompt, maxTokens, temperature, stopSequences, tools, toolChoice } = read.data;
  if (tools !== undefined || toolChoice !== undefined) return 'No tools are given to a request of a server.';
  const spoken: { role: 'user' | 'assistant'; text: string }[] = [];
  for (const { role, content } of messages) {
    const blocks = Array.isArray(content) ? content : [content];
    if (blocks.some(({ type, text }) => type !== 'text' || text === undefined)) return 'Only text is taken to a model.';
    spoken.push({ role, text: blocks.map(({ text }) => text).join('\n') });
  }
  return {
    messages: spoken,
    maxTokens,
    ...(systemPrompt === undefined ? {} : { system: systemPrompt }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(stopSequences === undefined ? {} : { stopSequences }),
  };
}

const block = z.object({ type: z.string(), text: z.string().optional() });

const PARAMETERS = z.object({
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.union([block, z.array(block)]) }))
    .min(1),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().min(1),
  temperature: z.number().optional(),
  stopSequences: z.array(z.string()).optional(),
  tools: z.unknown().optional(),
  toolChoice: z.unknown().optional(),
});
