import type { LanguageModelV4, LanguageModelV4FunctionTool, LanguageModelV4Message } from '@ai-sdk/provider';
import type { JsonObject, JsonValue } from '@rolecall/base';
import { type MatcherOptions, matcherProviderOptions, WHY_NOT } from '../matcher/matcher-options.ts';

/** A message of the customer; texts before the last are what the host adds. */
export function said(...texts: readonly string[]): LanguageModelV4Message {
  return { role: 'user', content: texts.map((text) => ({ type: 'text', text })) };
}

/** A text of the employee. */
export function replied(text: string): LanguageModelV4Message {
  return { role: 'assistant', content: [{ type: 'text', text }] };
}

/** A tool call and its result. */
export function called(
  id: string,
  toolName: string,
  input: JsonObject,
  output: JsonValue,
): readonly LanguageModelV4Message[] {
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName, input }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: id, toolName, output: { type: 'json', value: output } }],
    },
  ];
}

/** What a model did: the call it made, or what it said. */
export interface Reaction {
  readonly tool?: string | undefined;
  readonly input?: JsonObject | undefined;
  readonly text: string;
  readonly because: string;
}

/** The tools that a step offers: one for each capability, and `why_not`. */
export function toolsOf({ capabilities }: MatcherOptions): LanguageModelV4FunctionTool[] {
  return offered([...capabilities.map(({ tool }) => tool), WHY_NOT]);
}

/** Tools by name alone. */
function offered(names: readonly string[]): LanguageModelV4FunctionTool[] {
  return names.map((name) => ({ type: 'function', name, inputSchema: {} }));
}

/** Runs one step of the matcher; with all tools unless they are named. */
export async function react(
  model: LanguageModelV4,
  options: MatcherOptions,
  prompt: readonly LanguageModelV4Message[],
  tools?: readonly string[],
): Promise<Reaction> {
  const result = await model.doGenerate({
    prompt: [...prompt],
    providerOptions: matcherProviderOptions(options),
    tools: tools ? offered(tools) : toolsOf(options),
  });
  const call = result.content.find((part) => part.type === 'tool-call');
  const texts = result.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return {
    ...(call ? { tool: call.toolName, input: JSON.parse(call.input) as JsonObject } : {}),
    text: texts.join(''),
    because: String(result.providerMetadata?.rolecall?.because),
  };
}
