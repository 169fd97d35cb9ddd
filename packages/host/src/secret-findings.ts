import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { looksLike, secretLinesOf } from '@rolecall/assets';
import { type Finding, findingWords } from '@rolecall/base';

/** What a workspace consists of and what goes into Git, the programs beside it too. */
const FOLDERS = ['assets', 'employees', 'evals', 'knowledge', 'role-packs', 'skills', 'systems'] as const;
const FILES = ['rolecall.yaml', 'README.md'] as const;
const TEXT = /\.(?:ya?ml|json|md|markdown|txt|[cm]?[jt]sx?|py|rb|sh|toml|ini|conf|properties|sql)$/i;
/** Installed, or the machine's own. */
const NOT_WRITTEN = new Set(['node_modules', '__pycache__', 'venv']);
const LARGEST = 2_000_000;

/**
 * No secret stands in any file of a workspace, in a comment, a role pack or a document neither. What the assets' own check
 * has found already is not said twice, and what was found is never repeated.
 */
export async function secretFindings(dir: string, known: readonly Finding[]): Promise<readonly Finding[]> {
  const said = new Set(known.flatMap(({ code, file, line }) => (code === CODE ? [`${file}:${line}`] : [])));
  const files = [
    ...FILES.map((name) => join(dir, name)),
    ...(await Promise.all(FOLDERS.map((name) => filesIn(join(dir, name))))).flat(),
  ];
  const found = await Promise.all(files.map((path) => findingsOf(dir, path)));
  return found.flat().filter(({ file, line }) => !said.has(`${file}:${line}`));
}

const CODE = 'secret_in_asset';

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
  const found = entries.map((entry): readonly string[] | Promise<readonly string[]> => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return TEXT.test(entry.name) ? [path] : [];
    const isWritten = entry.isDirectory() && !entry.name.startsWith('.') && !NOT_WRITTEN.has(entry.name);
    return isWritten ? filesIn(path) : [];
  });
  return (await Promise.all(found)).flat().sort();
}

/** What cannot be read is said by whoever needs the file. */
async function findingsOf(dir: string, path: string): Promise<readonly Finding[]> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => Number.POSITIVE_INFINITY,
  );
  if (size > LARGEST) return [];
  const text = await readFile(path, 'utf8').catch(() => '');
  const file = relative(dir, path).split(sep).join('/');
  return secretLinesOf(file, text).map(({ line, what }) => ({
    severity: 'error',
    code: CODE,
    ...findingWords(looksLike(what), {
      en: 'Take it out and change the secret: it was in a file. An AI employee names credentials by name.',
      zh: '把它删掉，并更换这个密钥：它已经写进过文件。AI 员工只写凭证的名字。',
    }),
    file,
    line,
  }));
}
