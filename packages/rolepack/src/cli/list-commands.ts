import { basename } from 'node:path';
import { discoverRolePacks } from '../load/discover-role-packs.ts';
import { loadRolePack } from '../load/load-role-pack.ts';
import type { RolePack } from '../load/role-pack.ts';
import { printFindings } from './check-command.ts';
import type { ExitCode, PackCommandContext } from './cli-io.ts';
import { onlyOperand } from './pack-paths.ts';

/** `pack list`: the packs of a workspace, and what keeps one from loading. */
export async function runList(context: PackCommandContext): Promise<ExitCode> {
  const dir = context.resolve(context.operands[0] ?? '.');
  const found = await discoverRolePacks(dir, { language: context.language, allowCompanion: true });
  for (const { pack, report } of found) {
    const folder = basename(report.path);
    const reason =
      report.entries.find((entry) => entry.refuses)?.code ??
      report.entries.find((entry) => entry.code === 'NOT_A_PACK' || entry.code === 'PACK_DUPLICATE_NAME')?.code;
    if (context.isJson) context.printJson({ folder, ok: pack !== undefined, ...(pack ? summary(pack) : { reason }) });
    else if (pack)
      context.print(
        `${pack.name}  ${pack.manifest.version ?? ''}  ${pack.manifest.description}\n    role-packs/${folder}  ${pack.digest}\n`,
      );
    else context.print(`(${folder})  not loaded: ${reason ?? 'see "pack check"'}\n`);
  }
  if (found.length === 0 && !context.isJson) context.print(`There is no pack under ${dir}/role-packs.\n`);
  return found.some(({ report }) => report.refused) ? 1 : 0;
}

/** `pack show`: one pack in full. */
export async function runShow(context: PackCommandContext): Promise<ExitCode> {
  const shown = onlyOperand(context, 'a pack');
  const { pack, report } = await loadRolePack(context.resolve(shown), {
    language: context.language,
    allowCompanion: true,
  });
  if (!pack) {
    printFindings(context, shown, report.entries);
    return 1;
  }
  const whole = {
    path: shown,
    ...summary(pack),
    persona: pack.persona,
    rules: pack.rules.map((rule) => rule.text),
    skills: pack.skills.map(({ name, description, file, qualifiedName }) => ({
      name,
      description,
      file,
      qualifiedName,
    })),
    capabilities: pack.capabilities ?? null,
    strategy: pack.strategy,
    mcpServers: pack.mcpServers.map(({ name, transport, command, args, url, env, headers }) => ({
      name,
      transport,
      command,
      args,
      url,
      variables: Object.keys(env),
      headers: Object.keys(headers),
    })),
    files: pack.files,
  };
  if (context.isJson) context.printJson(whole);
  else context.print(`${JSON.stringify(whole, null, 2)}\n`);
  return 0;
}

function summary(pack: RolePack): object {
  const { manifest } = pack;
  return {
    name: pack.name,
    displayName: pack.displayName,
    digest: pack.digest,
    version: manifest.version,
    formatVersion: manifest.formatVersion,
    description: manifest.description,
    author: manifest.author,
    homepage: manifest.homepage,
    repository: manifest.repository,
    license: manifest.license,
    matchWords: manifest.matchWords,
    interactionType: manifest.interactionType,
    handoffPrompt: manifest.handoffPrompt,
  };
}
