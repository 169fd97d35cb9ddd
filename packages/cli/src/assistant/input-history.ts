import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST = 500;

/** What this user wrote before, newest first, in their own state folder. What cannot be read or written is none. */
export class InputHistory {
  readonly #file: string;
  #messages: string[];

  constructor(stateFolder: string) {
    this.#file = join(stateFolder, 'history.jsonl');
    this.#messages = readMessages(this.#file);
  }

  get newestFirst(): readonly string[] {
    return this.#messages;
  }

  add(message: string): void {
    // Several lines would not stand in one line of the editor.
    if (message.trim() === '' || message.includes('\n')) return;
    this.#messages = [message, ...this.#messages.filter((other) => other !== message)].slice(0, MOST);
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, this.#messages.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    } catch {
      // A conversation does not end for its history.
    }
  }
}

function readMessages(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [String(JSON.parse(line))]));
  } catch {
    return [];
  }
}
