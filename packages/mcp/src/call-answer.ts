import {
  type CallToolResult,
  type ContentBlock,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
} from '@modelcontextprotocol/client';
import type { JsonValue } from '@rolecall/base';
import type { ResourceAnswer } from '@rolecall/gate';

/** Reads a tool's result: the structured content, else the one text block as JSON, else text alone. */
export function answerOfResult(result: CallToolResult, limitBytes: number): ResourceAnswer {
  const size = Buffer.byteLength(JSON.stringify(result), 'utf8');
  if (size > limitBytes) return unusable(`The answer has ${size} bytes; at most ${limitBytes} are taken.`);
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const isError = result.isError === true;
  if (isError && texts.some(saysThatItRan)) return unusable(texts.join('\n'));
  return {
    status: 'answered',
    structured: (result.structuredContent as JsonValue | undefined) ?? soleJson(texts),
    text: result.content.map(textOfBlock).join('\n'),
    isError,
  };
}

/**
 * What is known when a request that had left ended in an error.
 *
 * Only an error that says that the request was not taken up is a tool's error. Of any other the tool may have run: it is
 * an answer without content, which no contract can take for a failure.
 */
export function answerOfError(error: unknown, wasAborted: boolean): ResourceAnswer {
  if (wasAborted) return { status: 'no_answer', reason: 'cancelled' };
  if (error instanceof ProtocolError) {
    const text = `The server answered with error ${error.code}: ${error.message}`;
    const wasNotTakenUp = NOT_TAKEN_UP.has(error.code) && !saysThatItRan(text);
    return wasNotTakenUp ? { status: 'answered', text, isError: true } : unusable(text);
  }
  if (!(error instanceof SdkError)) return { status: 'no_answer', reason: 'connection_lost' };
  switch (error.code) {
    case SdkErrorCode.NotConnected:
      return { status: 'not_sent', reason: 'The connection was closed before the call was sent.' };
    case SdkErrorCode.RequestTimeout:
      return { status: 'no_answer', reason: 'timed_out' };
    case SdkErrorCode.ConnectionClosed:
      return { status: 'no_answer', reason: 'connection_lost' };
    default:
      return unusable(`The server's answer is not the result of a tool: ${error.message}`);
  }
}

const NOT_TAKEN_UP: ReadonlySet<number> = new Set([
  ProtocolErrorCode.ParseError,
  ProtocolErrorCode.InvalidRequest,
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.InvalidParams,
]);

/** It answered, and what it did cannot be told from the answer. */
function unusable(text: string): ResourceAnswer {
  return { status: 'answered', text, isError: false };
}

/** Servers of the official SDKs say so when a tool has run and its result does not fit its own output schema. */
function saysThatItRan(text: string): boolean {
  return /\boutput validation error\b/i.test(text);
}

function soleJson(texts: readonly string[]): JsonValue | undefined {
  const [text] = texts;
  if (text === undefined || texts.length > 1) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** What is not text is named in its place. */
function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}]`;
    case 'resource_link':
      return `[resource ${block.uri}]`;
    case 'resource':
      return `[resource ${block.resource.uri}]`;
    default:
      return block satisfies never;
  }
}
