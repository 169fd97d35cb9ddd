import { describeError } from '@rolecall/base';
import type { Texts } from './texts.ts';

/** An error for the reader of the command line: what, where, and the way out. */
export function describeProblem(error: unknown, texts: Texts): string {
  return `${texts.error}: ${describeError(error)}`;
}
