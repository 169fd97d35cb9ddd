import type { Language } from '@rolecall/base';

/** What a command talks to; a test gives its own. */
export interface PackCliIo {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  readonly stdin: { readonly isTTY?: boolean | undefined };
  /** Where relative paths start; the process's folder without it. */
  readonly cwd?: string | undefined;
  /** In which findings are worded without `--lang`; English by default. */
  readonly language?: Language | undefined;
  /** Asks a person a yes-or-no question; only called when `stdin` is a terminal. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
}

/** Exit codes: fine, an error was found (or a warning with `--strict`), the command was not understood. */
export type ExitCode = 0 | 1 | 2;

/** A command with its arguments understood. */
export interface PackCommandContext {
  readonly io: PackCliIo;
  readonly language: Language;
  readonly operands: readonly string[];
  readonly isJson: boolean;
  readonly isSarif: boolean;
  readonly isStrict: boolean;
  readonly isVerbose: boolean;
  flag(name: string): boolean;
  option(name: string): string | undefined;
  /** An operand as an absolute path. */
  resolve(path: string): string;
  print(text: string): void;
  printJson(value: unknown): void;
}

/** Thrown for what the user typed wrong: one line and exit code 2. */
export class UsageError extends Error {}
