import { resolve } from 'node:path';
import { openWorkspaceDatabase, type WorkspaceDatabase } from '@rolecall/host';
import { type CommandContext, workspaceDir } from '../command-context.ts';
import { EXIT, type ExitCode } from '../io.ts';

export interface DbOptions {
  readonly workspace: string;
  readonly json?: boolean | undefined;
}

/** `rolecall db status`: which database, and whether its schema is the one that is needed. */
export async function dbStatus(context: CommandContext, options: DbOptions): Promise<ExitCode> {
  const { io, texts } = context;
  const status = await databaseOf(context, options).status();
  if (options.json) io.out(JSON.stringify(status));
  else io.out(texts.database.status(status.at, status.schema, status.newest));
  return status.schema >= status.newest ? EXIT.fine : EXIT.failed;
}

/** `rolecall db migrate`: brings the schema up; running it again changes nothing. */
export async function dbMigrate(context: CommandContext, options: DbOptions): Promise<ExitCode> {
  const { io, texts } = context;
  const { from, to } = await databaseOf(context, options).migrate();
  if (options.json) io.out(JSON.stringify({ from, to }));
  else io.out(from === to ? texts.database.migratedAlready(to) : texts.database.migrated(from, to));
  return EXIT.fine;
}

/** `rolecall db export <file>`: everything, in one file. */
export async function dbExport(context: CommandContext, file: string, options: DbOptions): Promise<ExitCode> {
  const path = resolve(context.io.cwd, file);
  const summary = await databaseOf(context, options).export(path);
  return tellSummary(context, options, context.texts.database.exported(path), summary);
}

/** `rolecall db import <file>`: an export into an empty database, all of it or nothing. */
export async function dbImport(context: CommandContext, file: string, options: DbOptions): Promise<ExitCode> {
  const path = resolve(context.io.cwd, file);
  const summary = await databaseOf(context, options).import(path);
  return tellSummary(context, options, context.texts.database.imported(path), summary);
}

/** `rolecall db retain`: forgets what `retention` in `rolecall.yaml` no longer keeps, and says what stays and why. */
export async function dbRetain(
  context: CommandContext,
  options: DbOptions & { readonly dryRun?: boolean | undefined },
): Promise<ExitCode> {
  const { io, texts } = context;
  const dryRun = options.dryRun === true;
  const report = await databaseOf(context, options).retain({ dryRun });
  if (options.json) io.out(JSON.stringify({ dryRun, ...report }));
  else {
    io.out(texts.database.retained(report, dryRun));
    for (const { conversation, reason } of report.kept) io.out(`  ${conversation}  ${texts.database.keptFor[reason]}`);
  }
  return EXIT.fine;
}

/** `rolecall db seal`: puts what was written before texts were encrypted under its contact's key. */
export async function dbSeal(context: CommandContext, options: DbOptions): Promise<ExitCode> {
  const { io, texts } = context;
  let told = 0;
  const sealed = await databaseOf(context, options).seal((table, rows) => {
    if (rows < told) told = 0;
    if (options.json || rows - told < 1_000) return;
    told = rows;
    io.err(texts.database.sealing(table, rows));
  });
  if (options.json) io.out(JSON.stringify(sealed));
  else io.out(texts.database.sealed(sealed));
  return EXIT.fine;
}

function databaseOf(context: CommandContext, { workspace }: DbOptions): WorkspaceDatabase {
  return openWorkspaceDatabase(workspaceDir(context, workspace), context.io.env);
}

function tellSummary(
  { io }: CommandContext,
  { json }: DbOptions,
  told: string,
  summary: Awaited<ReturnType<WorkspaceDatabase['export']>>,
): ExitCode {
  if (json) {
    io.out(JSON.stringify(summary));
    return EXIT.fine;
  }
  io.out(told);
  for (const [table, { rows, hash }] of Object.entries(summary.tables)) {
    io.out(`  ${table.padEnd(16)} ${String(rows).padStart(9)}  ${hash}`);
  }
  return EXIT.fine;
}
