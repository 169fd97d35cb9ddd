import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { describeError } from '@rolecall/base';
import { showUnsafeCharacters } from '../text/unsafe-characters.ts';
import { runCheck } from './check-command.ts';
import { type ExitCode, type PackCliIo, type PackCommandContext, UsageError } from './cli-io.ts';
import { runDiff } from './diff-command.ts';
import { runExport, runImport } from './exchange-commands.ts';
import { commandHelp, generalHelp } from './help.ts';
import { runInstall, runVerify } from './install-commands.ts';
import { runList, runShow } from './list-commands.ts';
import { runNew } from './new-command.ts';
import { runPack, runUnpack } from './pack-commands.ts';
import { runFix, runMigrate } from './repair-commands.ts';
import { runScan } from './scan-command.ts';

const COMMANDS: Readonly<Record<string, (context: PackCommandContext) => Promise<ExitCode>>> = {
  new: runNew,
  check: runCheck,
  scan: runScan,
  diff: runDiff,
  fix: runFix,
  migrate: runMigrate,
  pack: runPack,
  unpack: runUnpack,
  verify: runVerify,
  install: runInstall,
  import: runImport,
  export: runExport,
  list: runList,
  show: runShow,
};

const OPTIONS = {
  json: { type: 'boolean' },
  sarif: { type: 'boolean' },
  strict: { type: 'boolean' },
  verbose: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
  yes: { type: 'boolean', short: 'y' },
  force: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  lang: { type: 'string' },
  /** As the rest of the command line calls it. */
  language: { type: 'string' },
  out: { type: 'string', short: 'o' },
  dir: { type: 'string' },
  name: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  key: { type: 'string' },
  trust: { type: 'string' },
  digest: { type: 'string' },
} as const;

/**
 * Runs `rolecall pack …` with the arguments after `pack`. Answers the exit code: 0 fine, 1 an error (or a warning with
 * `--strict`), 2 not understood. With `--json` it prints one object a line and nothing else to the standard output.
 */
export async function runPackCommand(argv: readonly string[], io: PackCliIo): Promise<ExitCode> {
  const [name, ...rest] = argv;
  const language = io.language ?? 'en';
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    io.stdout.write(generalHelp(language));
    return name === undefined ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    io.stderr.write(`There is no command "pack ${name}".\n\n${generalHelp(language)}`);
    return 2;
  }
  try {
    const context = readContext(rest, io);
    if (context.flag('help')) {
      io.stdout.write(commandHelp(name, context.language));
      return 0;
    }
    return await command(context);
  } catch (error) {
    if (error instanceof UsageError || isParseError(error)) {
      io.stderr.write(`${error.message}\n\n${commandHelp(name, language)}`);
      return 2;
    }
    io.stderr.write(`${describeError(error, language)}\n`);
    return 1;
  }
}

function readContext(args: readonly string[], io: PackCliIo): PackCommandContext {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: OPTIONS,
    allowPositionals: true,
    strict: true,
  });
  const lang = values.lang ?? values.language ?? io.language ?? 'en';
  if (lang !== 'en' && lang !== 'zh') throw new UsageError(`--lang is "en" or "zh", not "${lang}".`);
  return {
    io: io.stdin.isTTY && !io.ask ? { ...io, ask: askTerminal } : io,
    language: lang,
    operands: positionals,
    isJson: values.json ?? false,
    isSarif: values.sarif ?? false,
    isStrict: values.strict ?? false,
    isVerbose: values.verbose ?? false,
    flag: (name) => values[name as keyof typeof values] === true,
    option: (name) => {
      const value = values[name as keyof typeof values];
      return typeof value === 'string' ? value : undefined;
    },
    resolve: (path) => resolve(io.cwd ?? process.cwd(), path),
    // Names and texts of a pack are somebody else's: nothing in them reaches the terminal as a command.
    print: (text) => void io.stdout.write(showUnsafeCharacters(text)),
    printJson: (value) => void io.stdout.write(`${JSON.stringify(value, inOneLanguage)}\n`),
  };
}

async function askTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^(?:y|yes|是|好)$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}

function isParseError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}

/** A report is read in one language: what its entries hold in Chinese beside it is for whoever shows both. */
function inOneLanguage(key: string, value: unknown): unknown {
  return key === 'zh' && typeof value === 'object' && value !== null && 'message' in value ? undefined : value;
}
