import { describeError } from '@rolecall/base';
import type { CommandContext } from './command-context.ts';

/** An error for the reader of the command line: what, where, and the way out. */
export function describeProblem(
  error: unknown,
  { texts, language }: Pick<CommandContext, 'texts' | 'language'>,
): string {
  return `${texts.error}: ${describeError(error, language)}`;
}
