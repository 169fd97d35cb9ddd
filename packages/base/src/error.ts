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
  readonly message: string;
  readonly at?: Place | undefined;
  /** What the reader can do about it. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

const MARKER = Symbol.for('rolecall.error');

/**
 * The one base class of errors. Expected outcomes (a block, a bad manifest, a failed precondition) are values and never
 * this; it is for what the caller cannot continue from.
 */
export class RolecallError extends Error {
  readonly code: string;
  readonly at: Place | undefined;
  readonly hint: string | undefined;
  readonly [MARKER] = true;

  constructor(details: ErrorDetails) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'RolecallError';
    this.code = details.code;
    this.at = details.at;
    this.hint = details.hint;
  }

  /** Recognises our errors across copies of this package, where `instanceof` would not. */
  static is(error: unknown): error is RolecallError {
    return typeof error === 'object' && error !== null && (error as Record<symbol, unknown>)[MARKER] === true;
  }
}

/** One line for a person: code, place, message, and what to do. Never a stack. */
export function describeError(error: unknown): string {
  if (!RolecallError.is(error)) return error instanceof Error ? error.message : String(error);
  const place = error.at ? `${describePlace(error.at)}: ` : '';
  return `${place}${error.message} [${error.code}]${error.hint ? `\n  → ${error.hint}` : ''}`;
}

/** `file:line path`, leaving out what is not known. */
export function describePlace(place: Place): string {
  const spot = place.file ? `${place.file}${place.line === undefined ? '' : `:${place.line}`}` : '';
  return [spot, place.path].filter(Boolean).join(' ');
}
