import type { FileChange, FileEncoding } from '@rolecall/kernel';
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import type { DecodedText } from './decode-text.ts';
import { FileRefused } from './file-refused.ts';

const DIFF_TIMEOUT_MS = 1_500;
const SHOWN_OF_EDIT = 40;

/** The text that a change leaves: line ends as they were, whatever the change was written with. */
export function changedText(present: DecodedText | undefined, change: FileChange): string {
  const before = present && plainLines(present.text);
  const after = 'content' in change ? plainLines(change.content) : edited(before, change.edits);
  if (before === after) throw new FileRefused('no_change');
  return present?.lineEnding === 'crlf' ? after.replaceAll('\n', '\r\n') : after;
}

/** The bytes of a text: UTF-8, with the mark where the file had one. */
export function encodedText(text: string, encoding: FileEncoding | undefined): Buffer {
  return Buffer.from(encoding === 'utf-8-bom' ? `\uFEFF${text}` : text, 'utf8');
}

function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function edited(before: string | undefined, edits: readonly { readonly old: string; readonly new: string }[]): string {
  if (before === undefined) throw new FileRefused('not_found');
  let text = before;
  for (const edit of edits) {
    const old = plainLines(edit.old);
    const first = text.indexOf(old);
    if (first < 0) throw new FileRefused('edit_not_found', shortened(old));
    if (text.indexOf(old, first + 1) >= 0) throw new FileRefused('edit_ambiguous', shortened(old));
    text = `${text.slice(0, first)}${plainLines(edit.new)}${text.slice(first + old.length)}`;
  }
  return text;
}

function shortened(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > SHOWN_OF_EDIT ? `${line.slice(0, SHOWN_OF_EDIT)}…` : line;
}

/** A unified diff. Texts that share too little to compare in time are shown as one replaced by the other. */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const old = before === undefined ? '' : plainLines(before);
  const next = plainLines(after);
  const options = { context: 3, timeout: DIFF_TIMEOUT_MS };
  const patch = structuredPatch('', '', old, next, undefined, undefined, options);
  const hunks = patch ? formatPatch(patch, OMIT_HEADERS) : wholeReplaced(old, next);
  // Names are written as they are: a person reads them.
  return `--- ${before === undefined ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n${hunks}`;
}

function wholeReplaced(before: string, after: string): string {
  const lines = (text: string, sign: string) =>
    text
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${sign}${line}`);
  const [removed, added] = [lines(before, '-'), lines(after, '+')];
  return `${[`@@ -1,${removed.length} +1,${added.length} @@`, ...removed, ...added].join('\n')}\n`;
}
