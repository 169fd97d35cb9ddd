import { CommanderError } from 'commander';
import type { Texts } from './texts.ts';

/** What is wrong with a command line, in the reader's language, with the way out. */
export function usageErrorLines(error: CommanderError, command: string, texts: Texts): readonly string[] {
  const [told = '', ...rest] = error.message.split('\n');
  const meant = /^\(Did you mean (?:one of )?(.+)\?\)$/.exec(rest.join(' ').trim())?.[1];
  return [
    `${texts.error}: ${problemOf(error.code, told, texts)}`,
    ...(meant === undefined ? [] : [texts.didYouMean(meant)]),
    texts.seeHelp(command),
  ];
}

function problemOf(code: string, told: string, { usageErrors }: Texts): string {
  const quoted = [...told.matchAll(/'([^']*)'/g)].map((match) => match[1] ?? '');
  const [name = '', value = ''] = quoted;
  switch (code) {
    case 'commander.unknownOption':
      return usageErrors.unknownOption(name);
    case 'commander.unknownCommand':
      return usageErrors.unknownCommand(name);
    case 'commander.missingArgument':
      return usageErrors.missingArgument(name);
    case 'commander.optionMissingArgument':
      return usageErrors.optionMissingArgument(name);
    case 'commander.missingMandatoryOptionValue':
      return usageErrors.missingMandatoryOptionValue(name);
    case 'commander.invalidArgument': {
      // What a value should be like stands after the sentence.
      const why = /is invalid(?: for argument '[^']*')?\.\s*(.*)$/.exec(told)?.[1];
      return `${usageErrors.invalidArgument(name, value)}${why ? ` (${why})` : ''}`;
    }
    case 'commander.excessArguments':
      return usageErrors.excessArguments();
    default:
      return usageErrors.other();
  }
}

/** True for the pseudo-errors by which commander says that it has shown help. */
export function isHelpShown(error: unknown): error is CommanderError {
  return error instanceof CommanderError && /^commander\.(help|helpDisplayed|version)$/.test(error.code);
}
