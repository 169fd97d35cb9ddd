import { readFile } from 'node:fs/promises';
import type { Finding } from '@rolecall/base';
import { assembleAssets } from './assemble-assets.ts';
import { type FoundFile, findFiles } from './find-files.ts';
import type { FileReport, LoadedAssets } from './loaded-assets.ts';
import { misplacedAssets } from './misplaced-assets.ts';
import type { AssetText } from './read-asset-file.ts';

/** Where a workspace keeps its assets. */
const FOLDERS = ['assets', 'employees', 'evals'] as const;
const LARGEST_FILE = 1024 * 1024;

/**
 * Reads every asset of a workspace: `*.yaml` and `*.yml` under `assets/` and `employees/`, several documents a file; and the
 * evaluation cases under `evals/`.
 *
 * Nothing starts, nothing is fetched. What cannot be used is a finding with file, line and path, and does not take
 * anything else down; every file that was met stands in the report. Rejects only when the workspace does not exist.
 */
export async function loadAssets(workspace: string, folders: readonly string[] = FOLDERS): Promise<LoadedAssets> {
  const { found, others, findings } = await findFiles(workspace, folders);
  const texts: AssetText[] = [];
  const files: FileReport[] = [...others];
  const problems: Finding[] = [...findings];
  for (const file of found) {
    const read = await readText(file);
    if (typeof read === 'string') texts.push({ file: file.file, text: read });
    else {
      files.push({ file: file.file, disposition: 'refused', assets: [], reason: read.message });
      problems.push(read);
    }
  }
  const loaded = assembleAssets(texts, { files, findings: problems });
  return { ...loaded, findings: [...loaded.findings, ...misplacedAssets(loaded)] };
}

async function readText({ file, path, bytes }: FoundFile): Promise<string | Finding> {
  if (bytes > LARGEST_FILE) {
    const message = `The file is larger than ${LARGEST_FILE / 1024} KiB.`;
    return { severity: 'error', code: 'yaml_too_large', message, file, fix: 'Split it into several files.' };
  }
  const content = await readFile(path).catch(() => undefined);
  if (!content) return { severity: 'error', code: 'file_unreadable', message: 'The file cannot be read.', file };
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return {
      severity: 'error',
      code: 'file_not_utf8',
      message: 'The file is not UTF-8.',
      file,
      fix: 'Save it as UTF-8.',
    };
  }
}
