import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readArchive } from '../archive/read-archive.ts';
import { folderName } from '../ecosystem/agent-plugin.ts';
import { EXPORT_FORMATS, type ExportFormat, exportPack } from '../ecosystem/export-pack.ts';
import { IMPORT_FORMATS, type ImportFormat, type ImportInput, importPack } from '../ecosystem/import-pack.ts';
import { writeFolder } from '../install/write-folder.ts';
import { folderSource } from '../load/folder-source.ts';
import { loadPackFrom } from '../load/load-pack.ts';
import { loadRolePack } from '../load/load-role-pack.ts';
import { memorySource } from '../load/pack-source.ts';
import { createReporter, type Reporter } from '../report/reporter.ts';
import { printFindings } from './check-command.ts';
import { type ExitCode, type PackCommandContext, UsageError } from './cli-io.ts';
import { isFolder, onlyOperand } from './pack-paths.ts';

/** `pack import`: a pack made of another format, with what was lost on the way. */
export async function runImport(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'what to import');
  const from = context.option('from');
  if (from !== undefined && !(IMPORT_FORMATS as readonly string[]).includes(from))
    throw new UsageError(`--from is one of ${IMPORT_FORMATS.join(', ')}.`);
  const reporter = createReporter(context.language);
  const input = await readInput(context.resolve(shown), reporter);
  const files = input && importPack(input, reporter, from as ImportFormat | undefined);
  if (!files) return finish(context, shown, reporter, false, {});
  // What comes from elsewhere is scanned before it is written.
  const { pack, report } = await loadPackFrom(memorySource(files, shown), {
    language: context.language,
    allowCompanion: true,
  });
  reporter.take(report.entries);
  if (!pack) return finish(context, shown, reporter, false, {});
  const out = context.resolve(context.option('out') ?? folderName(pack.name));
  await writeFolder(out, files, { replace: context.flag('force') });
  return finish(context, shown, reporter, true, { folder: out, name: pack.name, digest: pack.digest });
}

/** `pack export`: a pack in another format, with what that format has no place for. */
export async function runExport(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'a pack');
  const to = context.option('to');
  if (to === undefined || !(EXPORT_FORMATS as readonly string[]).includes(to))
    throw new UsageError(`--to is one of ${EXPORT_FORMATS.join(', ')}.`);
  const { pack, report } = await loadRolePack(context.resolve(shown), {
    language: context.language,
    allowCompanion: true,
  });
  const reporter = createReporter(context.language);
  if (!pack) {
    reporter.take(report.entries);
    return finish(context, shown, reporter, false, {});
  }
  const files = await exportPack(pack, to as ExportFormat, reporter);
  const out = context.resolve(context.option('out') ?? `${folderName(pack.name)}-${to}`);
  await writeFolder(out, files, { replace: context.flag('force') });
  return finish(context, shown, reporter, true, { folder: out, files: [...files.keys()] });
}

function finish(context: PackCommandContext, shown: string, reporter: Reporter, ok: boolean, more: object): ExitCode {
  if (context.isJson)
    context.printJson({
      path: shown,
      ok,
      ...more,
      entries: reporter.entries.filter((entry) => entry.severity !== 'info'),
    });
  else {
    printFindings(context, shown, reporter.entries);
    if ('folder' in more) context.print(`${String(more.folder)}\n`);
  }
  return ok ? 0 : 1;
}

async function readInput(path: string, reporter: Reporter): Promise<ImportInput | undefined> {
  const label = basename(path);
  if (!(await isFolder(path))) {
    const bytes = new Uint8Array(await readFile(path));
    if (!/\.zip$/i.test(path)) return { label, isFolder: false, files: new Map([[label, bytes]]) };
    const content = readArchive(bytes, label, reporter);
    return content && { label: label.replace(/\.zip$/i, ''), isFolder: true, files: content.files };
  }
  const source = folderSource(path);
  const listing = await source.list();
  for (const problem of listing.problems)
    reporter.add(problem.code, { file: problem.path }, problem.parameters, { boundary: 'file' });
  const files = new Map<string, Uint8Array>();
  for (const file of listing.files) files.set(file.path, await source.read(file.path));
  return { label, isFolder: true, files };
}
