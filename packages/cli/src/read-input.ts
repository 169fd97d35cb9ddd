/** All of an input in UTF-8, without line ends at its end. */
export async function readInput(input: NodeJS.ReadableStream): Promise<string> {
  return (await readBytes(input)).toString('utf8').trimEnd();
}

/** All of an input. */
export async function readBytes(input: NodeJS.ReadableStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
}
