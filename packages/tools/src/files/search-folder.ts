import type { FileMatch, FileMatches, FileSearch } from '@rolecall/kernel';
import { decodeText, linesOf } from './decode-text.ts';
import { FileRefused, refusalOf } from './file-refused.ts';
import type { FolderHandle } from './folder-handle.ts';
import { fitsPattern } from './name-pattern.ts';
import { readHandle } from './read-file.ts';
import { type Walked, walkFolder } from './walk-folder.ts';

const MOST_MATCHES = 200;
const MOST_FILES = 5_000;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_SEARCHED_FILE = 2 * 1024 * 1024;
const MOST_SKIPPED_NAMED = 50;
const EXCERPT = 200;

/** Looks for words in the files below a folder, or for names. Words are found whatever their composition. */
export async function searchFolder(folder: FolderHandle, prefix: string, search: FileSearch): Promise<FileMatches> {
  const matches: FileMatch[] = [];
  const skipped: { path: string; reason: FileMatches['skipped'][number]['reason'] }[] = [];
  const skip = (path: string, reason: (typeof skipped)[number]['reason']) => {
    if (skipped.length < MOST_SKIPPED_NAMED) skipped.push({ path, reason });
  };
  let [filesRead, bytesRead, isCut] = [0, 0, false];
  for await (const walked of walkFolder(folder, prefix, { onSkipped: skip })) {
    if (
      search.signal?.aborted ||
      matches.length >= MOST_MATCHES ||
      filesRead >= MOST_FILES ||
      bytesRead >= MOST_BYTES
    ) {
      isCut = true;
      break;
    }
    if (walked.kind === 'link') skip(walked.path, 'link_refused');
    if (search.name !== undefined && !fitsPattern(walked.path, search.name)) continue;
    if (search.text === undefined) matches.push({ path: walked.path });
    else if (walked.kind === 'file') {
      filesRead += 1;
      bytesRead += walked.bytes ?? 0;
      const found = await textMatches(walked, search.text, search.ignoreCase === true).catch((error: unknown) => {
        skip(walked.path, refusalOf(error).code);
        return [];
      });
      isCut ||= matches.length + found.length > MOST_MATCHES;
      matches.push(...found.slice(0, MOST_MATCHES - matches.length));
    }
  }
  return { matches, isCut, filesRead, skipped };
}

async function textMatches(
  { folder, name, path, bytes = 0 }: Walked,
  text: string,
  ignoreCase: boolean,
): Promise<FileMatch[]> {
  if (bytes > MOST_SEARCHED_FILE) throw new FileRefused('too_large');
  const handle = await folder.file(name);
  const whole = await readHandle(handle).finally(() => handle.close());
  const fold = (value: string) => (ignoreCase ? value.normalize('NFC').toLowerCase() : value.normalize('NFC'));
  const wanted = fold(text);
  return linesOf(decodeText(whole).text).flatMap((line, index) => {
    const at = fold(line).indexOf(wanted);
    return at < 0 ? [] : [{ path, line: index + 1, excerpt: excerptOf(line, at) }];
  });
}

/** A line, or of a long one the part around the match. Never half of a pair of code units. */
function excerptOf(line: string, at: number): string {
  if (line.length <= EXCERPT) return line;
  const from = Math.max(0, Math.min(at - EXCERPT / 4, line.length - EXCERPT));
  return `${from > 0 ? '…' : ''}${line.slice(from, from + EXCERPT).toWellFormed()}…`;
}
