import { join, relative, resolve } from 'node:path';
import { inBoth, RolecallError } from '@rolecall/base';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';
import { starterFiles } from '../starter/starter-files.ts';
import { writeNewFiles } from '../starter/write-new-files.ts';
import { TEXTS } from '../texts.ts';

/**
 * `rolecall init`: a small workspace that runs as it stands, in the language of the command line. Overwrites nothing:
 * where one of its files exists already, none is written.
 */
export async function init({ io, texts, language }: CommandContext, folder: string): Promise<ExitCode> {
  const dir = resolve(io.cwd, folder);
  const files = starterFiles(language);
  const existing = writeNewFiles(dir, files);
  if (existing.length > 0) {
    throw new RolecallError({
      code: 'workspace_file_exists',
      at: { file: dir },
      message: inBoth(TEXTS, ({ initialising }) => initialising.exists(existing.join(', '))),
      hint: inBoth(TEXTS, ({ initialising }) => initialising.existsHint),
    });
  }
  const shown = relative(io.cwd, dir);
  const workspace = shown === '' ? '' : ` --workspace ${quoted(shown)}`;
  io.out(texts.initialising.wrote(files.length, dir));
  for (const command of texts.initialising.next(workspace)) io.out(`  ${command}`);
  io.out(texts.initialising.readme(join(dir, 'README.md')));
  return EXIT.fine;
}

function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
