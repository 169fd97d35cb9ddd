import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

/** A line without an end is given up at this length. */
const LONGEST_LINE = 65_536;

/**
 * Hands over a stream line by line. Of an endless line only the beginning is handed over, whole enough that whoever
 * redacts and then shortens it cannot cut a secret in two.
 */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isSkipping = false;
  stream.on('data', (chunk: Buffer) => {
    const pieces = `${rest}${decoder.write(chunk)}`.split('\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      if (!isSkipping && piece.trim() !== '') onLine(piece.trimEnd());
      isSkipping = false;
    }
    if (rest.length > LONGEST_LINE) {
      if (!isSkipping) onLine(rest);
      isSkipping = true;
      rest = '';
    }
  });
  stream.on('end', () => {
    if (!isSkipping && rest.trim() !== '') onLine(rest.trimEnd());
  });
}
