import type { JsonObject, JsonValue } from '@rolecall/base';

/** A tool call as a scripted model makes it. A text is sent as the arguments unchanged, also when it is no JSON. */
export interface WireCall {
  readonly id?: string | undefined;
  readonly name: string;
  readonly arguments: JsonObject | string;
}

/** What the scripted model says. */
export interface WireReply {
  readonly text?: string | undefined;
  readonly calls?: readonly WireCall[] | undefined;
  readonly usage?:
    | { readonly input: number; readonly output: number; readonly cached?: number | undefined }
    | undefined;
  /** `tool_calls` with calls, else `stop`. */
  readonly finish?: string | undefined;
  /** Characters of text or arguments in one chunk. */
  readonly pieceLength?: number | undefined;
}

const PIECE_LENGTH = 8;
const CREATED = 1_700_000_000;

/** A reply as the chunks of a streamed chat completion, without the closing `[DONE]`. */
export function replyChunks(reply: WireReply, model: string): readonly JsonObject[] {
  const { text = '', calls = [], usage, pieceLength = PIECE_LENGTH } = reply;
  const deltas: JsonObject[] = [
    { role: 'assistant', content: '' },
    ...pieces(text, pieceLength).map((content) => ({ content })),
    ...calls.flatMap((call, index) => callDeltas(call, index, pieceLength)),
  ];
  const chunks = deltas.map((delta) => chunkOf(model, [{ index: 0, delta, finish_reason: null }]));
  chunks.push(chunkOf(model, [{ index: 0, delta: {}, finish_reason: finishOf(reply) }]));
  // With `stream_options.include_usage` the usage comes last, in a chunk without choices.
  if (usage) chunks.push({ ...chunkOf(model, []), usage: usageOf(usage) });
  return chunks;
}

/** A reply as the one body of a chat completion that is not streamed. */
export function replyBody(reply: WireReply, model: string): JsonObject {
  const calls = (reply.calls ?? []).map((call, index) => ({
    id: call.id ?? `call_${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: argumentsOf(call) },
  }));
  const message = {
    role: 'assistant',
    content: reply.text ?? null,
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
  return {
    id: 'chatcmpl-scripted',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [{ index: 0, message, finish_reason: finishOf(reply) }],
    ...(reply.usage ? { usage: usageOf(reply.usage) } : {}),
  };
}

function callDeltas(call: WireCall, index: number, pieceLength: number): readonly JsonObject[] {
  const head = {
    index,
    id: call.id ?? `call_${index + 1}`,
    type: 'function',
    function: { name: call.name, arguments: '' },
  };
  const rest = pieces(argumentsOf(call), pieceLength).map((piece) => ({ index, function: { arguments: piece } }));
  return [head, ...rest].map((delta) => ({ tool_calls: [delta] }));
}

function argumentsOf(call: WireCall): string {
  return typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments);
}

function finishOf({ finish, calls = [] }: WireReply): string {
  return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

function usageOf({ input, output, cached = 0 }: NonNullable<WireReply['usage']>): JsonObject {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached },
  };
}

function chunkOf(model: string, choices: readonly JsonValue[]): JsonObject {
  return { id: 'chatcmpl-scripted', object: 'chat.completion.chunk', created: CREATED, model, choices };
}

function pieces(text: string, length: number): readonly string[] {
  const characters = [...text];
  const count = Math.ceil(characters.length / length);
  return Array.from({ length: count }, (_, index) => characters.slice(index * length, (index + 1) * length).join(''));
}
