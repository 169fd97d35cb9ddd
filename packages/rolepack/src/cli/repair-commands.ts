import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { folderSource } from '../load/folder-source.ts';
import { skillPlace } from '../load/skills.ts';
import { jsonProblem } from '../manifest/validate-manifest.ts';
import { fixSkillText } from '../migrate/fix-skill.ts';
import {
  fixManifest,
  type ManifestChange,
  type MigratedManifest,
  migrateManifest,
} from '../migrate/migrate-manifest.ts';
import { createReporter } from '../report/reporter.ts';
import { decodeText } from '../text/decode-text.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { packPaths } from './pack-paths.ts';

/** `pack migrate`: older forms to the present format. */
export function runMigrate(context: PackCommandContext): Promise<ExitCode> {
  return repair(context, migrateManifest, false);
}

/** `pack fix`: the repairs that have one right answer. */
export function runFix(context: PackCommandContext): Promise<ExitCode> {
  return repair(context, fixManifest, true);
}

interface FileChange extends ManifestChange {
  readonly file: string;
}

async function repair(
  context: PackCommandContext,
  migrate: (value: Readonly<Record<string, unknown>>) => MigratedManifest,
  withSkills: boolean,
): Promise<ExitCode> {
  const isDry = context.flag('dry-run');
  let code: ExitCode = 0;
  for (const { shown, path } of await packPaths(context)) {
    const changes: FileChange[] = [];
    const problem = await repairManifest(path, migrate, changes, isDry);
    if (withSkills && problem === undefined) await repairSkills(path, changes, isDry);
    if (problem !== undefined) code = 1;
    if (context.isJson)
      context.printJson({
        path: shown,
        ok: problem === undefined,
        written: !isDry && changes.length > 0,
        problem,
        changes,
      });
    else {
      for (const change of changes)
        context.print(`${shown}/${change.file} ${change.path}: ${change.what}: ${change.detail}\n`);
      context.print(
        problem === undefined
          ? `${shown}: ${changes.length} changes${isDry ? ', none written' : ''}\n`
          : `${shown}: ${problem}\n`,
      );
    }
  }
  return code;
}

async function repairManifest(
  path: string,
  migrate: (value: Readonly<Record<string, unknown>>) => MigratedManifest,
  changes: FileChange[],
  isDry: boolean,
): Promise<string | undefined> {
  const file = join(path, 'manifest.json');
  let text: string;
  try {
    const bytes = new Uint8Array(await readFile(file));
    text = decodeText(bytes, 'manifest.json', createReporter());
    if (bytes[0] === 0xef)
      changes.push({ file: 'manifest.json', path: '', what: 'removed', detail: 'byte order mark' });
  } catch {
    return 'there is no manifest.json that can be read and written here';
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const { reason, line } = jsonProblem(text, error);
    return `manifest.json:${line} is not valid JSON: ${reason}`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'manifest.json is not an object';
  const migrated = migrate(value as Readonly<Record<string, unknown>>);
  if (migrated.impossible !== undefined) return migrated.impossible;
  for (const change of migrated.changes) changes.push({ file: 'manifest.json', ...change });
  if (changes.length > 0 && !isDry) await replaceFile(file, `${JSON.stringify(migrated.manifest, null, 2)}\n`);
  return undefined;
}

async function repairSkills(path: string, changes: FileChange[], isDry: boolean): Promise<void> {
  const source = folderSource(path);
  for (const { path: file } of (await source.list()).files) {
    if (!skillPlace(file)) continue;
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await source.read(file));
    const fixed = fixSkillText(text);
    if (fixed === text) continue;
    changes.push({ file, path: '', what: 'rewritten', detail: 'frontmatter that YAML can read' });
    if (!isDry) await replaceFile(join(path, file), fixed);
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text);
  await rename(`${file}.new`, file);
}
