import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { readArchive } from '../archive/read-archive.ts';
import { signPack } from '../archive/signature.ts';
import { writeArchive } from '../archive/write-archive.ts';
import { folderName } from '../ecosystem/agent-plugin.ts';
import { writeFolder } from '../install/write-folder.ts';
import { loadRolePack } from '../load/load-role-pack.ts';
import { createReporter } from '../report/reporter.ts';
import { printFindings } from './check-command.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { onlyOperand } from './pack-paths.ts';

/** `pack pack`: checks and scans, then writes the deterministic archive, signed on request. */
export async function runPack(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'the folder of a pack');
  const { pack, report } = await loadRolePack(context.resolve(shown), {
    language: context.language,
    allowCompanion: true,
    snapshot: true,
  });
  const isStopped =
    !pack || !report.ok || (context.isStrict && report.entries.some((entry) => entry.severity === 'warning'));
  printFindings(
    context,
    shown,
    report.entries.filter((entry) => entry.severity === 'error' || entry.severity === 'warning'),
  );
  if (isStopped) return 1;
  const files = new Map<string, Uint8Array>();
  for (const { path } of pack.files) files.set(path, await pack.source.read(path));
  const archive = writeArchive(files);
  const version = pack.manifest.version ?? '0.0.0';
  const out = context.resolve(context.option('out') ?? `${folderName(pack.name)}-${version}.zip`);
  const key = context.option('key');
  // Signed before anything is written: a key that cannot sign leaves no archive behind.
  const signature =
    key === undefined
      ? undefined
      : signPack({ name: pack.name, version, digest: pack.digest }, await readFile(context.resolve(key), 'utf8'));
  await writeFile(out, archive);
  if (signature) await writeFile(`${out}.sig.json`, `${JSON.stringify(signature, null, 2)}\n`);
  const result = {
    path: shown,
    archive: out,
    bytes: archive.length,
    files: files.size,
    digest: pack.digest,
    signed: signature !== undefined,
  };
  if (context.isJson) context.printJson(result);
  else context.print(`${out}\n${pack.digest}${signature ? '  signed' : ''}\n`);
  return 0;
}

/** `pack unpack`: a sound archive into a new folder, or nothing. */
export async function runUnpack(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'an archive');
  const path = context.resolve(shown);
  const reporter = createReporter(context.language);
  const content = readArchive(new Uint8Array(await readFile(path)), basename(path), reporter);
  if (!content) {
    printFindings(context, shown, reporter.entries);
    if (context.isJson) context.printJson({ path: shown, ok: false, entries: reporter.entries });
    return 1;
  }
  const out = context.resolve(context.option('out') ?? basename(path).replace(/\.zip$/i, ''));
  await writeFolder(out, content.files);
  if (context.isJson) context.printJson({ path: shown, ok: true, folder: out, files: content.files.size });
  else context.print(`${out}: ${content.files.size} files\n`);
  return 0;
}
