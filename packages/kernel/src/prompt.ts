import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCallPart,
  LanguageModelV4ToolResultPart,
} from '@ai-sdk/provider';
import type { JsonValue } from '@rolecall/base';
import type { ActiveSkill, PastMessage, PastRound, RoundTool } from './round.ts';

type AssistantMessage = Extract<PastMessage, { role: 'assistant' }>;
type ToolMessage = Extract<PastMessage, { role: 'tool' }>;
type ToolResult = ToolMessage['results'][number];

/** Told to the model in the place of a result that a crash or an abort has kept from being recorded. */
const MISSING_RESULT: JsonValue = { error: 'no_result_recorded', message: 'The outcome of this call is not known.' };

const converted = new WeakMap<PastRound, readonly LanguageModelV4Message[]>();

/**
 * A past round as a model reads it. A call always stands with its result: a call without one gets a result that says
 * so, a result without a call is not shown, since no provider accepts either alone.
 */
export function messagesOfPastRound(round: PastRound): readonly LanguageModelV4Message[] {
  const known = converted.get(round);
  if (known) return known;
  const messages: LanguageModelV4Message[] = [];
  round.messages.forEach((message, index) => {
    if (message.role === 'user' && message.text !== '') messages.push(userMessage(message.text));
    if (message.role === 'assistant') messages.push(...assistantTurn(message, resultsAfter(round.messages, index)));
  });
  converted.set(round, messages);
  return messages;
}

/** The results that follow an assistant message, up to the next message of another role. */
function resultsAfter(messages: readonly PastMessage[], index: number): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>();
  for (let next = index + 1; next < messages.length; next++) {
    const message = messages[next];
    if (message?.role !== 'tool') break;
    for (const result of message.results) results.set(result.id, result);
  }
  return results;
}

function assistantTurn(message: AssistantMessage, results: ReadonlyMap<string, ToolResult>): LanguageModelV4Message[] {
  if (message.text === '' && message.calls.length === 0) return [];
  const turn = [assistantMessage(message)];
  if (message.calls.length > 0) {
    turn.push(
      toolMessage(
        message.calls.map(({ id, name }) => results.get(id) ?? { id, name, output: MISSING_RESULT, isError: true }),
      ),
    );
  }
  return turn;
}

/** The system part: the stable text, then the text of every active skill, each byte for byte. */
export function systemMessages(stableText: string, skills: readonly ActiveSkill[]): LanguageModelV4Message[] {
  const blocks = skills.map(({ name, text }) => `<skill name=${JSON.stringify(name)}>\n${text}\n</skill>`);
  const content = [stableText, ...blocks].filter((block) => block !== '').join('\n\n');
  return content === '' ? [] : [{ role: 'system', content }];
}

export function userMessage(...texts: readonly string[]): LanguageModelV4Message {
  return { role: 'user', content: texts.map((text): LanguageModelV4TextPart => ({ type: 'text', text })) };
}

/** An assistant message that was said; empty text stands for none. */
export function assistantMessage(message: Pick<AssistantMessage, 'text' | 'calls'>): LanguageModelV4Message {
  const content: (LanguageModelV4TextPart | LanguageModelV4ToolCallPart)[] = [];
  if (message.text !== '') content.push({ type: 'text', text: message.text });
  for (const call of message.calls) {
    content.push({ type: 'tool-call', toolCallId: call.id, toolName: call.name, input: call.input });
  }
  return { role: 'assistant', content };
}

export function toolMessage(results: readonly ToolResult[]): LanguageModelV4Message {
  return { role: 'tool', content: results.map(toolResultPart) };
}

function toolResultPart({ id, name, output, isError }: ToolResult): LanguageModelV4ToolResultPart {
  const isText = typeof output === 'string';
  const type = isError ? (isText ? 'error-text' : 'error-json') : isText ? 'text' : 'json';
  // The provider's JSON type differs from ours only in that its lists are not readonly.
  return { type: 'tool-result', toolCallId: id, toolName: name, output: { type, value: output } as never };
}

/** The tools as a model is offered them, in the order given. */
export function modelToolsOf(tools: readonly RoundTool[]): LanguageModelV4FunctionTool[] {
  return tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as LanguageModelV4FunctionTool['inputSchema'],
  }));
}
