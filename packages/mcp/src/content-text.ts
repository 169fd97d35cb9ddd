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

/** The head and the tail of a text that is too long, with a mark between them that says what is missing. */
export function cutText(text: string, limitBytes: number): string {
  const bytes = Buffer.from(text, 'utf8');
  if (bytes.length <= limitBytes) return text;
  const head = bytes.subarray(0, Math.floor(limitBytes * 0.75));
  const tail = bytes.subarray(bytes.length - Math.floor(limitBytes * 0.15));
  const left = bytes.length - head.length - tail.length;
  // A character that was cut in two is no character any more.
  const [before, after] = [
    head.toString('utf8').replace(/\uFFFD+$/, ''),
    tail.toString('utf8').replace(/^\uFFFD+/, ''),
  ];
  return `${before}\n[cut: ${left} of ${bytes.length} bytes are left out; at most ${limitBytes} are taken]\n${after}`;
}
