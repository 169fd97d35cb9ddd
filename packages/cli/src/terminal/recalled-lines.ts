/** Stands for a line end where a message of several lines is recalled into the one line of the editor. */
const MARKS = ['⏎', '␤', '↵'] as const;

/**
 * Earlier messages as an editor of one line recalls them, newest first: each is one entry, also one of several lines, which
 * gets its line ends back when it is sent, changed or not.
 */
export class RecalledLines {
  #newest: string[];
  /** The message that an entry of several lines stands for. */
  readonly #messages = new Map<string, string>();
  /** The array that readline walks through. */
  #walked: string[] | undefined;
  /** What stands for a line end in what is being written, if that was recalled. */
  #mark: string | undefined;

  constructor(newestFirst: readonly string[]) {
    this.#newest = newestFirst.map((message) => this.#fold(message));
  }

  get newestFirst(): readonly string[] {
    return this.#newest;
  }

  /** Makes readline's history this one; from then on it follows. */
  fill(history: string[]): void {
    this.#walked = history;
    history.splice(0, history.length, ...this.#newest);
  }

  add(message: string): void {
    if (message.trim() === '') return;
    const entry = this.#fold(message);
    this.#newest = [entry, ...this.#newest.filter((other) => other !== entry)];
    if (this.#walked) this.fill(this.#walked);
  }

  /** Is told of what stands in the editor after each key. */
  see(line: string): void {
    const message = this.#messages.get(line);
    if (message !== undefined) this.#mark = markFor(message);
    else if (line === '') this.#mark = undefined;
  }

  /** What a line that was recalled says, with its line ends; undefined for any other. */
  unfold(line: string): string | undefined {
    if (this.#mark === undefined) return undefined;
    return this.#messages.get(line) ?? line.replaceAll(this.#mark, '\n');
  }

  #fold(message: string): string {
    if (!message.includes('\n')) return message;
    const entry = message.replaceAll('\n', markFor(message));
    this.#messages.set(entry, message);
    return entry;
  }
}

function markFor(message: string): string {
  return MARKS.find((mark) => !message.includes(mark)) ?? MARKS[0];
}
