/** A message of a server was longer than any may be, and was not read to its end. */
export class MessageTooLarge extends Error {
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super(`A message is over ${limitBytes} bytes.`);
    this.limitBytes = limitBytes;
  }
}

/** The error, or what caused it, when it is that a message was too long. */
export function messageTooLarge(error: unknown): MessageTooLarge | undefined {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof MessageTooLarge) return at;
  return undefined;
}
