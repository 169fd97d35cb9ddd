import type { CallToolResult } from '@modelcontextprotocol/server';
import { Refusal } from './refusal.ts';

/** What a tool answers: the record, or the refusal as an error that says so. Anything else that is thrown is a fault. */
export function answer(work: () => object): CallToolResult {
  try {
    const result = work();
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: { ...result } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}
