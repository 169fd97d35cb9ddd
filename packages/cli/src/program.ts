import { isJsonObject, type JsonObject } from '@rolecall/base';
import { Command, Help, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { addCredentials } from './credentials/add-credentials.ts';
import { addDesk } from './desk/add-desk.ts';
import type { ExitCode } from './io.ts';
import { addMcpCommands } from './mcp-program.ts';
import type { Texts } from './texts.ts';

/** The command line as a program. `onExit` is told the exit code of the command that ran. */
export function createProgram(context: CommandContext, onExit: (code: ExitCode) => void): Command {
  const { texts, io } = context;
  const { commands, options, arguments: args } = texts;
  // A command is loaded when it runs: help and the version need not wait for a store and a server.
  const run =
    <Given extends readonly unknown[]>(
      load: () => Promise<(context: CommandContext, ...given: Given) => Promise<ExitCode>>,
    ) =>
    async (...given: unknown[]) => {
      const command = await load();
      onExit(await command(context, ...(given as unknown as Given)));
    };
  const inWorkspace = (command: Command): Command => command.option('-w, --workspace <dir>', options.workspace, '.');

  const program = new Command('rolecall');
  program.configureHelp(helpIn(texts)).configureOutput({
    writeOut: (text) => io.out(text.replace(/\n$/, '')),
    writeErr: (text) => io.err(text.replace(/\n$/, '')),
    // Told by whoever runs the program, in the reader's language.
    outputError: () => {},
  });
  program.exitOverride().enablePositionalOptions().showSuggestionAfterError();
  program.description(texts.about).helpOption('-h, --help', options.help).helpCommand('help [command]', commands.help);
  program.option('--language <zh|en>', options.language);

  const add = (name: string): Command =>
    program.command(name).helpOption('-h, --help', options.help).option('--language <zh|en>', options.language);

  add('init')
    .description(commands.init)
    .argument('[dir]', args.newWorkspace, '.')
    .action(run(async () => (await import('./commands/init.ts')).init));
  inWorkspace(add('serve').description(commands.serve))
    .option('-p, --port <port>', options.port, wholeNumber(texts, 0, 65_535), 4700)
    .option('--host <address>', options.host, '127.0.0.1')
    .addOption(new Option('--role <role>', options.role).choices(['api', 'worker', 'all']).default('all'))
    .option('--console [dir]', options.console)
    .option('--no-console', options.noConsole)
    .option('--json', options.json)
    .action(run(async () => (await import('./commands/serve.ts')).serve));
  inWorkspace(add('chat').description(commands.chat))
    .option('-e, --employee <id>', options.employee)
    .option('-c, --contact <id>', options.contact)
    .option('--pack <pack>', options.pack)
    .option('-d, --dir <folder>', options.dir, (folder: string, folders: readonly string[] = []) => [
      ...folders,
      folder,
    ])
    .option('-m, --model <id>', options.model)
    .option('--new', options.newSession)
    .option('--session <id>', options.session)
    .option('--search <url>', options.search)
    .option('--allow-web', options.allowWeb)
    .option('--allow-code', options.allowCode)
    .option('-y, --yes', options.agree)
    .option('-p, --prompt [text]', options.prompt)
    .option('--timeout <seconds>', options.timeout, wholeNumber(texts, 1, 86_400), 300)
    .option('--json', options.json)
    .action(run(async () => (await import('./commands/chat.ts')).chat));
  inWorkspace(add('check').description(commands.check))
    .option('--json', options.json)
    .option('--sarif', options.sarif)
    .option('--strict', options.strict)
    .option('--accept-system', options.acceptSystem)
    .action(run(async () => (await import('./commands/check.ts')).check));
  inWorkspace(add('explain').description(commands.explain).argument('<capability>', args.capability))
    .option('-e, --employee <id>', options.employee)
    .option('-a, --args <json>', options.args, jsonObject(texts))
    .option('--json', options.json)
    .action(run(async () => (await import('./commands/explain.ts')).explain));
  inWorkspace(add('trace').description(commands.trace).argument('[conversation]', args.conversation))
    .option('-r, --round <id>', options.round)
    .option('--verify', options.verify)
    .option('-n, --limit <count>', options.limit, wholeNumber(texts, 1, 1_000), 50)
    .option('--json', options.json)
    .action(run(async () => (await import('./commands/trace.ts')).trace));
  inWorkspace(add('reset').description(commands.reset))
    .option('-y, --yes', options.yes)
    .action(run(async () => (await import('./commands/reset.ts')).reset));
  inWorkspace(add('forget').description(commands.forget).argument('<contact>', args.forgotten))
    .option('-y, --yes', options.yes)
    .action(run(async () => (await import('./commands/forget.ts')).forget));
  addDesk(add('desk'), context, run, inWorkspace);
  const db = add('db').description(commands.db).helpCommand(false);
  const addToDb = (name: string): Command =>
    inWorkspace(db.command(name).helpOption('-h, --help', options.help).option('--language <zh|en>', options.language))
      .option('--json', options.json)
      .description(commands.dbCommands[name as keyof Texts['commands']['dbCommands']]);
  addToDb('status').action(run(async () => (await import('./commands/db.ts')).dbStatus));
  addToDb('migrate').action(run(async () => (await import('./commands/db.ts')).dbMigrate));
  addToDb('export')
    .argument('<file>', args.exportFile)
    .action(run(async () => (await import('./commands/db.ts')).dbExport));
  addToDb('import')
    .argument('<file>', args.exportFile)
    .action(run(async () => (await import('./commands/db.ts')).dbImport));
  addToDb('retain')
    .option('--dry-run', options.dryRun)
    .action(run(async () => (await import('./commands/db.ts')).dbRetain));
  addToDb('seal').action(run(async () => (await import('./commands/db.ts')).dbSeal));
  const letters = add('letters').description(commands.letters).helpCommand(false);
  const addToLetters = (name: keyof Texts['commands']['lettersCommands']): Command =>
    inWorkspace(
      letters.command(name).helpOption('-h, --help', options.help).option('--language <zh|en>', options.language),
    )
      .option('--json', options.json)
      .description(commands.lettersCommands[name]);
  addToLetters('list').action(run(async () => (await import('./commands/letters.ts')).lettersList));
  addToLetters('show')
    .argument('<id>', args.letter)
    .action(run(async () => (await import('./commands/letters.ts')).lettersShow));
  addToLetters('retry')
    .argument('<id>', args.letter)
    .action(run(async () => (await import('./commands/letters.ts')).lettersRetry));
  addToLetters('drop')
    .argument('<id>', args.letter)
    .action(run(async () => (await import('./commands/letters.ts')).lettersDrop));
  const journal = add('journal').description(commands.journal).helpCommand(false);
  const addToJournal = (name: string): Command =>
    inWorkspace(
      journal.command(name).helpOption('-h, --help', options.help).option('--language <zh|en>', options.language),
    ).option('--json', options.json);
  addToJournal('show')
    .description(commands.journalShow)
    .argument('<conversation>', args.shownConversation)
    .argument('<number>', args.entry, wholeNumber(texts, 1, 2_147_483_647))
    .action(run(async () => (await import('./commands/journal.ts')).journalShow));
  addToJournal('verify')
    .description(commands.journalVerify)
    .argument('[conversation]', args.verified)
    .action(run(async () => (await import('./commands/journal.ts')).journalVerify));
  addCredentials(add('credentials'), { context, run, inWorkspace });
  addMcpCommands(add('mcp'), { context, run, inWorkspace, jsonObject: jsonObject(texts), wholeNumber });
  const bench = add('bench').description(commands.bench);
  const addBench = (name: string): Command =>
    bench
      .command(name)
      .helpOption('-h, --help', options.help)
      .option('--language <zh|en>', options.language)
      .option('--data <folder>', options.benchData)
      .option('--json', options.json);
  addBench('tau')
    .description(commands.benchTau)
    .argument('<domain>', args.domain)
    .action(run(async () => (await import('./commands/bench-tau.ts')).benchTauCommand));
  addBench('injection')
    .description(commands.benchInjection)
    .action(run(async () => (await import('./commands/bench-injection.ts')).benchInjectionCommand));
  program
    .command('pack')
    .description(commands.pack)
    .argument('[arguments...]', args.pack)
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(run(async () => (await import('./commands/pack.ts')).pack));
  add('version')
    .description(commands.version)
    .action(run(async () => (await import('./commands/version.ts')).version));
  return program;
}

function wholeNumber(texts: Texts, least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(texts.wholeNumber(least, most));
  };
}

function jsonObject(texts: Texts): (text: string) => JsonObject {
  return (text) => {
    try {
      const value: unknown = JSON.parse(text);
      if (isJsonObject(value)) return value;
    } catch {
      // Said below: it is not what was asked for.
    }
    throw new InvalidArgumentError(texts.argumentsAreJson);
  };
}

/** Commander's own words in the reader's language. */
function helpIn(texts: Texts): Partial<Help> {
  const titles: Readonly<Record<string, string>> = {
    'Usage:': texts.titles.usage,
    'Arguments:': texts.titles.arguments,
    'Options:': texts.titles.options,
    'Commands:': texts.titles.commands,
    'Global Options:': texts.titles.global,
  };
  const usual = new Help();
  return {
    styleTitle: (title) => titles[title] ?? title,
    styleUsage: (usage) =>
      usage.replace('[options]', texts.placeholders.options).replace('[command]', texts.placeholders.command),
    subcommandTerm: (command) => usual.subcommandTerm(command).replace('[options]', texts.placeholders.options),
    optionDescription: (option: Option) =>
      option.defaultValue === undefined || option.negate || typeof option.defaultValue === 'boolean'
        ? option.description
        : `${option.description} (${texts.default}: ${String(option.defaultValue)})`,
  };
}
