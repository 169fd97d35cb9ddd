import type { Bilingual, Language } from './language.ts';

/** Where something stands: a file (relative to its workspace), a 1-based line, a path inside the document. */
export interface Place {
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly path?: string | undefined;
}

/** What every error of Rolecall carries. */
export interface ErrorDetails {
  /** Stable, machine-readable, `snake_case` (or the name that a standard gives it). */
  readonly code: string;
  readonly message: Bilingual;
  readonly at?: Place | undefined;
  /** What the reader can do about it. */
  readonly hint?: Bilingual | undefined;
  readonly cause?: unknown;
}

/** What an error says, in one language. */
export interface ErrorWords {
  readonly message: string;
  readonly hint?: string | undefined;
}

const MARKER = Symbol.for('rolecall.error');

/**
 * The one base class of errors. Expected outcomes (a block, a bad manifest, a failed precondition) are values and never
 * this; it is for what the caller cannot continue from.
 */
export class RolecallError extends Error {
  readonly code: string;
  readonly at: Place | undefined;
  /** In English, as `message` is. */
  readonly hint: string | undefined;
  readonly zh: ErrorWords;
  readonly [MARKER] = true;

  constructor(details: ErrorDetails) {
    super(details.message.en, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'RolecallError';
    this.code = details.code;
    this.at = details.at;
    this.hint = details.hint?.en;
    this.zh = { message: details.message.zh, hint: details.hint?.zh };
  }

  /** Recognises our errors across copies of this package, where `instanceof` would not. */
  static is(error: unknown): error is RolecallError {
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[MARKER] === true;
  }
}

/** One line for a person: code, place, message, and what to do. Never a stack. */
export function describeError(error: unknown, language: Language = 'en'): string {
  if (!RolecallError.is(error)) return error instanceof Error ? error.message : String(error);
  const { message, hint } = errorWords(error, language);
  const place = error.at ? `${describePlace(error.at)}: ` : '';
  return `${place}${message} [${error.code}]${hint ? `\n  → ${hint}` : ''}`;
}

/** What an error says to a reader of the language. */
export function errorWords(error: RolecallError, language: Language): ErrorWords {
  return language === 'zh' ? error.zh : { message: error.message, hint: error.hint };
}

/** What was thrown, as a part of a longer sentence in both languages. */
export function describeInBoth(error: unknown): Bilingual {
  return { en: describeError(error), zh: describeError(error, 'zh') };
}

/** `file:line path`, leaving out what is not known. */
export function describePlace(place: Place): string {
  const spot = place.file ? `${place.file}${place.line === undefined ? '' : `:${place.line}`}` : '';
  return [spot, place.path].filter(Boolean).join(' ');
}
