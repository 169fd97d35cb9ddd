/** The system understood and says no. Nothing was changed. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** Ends the request with a refusal. */
export function refuse(code: string, message: string): never {
  throw new Refusal(code, message);
}
