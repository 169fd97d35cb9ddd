import { environmentRedactor } from '@rolecall/base';
import { type Command, CommanderError } from 'commander';
import { chooseLanguage } from './choose-language.ts';
import { describeProblem } from './describe-problem.ts';
import { type CliIo, EXIT, type ExitCode } from './io.ts';
import { createProgram } from './program.ts';
import { TEXTS } from './texts.ts';
import { isHelpShown, usageErrorLines } from './usage-error.ts';

/** Runs one command line and answers its exit code. Never throws; a stack is shown only with `ROLECALL_DEBUG`. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const language = chooseLanguage(argv, io.env);
  const texts = TEXTS[language];
  let code: ExitCode = EXIT.fine;
  const program = createProgram({ io, language, texts }, (told) => {
    code = told;
  });
  if (argv.length === 0) {
    program.outputHelp({ error: true });
    return EXIT.usage;
  }
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (isHelpShown(error)) return error.exitCode === 0 ? EXIT.fine : EXIT.usage;
    if (error instanceof CommanderError) {
      for (const line of usageErrorLines(error, commandNamed(program, argv), texts)) io.err(line);
      return EXIT.usage;
    }
    const redactor = environmentRedactor(io.env);
    io.err(redactor.redact(describeProblem(error, { texts, language })));
    if (io.env.ROLECALL_DEBUG && error instanceof Error) io.err(redactor.redact(error.stack ?? ''));
    return EXIT.failed;
  }
}

/** The command whose help explains what went wrong. */
function commandNamed(program: Command, argv: readonly string[]): string {
  const named = program.commands.find((command) => argv.includes(command.name()));
  return named === undefined ? 'rolecall' : `rolecall ${named.name()}`;
}
