import { type Finding, textHash } from '@rolecall/base';
import { findFiles } from './find-files.ts';
import type { FileReport, LoadedDocument } from './loaded-assets.ts';
import { readText } from './read-text.ts';

/** Where a workspace keeps the documents of its knowledge bases. */
const FOLDER = 'knowledge';
const DOCUMENTS = /\.(?:md|markdown|txt)$/i;
const LARGEST_DOCUMENT = 4 * 1024 * 1024;

/** The documents under `knowledge/`, with every file that was met. */
export interface LoadedDocuments {
  readonly documents: ReadonlyMap<string, LoadedDocument>;
  readonly files: readonly FileReport[];
  readonly findings: readonly Finding[];
}

/** Reads the Markdown and text files under `knowledge/`. Which of them count is said by the knowledge bases that name them. */
export async function loadDocuments(workspace: string): Promise<LoadedDocuments> {
  const { found, others, findings } = await findFiles(workspace, [FOLDER], {
    names: DOCUMENTS,
    otherwise: { en: 'only .md, .markdown and .txt files are documents', zh: '只有 .md、.markdown 和 .txt 文件是文档' },
  });
  const documents = new Map<string, LoadedDocument>();
  const files: FileReport[] = [...others];
  const problems: Finding[] = [...findings];
  for (const file of found) {
    const read = await readText(file, { bytes: LARGEST_DOCUMENT, code: 'document_too_large' });
    if (typeof read === 'string') documents.set(file.file, { file: file.file, text: read, hash: textHash(read) });
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
  return { documents, files, findings: problems };
}
