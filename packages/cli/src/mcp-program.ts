import { isCapabilityKey, type JsonObject } from '@rolecall/base';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import type { ExitCode } from './io.ts';
import { MCP_TEXTS } from './mcp-texts.ts';
import type { Texts } from './texts.ts';

/** What the program around it gives to every command. */
export interface ProgramParts {
  readonly context: CommandContext;
  readonly run: <Given extends readonly unknown[]>(
    load: () => Promise<(context: CommandContext, ...given: Given) => Promise<ExitCode>>,
  ) => (...given: unknown[]) => Promise<void>;
  readonly inWorkspace: (command: Command) => Command;
  readonly jsonObject: (text: string) => JsonObject;
  readonly wholeNumber: (texts: Texts, least: number, most: number) => (text: string) => number;
}

/** `rolecall mcp …` */
export function addMcpCommands(mcp: Command, parts: ProgramParts): void {
  const { context, run, inWorkspace, jsonObject, wholeNumber } = parts;
  const { texts } = context;
  const { commands, options, arguments: args } = MCP_TEXTS[context.language];
  mcp.description(commands.mcp).helpCommand(false);
  const add = (name: Exclude<keyof typeof commands, 'mcp'>): Command =>
    inWorkspace(
      mcp
        .command(name)
        .helpOption('-h, --help', texts.options.help)
        .option('--language <zh|en>', texts.options.language),
    )
      .description(commands[name])
      .option('-e, --employee <id>', texts.options.employee)
      .option('--json', texts.options.json);
  const several = (text: string, before: readonly string[] = []) => [...before, text];

  add('list')
    .option('--no-connect', options.connect)
    .action(run(async () => (await import('./commands/mcp.ts')).mcpList));
  add('inspect')
    .argument('<server>', args.server)
    .argument('[tool]', args.tool)
    .action(run(async () => (await import('./commands/mcp.ts')).mcpInspect));
  add('call')
    .argument('<server>', args.server)
    .argument('<tool>', args.tool)
    .option('-a, --args <json>', options.callArguments, jsonObject)
    .option('-y, --yes', options.callYes)
    .option('--timeout <seconds>', options.timeout, wholeNumber(texts, 1, 86_400), 60)
    .action(run(async () => (await import('./commands/mcp.ts')).mcpCall));
  add('add')
    .argument('<server>', args.newServer)
    .argument('[command...]', args.command)
    .option('--url <url>', options.url)
    .addOption(new Option('--transport <transport>', options.transport).choices(['http', 'sse']).default('http'))
    .option('--env <pair>', options.env, several)
    .option('--header <pair>', options.header, several)
    .option('--authorization', options.authorization)
    .addOption(new Option('--session <session>', options.session).choices(['employee', 'conversation']))
    .action(run(async () => (await import('./commands/mcp.ts')).mcpAdd));
  add('login')
    .argument('<server>', args.server)
    .option('--paste', options.paste)
    .option('--no-browser', options.browser)
    .action(run(async () => (await import('./commands/mcp-login.ts')).mcpLogin));
  add('logout')
    .argument('<server>', args.server)
    .action(run(async () => (await import('./commands/mcp-login.ts')).mcpLogout));
  add('diff')
    .option('--accept', options.accept)
    .action(run(async () => (await import('./commands/mcp.ts')).mcpDiff));
  add('scaffold')
    .argument('<server>', args.server)
    .argument('<tool>', args.tool)
    .requiredOption('--capability <key>', options.capability, capabilityKey(texts))
    .addOption(new Option('--effect <effect>', options.effect).choices(['read', 'write']).default('write'))
    .action(run(async () => (await import('./commands/mcp.ts')).mcpScaffold));
}

function capabilityKey(texts: Texts): (text: string) => string {
  return (text) => {
    if (isCapabilityKey(text)) return text;
    throw new InvalidArgumentError(texts.arguments.capability);
  };
}
