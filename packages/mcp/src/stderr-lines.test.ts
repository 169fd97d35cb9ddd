import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './stderr-lines.ts';

async function linesOf(chunks: readonly Uint8Array[]): Promise<string[]> {
  const stream = new PassThrough();
  const lines: string[] = [];
  readLines(stream, (line) => lines.push(line));
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  return lines;
}

test('lines are whole wherever the stream was cut, also inside a character', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replaceAll(/\s/g, ''));
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 7 }), async (lines, size) => {
      const bytes = Buffer.from(lines.join('\n'));
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(await linesOf(chunks)).toEqual(lines.filter((text) => text !== ''));
    }),
  );
});

test('of a line without an end only the beginning is kept, and the next line is whole', async () => {
  const lines = await linesOf([
    Buffer.from('x'.repeat(200_000)),
    Buffer.from('x'.repeat(200_000)),
    Buffer.from('\nnext\n'),
  ]);
  expect(lines.map((line) => line.length)).toEqual([200_000, 4]);
});
