import type { Tool } from '@modelcontextprotocol/client';
import { contentHash } from '@rolecall/base';

/**
 * What of a tool must stay as it was when somebody bound it: name, description, schemas and annotations.
 *
 * Source: design, section 6, boundary 4.
 */
export function toolFingerprint(tool: Tool): string {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  return contentHash({ name, description, inputSchema, outputSchema, annotations });
}
