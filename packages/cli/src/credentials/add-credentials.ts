import type { Command } from 'commander';
import type { ProgramParts } from '../mcp-program.ts';
import { CREDENTIALS_TEXTS } from './credentials-texts.ts';

/** Adds `rolecall credentials …`. */
export function addCredentials(
  credentials: Command,
  { context, run, inWorkspace }: Pick<ProgramParts, 'context' | 'run' | 'inWorkspace'>,
): void {
  const { texts, language } = context;
  const { about, commands, arguments: args, options } = CREDENTIALS_TEXTS[language];
  credentials.description(about).helpCommand(false);
  const add = (name: keyof typeof commands, isDefault = false): Command =>
    inWorkspace(credentials.command(name, { isDefault }))
      .description(commands[name])
      .helpOption('-h, --help', texts.options.help)
      .option('--language <zh|en>', texts.options.language)
      .option('--json', texts.options.json);

  add('list', true).action(run(async () => (await import('../commands/credentials.ts')).credentialsList));
  add('where')
    .argument('<name>', args.name)
    .action(run(async () => (await import('../commands/credentials.ts')).credentialsWhere));
  add('set')
    .argument('<name>', args.name)
    .option('--source <id>', options.source)
    .option('--generate', options.generate)
    .action(run(async () => (await import('../commands/credentials.ts')).credentialsSet));
  add('rotate')
    .argument('<name>', args.name)
    .option('--source <id>', options.source)
    .option('--generate', options.generate)
    .action(run(async () => (await import('../commands/credentials.ts')).credentialsRotate));
  add('remove')
    .argument('<name>', args.name)
    .option('--source <id>', options.source)
    .option('-y, --yes', options.yes)
    .action(run(async () => (await import('../commands/credentials.ts')).credentialsRemove));
  add('rekey')
    .option('--source <id>', options.source)
    .option('--generate', options.generateKey)
    .action(run(async () => (await import('../commands/credentials.ts')).credentialsRekey));
}
