import { textHash } from '@rolecall/base';

/**
 * The W3C trace context of one call, so that the system behind it can be joined with the journal: the trace is the
 * conversation, the span the call. Both follow from ids alone and say nothing about anybody.
 */
export function traceParent(conversation: string | undefined, requestId: string): string {
  return `00-${digits(conversation ?? requestId, 32)}-${digits(requestId, 16)}-01`;
}

function digits(text: string, length: number): string {
  return textHash(text)
    .replaceAll(/[^0-9a-f]/g, '')
    .slice(-length)
    .padStart(length, '0');
}
