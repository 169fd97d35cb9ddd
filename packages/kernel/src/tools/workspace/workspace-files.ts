/**
 * The files of a workspace, inside roots that the host has named and nowhere else. Paths use `/` and are relative to the
 * root; with several roots their first part names one. No link is followed and no `..` is taken.
 *
 * What lies in a path or a file is answered as a problem; only what the host cannot go on from is thrown.
 * Source: design, section 9; RolePack, section 四.
 */
export interface WorkspaceFiles {
  /** What the roots are called; with one root its name stands in no path. */
  readonly roots: readonly string[];
  read(request: FileRead): Promise<FileAnswer<FileText>>;
  list(request: FolderList): Promise<FileAnswer<FolderListing>>;
  search(request: FileSearch): Promise<FileAnswer<FileMatches>>;
  /** What a change would come to, without making it. */
  prepare(change: FileChange): Promise<FileAnswer<PreparedChange>>;
  /** Makes the change, whole or not at all. With `basis` only while the file is still as `prepare` has met it. */
  write(change: FileChange, basis?: string): Promise<FileAnswer<WrittenFile>>;
}

export type FileAnswer<Answer extends object> = Answer | FileProblem;

export interface FileProblem {
  readonly problem: FileProblemCode;
  readonly path: string;
  /** What is particular about it: the name that collides, the limit, the system's own code. */
  readonly detail?: string | undefined;
}

export type FileProblemCode =
  /** The path leads out of the roots: `..`, an absolute path elsewhere, an unknown root. */
  | 'outside'
  /** The path cannot be one: empty, too long, characters that nobody sees. */
  | 'path_invalid'
  | 'not_found'
  | 'not_a_file'
  | 'not_a_folder'
  /** A symbolic link on the way. */
  | 'link_refused'
  /** The file has a second name, which may lie outside. */
  | 'hard_link_refused'
  /** A part of the workspace that runs by itself when it is written, such as `.git`. */
  | 'protected'
  /** Another name beside it is the same one on other systems. */
  | 'name_collides'
  | 'too_large'
  | 'binary'
  | 'changed_since_shown'
  | 'edit_not_found'
  | 'edit_ambiguous'
  | 'no_change'
  | 'refused_by_system';

export interface FileRead {
  readonly path: string;
  /** From 1; the start without it. */
  readonly fromLine?: number | undefined;
  /** All up to the end without it. */
  readonly lines?: number | undefined;
}

export type FileEncoding = 'utf-8' | 'utf-8-bom' | 'utf-16le' | 'utf-16be' | 'gb18030';

export interface FileText {
  readonly path: string;
  readonly text: string;
  readonly fromLine: number;
  readonly toLine: number;
  readonly totalLines: number;
  /** What it was decoded from. */
  readonly encoding: FileEncoding;
  readonly lineEnding: 'lf' | 'crlf';
}

export interface FolderList {
  /** The root, or the list of roots, without it. */
  readonly path?: string | undefined;
  /** Levels below it; 1 without it. */
  readonly depth?: number | undefined;
}

export interface FolderEntry {
  readonly path: string;
  /** `link` and `other` (pipes, devices) are named and never opened. */
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly bytes?: number | undefined;
}

export interface FolderListing {
  readonly path: string;
  readonly entries: readonly FolderEntry[];
  /** There is more than a listing holds. */
  readonly isCut: boolean;
}

export interface FileSearch {
  /** Looked for as it is; without it only names are looked at. */
  readonly text?: string | undefined;
  readonly ignoreCase?: boolean | undefined;
  /** Of the path: `*` inside a part, `**` over several. */
  readonly name?: string | undefined;
  readonly path?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface FileMatch {
  readonly path: string;
  /** With `text`. */
  readonly line?: number | undefined;
  readonly excerpt?: string | undefined;
}

export interface FileMatches {
  readonly matches: readonly FileMatch[];
  /** There are more matches, or more files than one search reads. */
  readonly isCut: boolean;
  readonly filesRead: number;
  /** What was not looked into, and why; paths of folders and files. */
  readonly skipped: readonly { readonly path: string; readonly reason: FileProblemCode | 'ignored' }[];
}

/** A whole new content, or replacements of texts that stand in the file exactly once. */
export type FileChange = { readonly path: string } & (
  | { readonly content: string }
  | { readonly edits: readonly FileEdit[] }
);

export interface FileEdit {
  readonly old: string;
  readonly new: string;
}

export interface PreparedChange {
  readonly path: string;
  readonly isNew: boolean;
  /** A unified diff. */
  readonly diff: string;
  /** Names the state of the file for which that holds. */
  readonly basis: string;
  /** The file will be UTF-8 and was not. */
  readonly reencodedFrom?: FileEncoding | undefined;
}

export interface WrittenFile {
  readonly path: string;
  readonly isNew: boolean;
  readonly bytes: number;
  readonly diff: string;
}

export function isFileProblem(answer: object): answer is FileProblem {
  return 'problem' in answer;
}
