/** How many things are under way, and who waits for there to be none. */
export class UnderWay {
  #count = 0;
  #waiting: (() => void)[] = [];

  get isAny(): boolean {
    return this.#count > 0;
  }

  /** True when it is the first. */
  begin(): boolean {
    this.#count += 1;
    return this.#count === 1;
  }

  /** True when it was the last. */
  end(): boolean {
    this.#count -= 1;
    if (this.#count > 0) return false;
    for (const wake of this.#waiting.splice(0)) wake();
    return true;
  }

  /** Answers once nothing is under way, also nothing that has begun meanwhile. */
  async ended(): Promise<void> {
    while (this.#count > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
