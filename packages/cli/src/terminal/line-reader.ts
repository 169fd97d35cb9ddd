import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { RecalledLines } from './recalled-lines.ts';

const PROMPT = '› ';
const MORE_PROMPT = '… ';
const BLOCK = '"""';
const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

export interface LineReaderOptions {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** It takes no escape sequence, so what is pasted comes line by line. */
  readonly isDumb?: boolean | undefined;
  /** Earlier messages, newest first. */
  readonly history: readonly string[];
  /** Ctrl-C. */
  readonly onInterrupt: () => void;
  /** A message that comes while nobody waits for one. */
  readonly onUnasked: (message: string) => void;
  /** Ctrl-D, or the input has ended. */
  readonly onEnd?: (() => void) | undefined;
}

interface Terminal extends NodeJS.WritableStream {
  readonly columns?: number;
  readonly rows?: number;
}

/**
 * Messages from a terminal: line editing and history by Node's readline, several lines by `\` at the end, between `"""`,
 * or pasted; such a message is recalled whole. While nobody waits nothing is echoed, so that what is printed stays whole; what was typed is not lost.
 */
export class LineReader {
  readonly #readline: Interface;
  readonly #output: MutableOutput;
  readonly #options: LineReaderOptions;
  readonly #recalled: RecalledLines;
  #parts: string[] = [];
  #isBlock = false;
  #isPasting = false;
  #waiting: ((message: string | undefined) => void) | undefined;
  #asking: ((answer: string) => void) | undefined;
  #isClosed = false;

  constructor(options: LineReaderOptions) {
    this.#options = options;
    this.#output = new MutableOutput(options.output);
    this.#recalled = new RecalledLines(options.history);
    this.#readline = createInterface({
      input: options.input,
      output: this.#output,
      terminal: true,
      prompt: PROMPT,
      history: [...this.#recalled.newestFirst],
      historySize: Math.max(500, options.history.length),
      removeHistoryDuplicates: true,
    });
    if (!options.isDumb) options.output.write(PASTE_ON);
    this.#output.isMuted = true;
    options.input.on('keypress', this.#onKey);
    this.#readline.on('line', (line) => this.#onLine(line));
    // Neither an answer to a question nor a line of a longer message is a message.
    this.#readline.on('history', (history: string[]) => this.#recalled.fill(history));
    this.#readline.on('SIGINT', () => options.onInterrupt());
    this.#readline.on('close', () => {
      this.#isClosed = true;
      options.input.off('keypress', this.#onKey);
      // What is printed next does not stand behind what was being written.
      options.output.write(`${this.#waiting ? '\n' : ''}${options.isDumb ? '' : PASTE_OFF}`);
      options.onEnd?.();
      this.#waiting?.(undefined);
      if (!this.#asking) return;
      options.output.write('\n');
      this.#asking('');
    });
  }

  /** The next message; undefined once the input has ended. `prefill` stands in it to be sent or changed. */
  next(prefill = ''): Promise<string | undefined> {
    if (this.#isClosed) return Promise.resolve(undefined);
    this.#output.isMuted = false;
    this.#readline.setPrompt(PROMPT);
    this.#readline.prompt(true);
    if (prefill !== '') this.#readline.write(prefill);
    return new Promise((resolve) => {
      this.#waiting = (message) => {
        this.#waiting = undefined;
        this.#output.isMuted = true;
        resolve(message);
      };
    });
  }

  /** A short answer to a question; empty when there is nobody any more or the question was taken back. */
  ask(question: string, signal?: AbortSignal): Promise<string> {
    if (this.#isClosed || signal?.aborted) return Promise.resolve('');
    this.#clearLine();
    this.#output.isMuted = false;
    this.#readline.setPrompt(question);
    this.#readline.prompt();
    return new Promise((resolve) => {
      const answer = (text: string) => {
        this.#asking = undefined;
        this.#output.isMuted = true;
        signal?.removeEventListener('abort', onAbort);
        resolve(text.trim());
      };
      const onAbort = () => {
        this.#options.output.write('\n');
        answer('');
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#asking = answer;
    });
  }

  /** Takes back what is being written; answers whether there was anything. */
  discard(): boolean {
    const had = this.#readline.line !== '' || this.#parts.length > 0;
    this.#parts = [];
    this.#isBlock = false;
    this.#clearLine();
    this.#options.output.write('\n');
    this.#readline.setPrompt(PROMPT);
    return had;
  }

  /** Draws what is being written again, below what was printed meanwhile. */
  refresh(): void {
    if (this.#waiting) this.#readline.prompt(true);
  }

  close(): void {
    if (!this.#isClosed) this.#readline.close();
  }

  readonly #onKey = (_: unknown, key: { readonly name?: string } | undefined): void => {
    this.#recalled.see(this.#readline.line);
    if (key?.name === 'paste-start') this.#isPasting = true;
    if (key?.name === 'paste-end') this.#isPasting = false;
  };

  #onLine(line: string): void {
    if (this.#asking) {
      this.#asking(line);
      return;
    }
    const message = this.#assembled(line);
    if (message === undefined) {
      this.#readline.setPrompt(MORE_PROMPT);
      if (this.#waiting) this.#readline.prompt();
      return;
    }
    this.#recalled.add(message);
    if (this.#waiting) this.#waiting(message);
    else this.#options.onUnasked(message);
  }

  /** Undefined while the message goes on. */
  #assembled(line: string): string | undefined {
    const recalled = this.#recalled.unfold(line);
    if (recalled !== undefined) this.#parts.push(recalled);
    else if (line.trim() === BLOCK) {
      this.#isBlock = !this.#isBlock;
      if (this.#isBlock) return undefined;
    } else if (!this.#isBlock && !this.#isPasting && line.endsWith('\\')) {
      this.#parts.push(line.slice(0, -1));
      return undefined;
    } else this.#parts.push(line);
    if (this.#isBlock || this.#isPasting) return undefined;
    const message = this.#parts.join('\n');
    this.#parts = [];
    return message;
  }

  #clearLine(): void {
    const wasMuted = this.#output.isMuted;
    this.#output.isMuted = true;
    this.#readline.write(null, { ctrl: true, name: 'e' });
    this.#readline.write(null, { ctrl: true, name: 'u' });
    this.#recalled.see('');
    this.#output.isMuted = wasMuted;
  }
}

/** Swallows what readline draws while it is muted. */
class MutableOutput extends Writable {
  isMuted = false;
  readonly #target: Terminal;

  constructor(target: Terminal) {
    super({ decodeStrings: false });
    this.#target = target;
    target.on('resize', () => this.emit('resize'));
  }

  get columns(): number {
    return this.#target.columns ?? 80;
  }

  get rows(): number {
    return this.#target.rows ?? 24;
  }

  override _write(chunk: string | Uint8Array, _: BufferEncoding, done: (error?: Error | null) => void): void {
    if (!this.isMuted) this.#target.write(chunk);
    done();
  }
}
