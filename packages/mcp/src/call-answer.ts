import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { compileSchema } from '@rolecall/assets';
import { type JsonObject, type JsonValue, RolecallError } from '@rolecall/base';
import type { ResourceAnswer } from '@rolecall/gate';
import { contentText } from './content-text.ts';
import { HeldBack } from './departure.ts';
import { isUnreachable } from './limited-fetch.ts';
import { messageTooLarge } from './message-too-large.ts';
import { wellFormed } from './well-formed.ts';

/** What an answer is measured by. */
export interface AnswerRules {
  /** A larger one is refused. */
  readonly limitBytes: number;
  /** A larger one is said to be large. */
  readonly largeBytes: number;
  /** As the tool declares it. */
  readonly outputSchema?: JsonObject | undefined;
}

/**
 * Reads a tool's result: the structured content, else the one text block as JSON, else text alone. It is taken whole or, over
 * the limit, not at all; structured content against the tool's own schema is none.
 */
export function answerOfResult(
  result: CallToolResult,
  { limitBytes, largeBytes, outputSchema }: AnswerRules,
): ResourceAnswer {
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const isError = result.isError === true;
  const text = wellFormed(contentText(result.content));
  const found = result.structuredContent as JsonValue | undefined;
  const bytes = Math.max(bytesOf(text), found === undefined ? 0 : bytesOf(JSON.stringify(found)));
  if (bytes > limitBytes) return { status: 'too_large', limitBytes };
  const large = bytes > largeBytes ? { largeBytes: bytes } : {};
  if (isError && texts.some(saysThatItRan)) return { ...unusable(text), ...large };
  const structured = found === undefined ? soleJson(texts) : wellFormed(found);
  const problem = isError ? undefined : schemaProblem(structured, outputSchema);
  if (problem !== undefined) return { ...unusable(text === '' ? problem : `${problem}\n${text}`), ...large };
  return { status: 'answered', structured, text, isError, ...large };
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text, 'utf8');
}

/**
 * What is known when a request ended in an error. `hasLeft` is what the transport saw.
 *
 * Only an error that says that the request was not taken up is a tool's error. Of any other the tool may have run: it is
 * an answer without content, which no contract can take for a failure.
 */
export function answerOfError(error: unknown, hasLeft: boolean): ResourceAnswer {
  const flood = messageTooLarge(error);
  if (flood !== undefined) return { status: 'too_large', limitBytes: flood.limitBytes };
  if (error instanceof HeldBack) return { status: 'not_sent', reason: error.message };
  if (!hasLeft) return { status: 'not_sent', reason: `The call was not sent: ${reasonOf(error)}` };
  if (error instanceof ProtocolError) {
    const text = `The server answered with error ${error.code}: ${error.message}`;
    const wasNotTakenUp = NOT_TAKEN_UP.has(error.code) && !saysThatItRan(text);
    return wasNotTakenUp ? { status: 'answered', text, isError: true } : unusable(text);
  }
  if (error instanceof UnauthorizedError) return refused(401, error.message);
  if (error instanceof SdkHttpError) {
    const { status } = error.data;
    return NOT_LET_IN.has(status) ? refused(status, error.message) : unusable(`HTTP ${status}: ${error.message}`);
  }
  if (!(error instanceof SdkError)) return { status: 'no_answer', reason: 'connection_lost' };
  switch (error.code) {
    case SdkErrorCode.RequestTimeout:
      return { status: 'no_answer', reason: 'timed_out' };
    case SdkErrorCode.NotConnected:
    case SdkErrorCode.ConnectionClosed:
      return { status: 'no_answer', reason: 'connection_lost' };
    default:
      return unusable(`The server's answer is not the result of a tool: ${error.message}`);
  }
}

/**
 * True when the server no longer knows the session: it has taken nothing up, and wants to be greeted anew. The protocol has
 * HTTP 404 for it; servers that were made after the official SDK's own example answer 400 and say why.
 */
export function isStaleSession(error: unknown): boolean {
  if (!(error instanceof SdkHttpError)) return false;
  const { status } = error.data;
  return status === 404 || (status === 400 && /\bsession\b/i.test(error.message));
}

/** True when nobody listens where the server was. */
export function isGone(error: unknown): boolean {
  return isStaleSession(error) || isUnreachable(error);
}

const NOT_TAKEN_UP: ReadonlySet<number> = new Set([
  ProtocolErrorCode.ParseError,
  ProtocolErrorCode.InvalidRequest,
  ProtocolErrorCode.MethodNotFound,
  ProtocolErrorCode.InvalidParams,
]);

/** With these a server, or what stands before it, says that it did not look at the request. */
const NOT_LET_IN: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 406, 413, 415, 429]);

function refused(status: number, message: string): ResourceAnswer {
  return { status: 'answered', text: `The server refused the call with HTTP ${status}: ${message}`, isError: true };
}

/** It answered, and what it did cannot be told from the answer. */
function unusable(text: string): ResourceAnswer {
  return { status: 'answered', text, isError: false };
}

/** Servers of the official SDKs say so when a tool has run and its result does not fit its own output schema. */
function saysThatItRan(text: string): boolean {
  return /\boutput validation error\b/i.test(text);
}

/** Why a request ended, and what to do about it where that is known. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof RolecallError) return [error.message, error.hint].filter(Boolean).join(' ');
  const { cause } = error;
  return cause instanceof Error ? `${error.message} (${cause.message || cause.name})` : error.message;
}

function soleJson(texts: readonly string[]): JsonValue | undefined {
  const [text] = texts;
  if (text === undefined || texts.length > 1) return undefined;
  try {
    return wellFormed(JSON.parse(text) as JsonValue);
  } catch {
    return undefined;
  }
}

/** A schema that does not compile here proves nothing; the contract's own record schema still stands. */
function schemaProblem(structured: JsonValue | undefined, schema: JsonObject | undefined): string | undefined {
  if (schema === undefined) return undefined;
  if (structured === undefined) return 'The tool declares an output schema and gave no structured content.';
  // Naming an older dialect is no reason not to look; what differs in it does not compile.
  const { $schema: _, ...constraints } = schema;
  const compiled = compileSchema(constraints);
  const [problem] = compiled.ok ? compiled.schema.check(structured).problems : [];
  return problem && `The answer does not meet the tool's own output schema: ${problem.message.en}`;
}
