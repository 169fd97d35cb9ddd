/** The system understood and says no. Nothing was changed. */
export class Refusal extends Error {}

/** Ends the request with a refusal. */
export function refuse(message: string): never {
  throw new Refusal(message);
}
