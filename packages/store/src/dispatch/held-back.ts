const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

/** Conversations that are not to be tried before a time, and how often their first item has failed. */
export class HeldBack {
  readonly #held = new Map<
    string,
    { readonly until: number; readonly item: string | undefined; readonly attempt: number }
  >();

  /** Holds back after a failure, longer each time as long as it is the same item. */
  afterFailure(conversation: string, item: string | undefined): { readonly attempt: number; readonly delayMs: number } {
    const before = this.#held.get(conversation);
    const attempt = before !== undefined && before.item === item ? before.attempt + 1 : 1;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** (attempt - 1), LONGEST_DELAY_MS);
    this.#held.set(conversation, { until: performance.now() + delayMs, item, attempt });
    return { attempt, delayMs };
  }

  /** Holds back because another process works on it; that is no failure and changes no count. */
  whileElsewhere(conversation: string, delayMs: number): void {
    const { item, attempt } = this.#held.get(conversation) ?? { item: undefined, attempt: 0 };
    this.#held.set(conversation, { until: performance.now() + delayMs, item, attempt });
  }

  isHeld(conversation: string): boolean {
    return (this.#held.get(conversation)?.until ?? 0) > performance.now();
  }

  free(conversation: string): void {
    this.#held.delete(conversation);
  }

  /** Forgets conversations in which nothing waits any more, whoever handled it. */
  keepOnly(waiting: ReadonlySet<string>): void {
    for (const conversation of this.#held.keys()) if (!waiting.has(conversation)) this.free(conversation);
  }

  get size(): number {
    return this.#held.size;
  }
}
