import type { Finding } from '@rolecall/base';
import { assembleAssets } from './assemble-assets.ts';
import { findFiles } from './find-files.ts';
import { loadDocuments } from './load-documents.ts';
import type { FileReport, LoadedAssets } from './loaded-assets.ts';
import { misplacedAssets } from './misplaced-assets.ts';
import type { AssetText } from './read-asset-file.ts';
import { readText } from './read-text.ts';

/** Where a workspace keeps its assets. */
const FOLDERS = ['assets', 'employees', 'evals'] as const;
const LARGEST_FILE = 1024 * 1024;

/**
 * Reads every asset of a workspace: `*.yaml` and `*.yml` under `assets/` and `employees/`, several documents a file; and the
 * evaluation cases under `evals/`; and the documents under `knowledge/`.
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
    const read = await readText(file, { bytes: LARGEST_FILE, code: 'yaml_too_large' });
    if (typeof read === 'string') texts.push({ file: file.file, text: read });
    else {
      files.push({
        file: file.file,
        disposition: 'refused',
        assets: [],
        reason: { en: read.message, zh: read.zh.message },
      });
      problems.push(read);
    }
  }
  const read = await loadDocuments(workspace);
  const loaded = assembleAssets(texts, {
    files: [...files, ...read.files],
    findings: [...problems, ...read.findings],
    documents: read.documents,
  });
  return { ...loaded, findings: [...loaded.findings, ...misplacedAssets(loaded)] };
}
