import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { didYouMean, type Language, RolecallError } from '@rolecall/base';
import { discoverRolePacks, type LoadedPack, type LoadOptions, loadRolePack, type RolePack } from '@rolecall/rolepack';

/** What an assistant can do: a pack that declares more is told which of it is not there. */
const ABILITIES = ['file:read', 'file:write', 'file:list', 'memory:recall', 'task:plan', 'llm:summarize'] as const;

/** Beside the sources of this repository; not there in an installed Rolecall. */
const EXAMPLES = fileURLToPath(new URL('../../../../examples/packs', import.meta.url));

/** Where packs are looked for by name. */
export interface PackPlaces {
  /** Relative paths start here. */
  readonly cwd: string;
  /** Folders with a `role-packs/`, in the order in which they win. */
  readonly folders: readonly string[];
  readonly language: Language;
}

/** A pack that can be named. */
export interface KnownPack {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly path: string;
}

/**
 * The pack that is meant by a path or by a name: folder name, `name` or `displayName`, of an installed pack or an example.
 * Nothing of it is started. Throws `pack_unknown`, or `pack_refused` with what the loader found.
 */
export async function findPack(named: string, places: PackPlaces): Promise<RolePack> {
  const path = resolve(places.cwd, named);
  const isPath = /[\\/]|\.zip$/i.test(named) || existsSync(join(path, 'manifest.json'));
  if (isPath || /^\.{1,2}$/.test(named)) return packOf(await loadRolePack(path, optionsOf(places)), named);
  const all = await loadAll(places);
  const found = all.find(({ pack, report }) => isNamed(named, pack, report.path));
  if (found) return packOf(found, named);
  const names = all.flatMap(({ pack }) => (pack ? [pack.name, pack.displayName] : []));
  const nearest = didYouMean(named, names);
  const known = [...new Set(all.flatMap(({ pack }) => pack?.name ?? []))];
  throw new RolecallError({
    code: 'pack_unknown',
    message: { en: `There is no role pack "${named}".`, zh: `没有角色包“${named}”。` },
    hint: nearest
      ? { en: `${nearest.en} A path to a pack works too.`, zh: `${nearest.zh}写角色包的路径也可以。` }
      : {
          en: `Known are: ${known.join(', ') || 'none'}. Give a path, or install one: rolecall pack install <pack>.`,
          zh: `已知的有：${known.join('、') || '一个也没有'}。写一个路径，或安装一个：rolecall pack install <pack>。`,
        },
  });
}

/** All packs that have a name here; of one name the first. */
export async function knownPacks(places: PackPlaces): Promise<readonly KnownPack[]> {
  const known = new Map<string, KnownPack>();
  for (const { pack } of await loadAll(places)) {
    if (!pack || known.has(pack.name)) continue;
    const { name, displayName, manifest, dir } = pack;
    known.set(name, { name, displayName, description: manifest.description, path: dir });
  }
  return [...known.values()];
}

function optionsOf({ language }: PackPlaces): LoadOptions {
  return { language, knownCapabilities: [...ABILITIES], snapshot: true };
}

async function loadAll(places: PackPlaces): Promise<readonly LoadedPack[]> {
  const options = optionsOf(places);
  const folders = [...new Set(places.folders.map((folder) => resolve(places.cwd, folder)))];
  const installed = await Promise.all(folders.map((folder) => discoverRolePacks(folder, options)));
  const examples = await readdir(EXAMPLES, { withFileTypes: true }).catch(() => []);
  const shown = examples.filter((entry) => entry.isDirectory()).map(({ name }) => join(EXAMPLES, name));
  return [...installed.flat(), ...(await Promise.all(shown.map((path) => loadRolePack(path, options))))];
}

function isNamed(named: string, pack: RolePack | undefined, path: string): boolean {
  const folder = basename(path).replace(/\.zip$/i, '');
  return [folder, pack?.name, pack?.displayName].includes(named.normalize('NFC')) && dirname(path) !== path;
}

function packOf({ pack, report }: LoadedPack, named: string): RolePack {
  if (pack) return pack;
  const reason = report.entries.find(({ refuses, severity }) => refuses || severity === 'error');
  throw new RolecallError({
    code: 'pack_refused',
    at: { file: named },
    message: reason
      ? { en: `${reason.code}: ${reason.message}`, zh: `${reason.code}：${reason.zh.message}` }
      : { en: 'It is no role pack.', zh: '这不是角色包。' },
    hint:
      reason?.fix !== undefined && reason.zh.fix !== undefined
        ? { en: reason.fix, zh: reason.zh.fix }
        : { en: `See rolecall pack check ${named}.`, zh: `见 rolecall pack check ${named}。` },
  });
}
