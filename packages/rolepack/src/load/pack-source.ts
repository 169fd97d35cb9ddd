/** A file of a pack: its path with `/`, composed (NFC), and its size. */
export interface SourceFile {
  readonly path: string;
  readonly size: number;
}

/** Something in a pack that is not handed on, and why. */
export interface SourceProblem {
  readonly path: string;
  readonly code:
    | 'LINK_REFUSED'
    | 'NOT_A_FILE'
    | 'SYSTEM_FILE'
    | 'TOO_DEEP'
    | 'TOO_MANY_FILES'
    | 'PACK_TOO_LARGE'
    | 'FILE_TOO_LARGE'
    | 'FILE_UNREADABLE'
    | 'PATH_UNSAFE'
    | 'PATH_COLLISION'
    | 'NAME_NORMALISED';
  readonly parameters?: Readonly<Record<string, string | number>> | undefined;
}

export interface SourceListing {
  /** In the order of their paths, by code unit: the same on every system. */
  readonly files: readonly SourceFile[];
  readonly problems: readonly SourceProblem[];
}

/** Where a pack is read from: a folder, an unpacked archive, a test. */
export interface PackSource {
  /** For people: the folder or archive. */
  readonly location: string;
  list(): Promise<SourceListing>;
  /** The bytes of a listed file. Throws when it cannot be read; never follows a link out. */
  read(path: string): Promise<Uint8Array>;
}

/** Names that file managers and version control leave behind. */
export function isSystemName(name: string): boolean {
  return /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|__MACOSX|\.git|\.svn|\.hg|\.idea|\.vscode|\.gitignore|\.gitattributes|\._.*)$/i.test(
    name,
  );
}

/** A pack that lies in memory, by path. */
export function memorySource(files: ReadonlyMap<string, Uint8Array>, location: string): PackSource {
  return {
    location,
    list: async () => ({
      files: [...files].map(([path, bytes]) => ({ path, size: bytes.length })).sort(byPath),
      problems: [],
    }),
    read: async (path) => {
      const bytes = files.get(path);
      if (!bytes) throw new Error('not in the pack');
      return bytes;
    },
  };
}

export function byPath(left: { readonly path: string }, right: { readonly path: string }): number {
  return left.path < right.path ? -1 : left.path > right.path ? 1 : 0;
}
