import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import type { ExitCode } from '../io.ts';
import { DESK_TEXTS } from './desk-texts.ts';

/** Runs a command that is loaded only then. */
type Run = <Given extends readonly unknown[]>(
  load: () => Promise<(context: CommandContext, ...given: Given) => Promise<ExitCode>>,
) => (...given: unknown[]) => Promise<void>;

/** Adds `rolecall desk` and what can be done there; without a name of a command it lists. */
export function addDesk(
  desk: Command,
  { language, texts }: Pick<CommandContext, 'language' | 'texts'>,
  run: Run,
  inWorkspace: (command: Command) => Command,
): void {
  const { about, commands, arguments: args, options } = DESK_TEXTS[language];
  desk.description(about).helpCommand(false);
  const add = (name: keyof typeof commands, isDefault = false): Command =>
    inWorkspace(desk.command(name, { isDefault }))
      .description(commands[name])
      .helpOption('-h, --help', texts.options.help)
      .option('--language <zh|en>', texts.options.language)
      .option('--json', texts.options.json);
  const addAct = (name: keyof typeof commands): Command => add(name).requiredOption('--as <name>', options.as);

  add('list', true)
    .option('--done', options.done)
    .action(run(async () => (await import('../commands/desk.ts')).deskList));
  addAct('take')
    .argument('<conversation>', args.conversation)
    .action(run(async () => (await import('../commands/desk.ts')).deskTake));
  addAct('say')
    .argument('<conversation>', args.conversation)
    .argument('<text>', args.text)
    .action(run(async () => (await import('../commands/desk.ts')).deskSay));
  addAct('back')
    .argument('<conversation>', args.conversation)
    .option('--note <text>', options.note)
    .action(run(async () => (await import('../commands/desk.ts')).deskBack));
  addAct('approve')
    .argument('<operation>', args.operation)
    .option('--reason <text>', options.reason)
    .action(run(async () => (await import('../commands/desk.ts')).deskApprove));
  addAct('refuse')
    .argument('<operation>', args.operation)
    .option('--reason <text>', options.reason)
    .action(run(async () => (await import('../commands/desk.ts')).deskRefuse));
  addAct('settle')
    .argument('<operation>', args.operation)
    .addArgument(new Argument('<outcome>', args.outcome).choices(['succeeded', 'failed']))
    .requiredOption('--reason <text>', options.reason)
    .action(run(async () => (await import('../commands/desk.ts')).deskSettle));
  addAct('done')
    .argument('<operation>', args.operation)
    .option('--note <text>', options.note)
    .action(run(async () => (await import('../commands/desk.ts')).deskDone));
}
