import { basename } from 'node:path';
import { packTemplate } from '../create/pack-template.ts';
import { exists, writeFolder } from '../install/write-folder.ts';
import { validateManifest } from '../manifest/validate-manifest.ts';
import { type ExitCode, type PackCommandContext, UsageError } from './cli-io.ts';
import { onlyOperand } from './pack-paths.ts';

/** `pack new`: a folder with a pack that passes `check` without a finding. */
export async function runNew(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'a folder for the new pack');
  const dir = context.resolve(shown);
  const name = context.option('name') ?? basename(dir);
  const files = packTemplate(name, context.language);
  const checked = validateManifest(files.get('manifest.json'), { language: context.language });
  const [problem] = checked.entries;
  if (problem) throw new UsageError(`"${name}" cannot be the name of a pack: ${problem.message}`);
  if (await exists(dir)) throw new UsageError(`${shown} exists.`);
  await writeFolder(dir, new Map([...files].map(([path, text]) => [path, new TextEncoder().encode(text)])));
  if (context.isJson) context.printJson({ path: shown, ok: true, name, files: [...files.keys()] });
  else context.print(`${shown}: ${[...files.keys()].join(', ')}\n`);
  return 0;
}
