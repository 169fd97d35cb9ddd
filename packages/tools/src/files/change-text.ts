import type { FileChange, FileEncoding } from '@rolecall/kernel';
import { formatPatch, OMIT_HEADERS, structuredPatch } from 'diff';
import type { DecodedText } from './decode-text.ts';
import { FileRefused } from './file-refused.ts';

const DIFF_TIMEOUT_MS = 1_500;
const SHOWN_OF_EDIT = 40;

/**
 * The text that a change leaves. Edits leave every other line as it was, its end included; what is new has the line ends of
 * the file, whatever the change was written with.
 */
export function changedText(present: DecodedText | undefined, change: FileChange): string {
  const ending = present?.lineEnding === 'crlf' ? '\r\n' : '\n';
  const after =
    'content' in change
      ? plainLines(change.content).replaceAll('\n', ending)
      : edited(present?.text, change.edits, ending);
  if (present && plainLines(present.text) === plainLines(after)) throw new FileRefused('no_change');
  return after;
}

/** The bytes of a text: UTF-8, with the mark where the file had one. */
export function encodedText(text: string, encoding: FileEncoding | undefined): Buffer {
  return Buffer.from(encoding === 'utf-8-bom' ? `\uFEFF${text}` : text, 'utf8');
}

function plainLines(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function edited(
  before: string | undefined,
  edits: readonly { readonly old: string; readonly new: string }[],
  ending: string,
): string {
  if (before === undefined) throw new FileRefused('not_found');
  let text = before;
  for (const edit of edits) {
    const old = plainLines(edit.old);
    // A line end in what is looked for stands for either kind.
    const wanted = new RegExp(old.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll('\n', '\\r?\\n'), 'g');
    const found = wanted.exec(text);
    if (!found) throw new FileRefused('edit_not_found', shortened(old));
    wanted.lastIndex = found.index + (text.startsWith('\r\n', found.index) ? 2 : 1);
    if (wanted.test(text)) throw new FileRefused('edit_ambiguous', shortened(old));
    const replacement = plainLines(edit.new).replaceAll('\n', ending);
    text = `${text.slice(0, found.index)}${replacement}${text.slice(found.index + found[0].length)}`;
  }
  return text;
}

function shortened(text: string): string {
  const [line = ''] = text.split('\n');
  return line.length > SHOWN_OF_EDIT ? `${line.slice(0, SHOWN_OF_EDIT)}…` : line;
}

/**
 * A unified diff. Line ends are left out of it, except where a line would get another one that differs in nothing else.
 * Texts that share too little to compare in time are shown as one replaced by the other.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string): string {
  const shown = before !== undefined && changesLineEnds(before, after) ? (text: string) => text : plainLines;
  const old = before === undefined ? '' : shown(before);
  const next = shown(after);
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

/** Whether lines of a file of both kinds of ends, which it has in the same place, come to have the other kind. */
function changesLineEnds(before: string, after: string): boolean {
  const [old, next] = [kindsOfEnds(before), kindsOfEnds(after)];
  return old.size === 2 && next.size === 1;
}

function kindsOfEnds(text: string): ReadonlySet<string> {
  return new Set(text.match(/\r?\n/g));
}
