import { AsyncLocalStorage } from 'node:async_hooks';

/** One call of a tool on its way to the moment in which its bytes leave this process. */
export interface Departure {
  /** Asked in the same turn in which the bytes leave: a reason why they must not, or undefined. */
  readonly refusal: () => string | undefined;
  hasLeft: boolean;
  /** Told when its answer is longer than any message may be. */
  readonly onFlood: (error: Error) => void;
}

/** The call was held back before a byte of it left. */
export class HeldBack extends Error {}

/** Follows a call through the SDK to the transport, which is the only one that knows when something leaves. */
export const departures = new AsyncLocalStorage<Departure>();

/** For a transport, immediately before it hands over the bytes of a message. Throws `HeldBack`. */
export function depart(message: string): void {
  const departure = departures.getStore();
  if (departure === undefined || departure.hasLeft || !message.includes('"tools/call"')) return;
  const reason = departure.refusal();
  if (reason !== undefined) throw new HeldBack(reason);
  departure.hasLeft = true;
}

/** For a transport that could not even reach the other side: what was handed over never left. */
export function notDeparted(): void {
  const departure = departures.getStore();
  if (departure !== undefined) departure.hasLeft = false;
}
