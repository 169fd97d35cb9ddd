import { createHash } from 'node:crypto';
import type { ContentBlock } from '@modelcontextprotocol/client';

/** The content of a result as text. What is not text is named in its place, with what tells one of its kind from another. */
export function contentText(content: readonly ContentBlock[]): string {
  return content.map(textOfBlock).join('\n');
}

function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'image':
    case 'audio':
      return `[${block.type} ${block.mimeType}, ${describeBytes(block.data)}]`;
    case 'resource_link':
      return `[resource ${block.uri}]`;
    case 'resource':
      return `[resource ${block.resource.uri}]`;
    default:
      return block satisfies never;
  }
}

/** Pictures and sounds are never carried along: they are referred to by what they are. */
function describeBytes(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  return `${bytes.length} bytes, sha256:${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
}
