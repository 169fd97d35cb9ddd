import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { inBoth, RolecallError } from '@rolecall/base';
import type { CommandContext } from '../command-context.ts';
import { readInput } from '../read-input.ts';
import { CREDENTIALS_TEXTS } from './credentials-texts.ts';

/**
 * A value from standard input, all of it, or from somebody in front of a terminal, without showing it. Never from an
 * argument: every process of the machine can read those. Throws `usage` when nothing comes.
 */
export async function readSecret({ io, language }: CommandContext, name: string): Promise<string> {
  const texts = CREDENTIALS_TEXTS[language];
  const secret = io.isTerminal ? await askHidden(io.input, io.output, texts.ask(name)) : await readInput(io.input);
  if (secret !== '') return secret;
  throw new RolecallError({
    code: 'usage',
    message: inBoth(CREDENTIALS_TEXTS, (texts) => texts.noValue),
    hint: inBoth(CREDENTIALS_TEXTS, (texts) => texts.noValueHint),
  });
}

/** Ends with nothing on Ctrl-C or at the end of the input. */
function askHidden(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, question: string): Promise<string> {
  // Readline echoes to its output and keeps a history; here it has neither.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const readline = createInterface({ input, output: silent, terminal: true, historySize: 0 });
  return new Promise((resolve) => {
    const end = (secret: string): void => {
      output.write('\n');
      resolve(secret);
      readline.close();
    };
    readline.once('line', end);
    readline.once('SIGINT', () => end(''));
    readline.once('close', () => end(''));
    output.write(question);
  });
}
