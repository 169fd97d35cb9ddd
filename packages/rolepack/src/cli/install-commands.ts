import { readFile } from 'node:fs/promises';
import { installPack } from '../install/install-pack.ts';
import { verifyPath } from '../install/verify-pack.ts';
import { printFindings } from './check-command.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { onlyOperand } from './pack-paths.ts';

/** `pack install`: into a workspace's `role-packs/`, with a lock. */
export async function runInstall(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'a pack');
  const dir = context.resolve(context.option('dir') ?? '.');
  const installed = await installPack(context.resolve(shown), dir, {
    language: context.language,
    trustedKey: await keyOf(context),
    ask: context.flag('yes') ? async () => true : context.io.stdin.isTTY ? context.io.ask : undefined,
  });
  printFindings(
    context,
    shown,
    installed.reporter.entries.filter((entry) => entry.severity === 'error' || entry.severity === 'warning'),
  );
  const { pack, folder, ok } = installed;
  if (context.isJson)
    context.printJson({
      path: shown,
      ok,
      name: pack?.name,
      folder,
      digest: pack?.digest,
      entries: installed.reporter.entries,
    });
  else if (ok) context.print(`installed ${pack?.name} in role-packs/${folder}\n${pack?.digest}\n`);
  return ok ? 0 : 1;
}

/** `pack verify`: one pack, or all that a workspace has locked. */
export async function runVerify(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'a pack or a workspace');
  const results = await verifyPath(context.resolve(shown), {
    language: context.language,
    trustedKey: await keyOf(context),
    digest: context.option('digest'),
  });
  for (const { reporter, ...result } of results) {
    if (context.isJson) context.printJson({ ...result, entries: reporter.entries });
    else {
      printFindings(context, result.path, reporter.entries);
      context.print(
        `${result.path}: ${result.ok ? 'ok' : 'not ok'}${result.digest === undefined ? '' : `  ${result.digest}`}${result.signedBy === undefined ? '' : '  signed'}\n`,
      );
    }
  }
  return results.every((result) => result.ok) ? 0 : 1;
}

async function keyOf(context: PackCommandContext): Promise<string | undefined> {
  const path = context.option('trust');
  return path === undefined ? undefined : readFile(context.resolve(path), 'utf8');
}
