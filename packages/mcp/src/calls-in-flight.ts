import { type Departure, departures } from './departure.ts';
import type { CallOutcome, ToolCall } from './tool-call.ts';

/** The calls of which a connection awaits the answer, and what their server asked for meanwhile and was refused. */
export class CallsInFlight {
  readonly #calls = new Map<ToolCall, Departure>();
  #refusals: string[] = [];

  /** True when nobody waits for an answer. */
  get isIdle(): boolean {
    return this.#calls.size === 0;
  }

  /** True when one answer is awaited and no other. */
  get isAlone(): boolean {
    return this.#calls.size === 1;
  }

  begin(call: ToolCall, departure: Departure): void {
    if (this.isIdle) this.#refusals = [];
    this.#calls.set(call, departure);
  }

  end(call: ToolCall): void {
    this.#calls.delete(call);
    call.sampling?.end();
  }

  /**
   * For which call a server of the older revision asks something back: the one on whose own stream it asks, where calls have
   * one, else the only one there is. Undefined when it could be for one or another.
   */
  asking(): ToolCall | undefined {
    const departure = departures.getStore();
    if (departure !== undefined) return this.#onStreamOf(departure);
    const [only, another] = this.#calls.keys();
    return another === undefined ? only : undefined;
  }

  /** A form may be filled for the call that asks, or where every call at work allows it. */
  mayElicit(): boolean {
    const departure = departures.getStore();
    if (departure !== undefined) return this.#onStreamOf(departure)?.mayElicit ?? false;
    return this.#calls.size > 0 && [...this.#calls.keys()].every(({ mayElicit }) => mayElicit);
  }

  #onStreamOf(departure: Departure): ToolCall | undefined {
    return [...this.#calls].find(([, each]) => each === departure)?.[0];
  }

  /** Puts a refusal on record with the next call that ends. */
  refuse(text: string): void {
    if (this.#refusals.length < MOST_REFUSALS) this.#refusals.push(text);
  }

  /** The outcome of a call, with what was refused meanwhile and what a model wrote for it. */
  noted<Outcome extends CallOutcome>(outcome: Outcome, { sampling }: ToolCall): Outcome {
    if (outcome.status === 'stale_session') return outcome;
    const notes = this.#refusals;
    const sampled = sampling?.texts ?? [];
    this.#refusals = [];
    return {
      ...outcome,
      ...(notes.length === 0 ? {} : { notes }),
      ...(sampled.length === 0 ? {} : { sampled: [...sampled] }),
    };
  }
}

const MOST_REFUSALS = 5;
