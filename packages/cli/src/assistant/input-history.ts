import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MOST = 500;
/** So many characters together: what was pasted may be long. */
const MOST_CHARACTERS = 500_000;

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
    if (message.trim() === '') return;
    this.#messages = bounded([message, ...this.#messages.filter((other) => other !== message)]);
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      writeFileSync(this.#file, this.#messages.map((line) => `${JSON.stringify(line)}\n`).join(''), { mode: 0o600 });
    } catch {
      // A conversation does not end for its history.
    }
  }
}

function bounded(newestFirst: readonly string[]): string[] {
  const kept: string[] = [];
  let characters = 0;
  for (const message of newestFirst) {
    characters += message.length;
    if (kept.length === MOST || characters > MOST_CHARACTERS) break;
    kept.push(message);
  }
  return kept;
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
