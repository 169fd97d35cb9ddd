import type { FileAnswer, FileChange, FileProblemCode, PreparedChange, WorkspaceFiles } from '../workspace-files.ts';

/** The files of a workspace in memory, by path: for tests of what stands above the port. */
export function createWorkspaceFiles(files: Map<string, string>): WorkspaceFiles {
  const problem = (code: FileProblemCode, path: string) => ({ problem: code, path });

  function prepare(change: FileChange): FileAnswer<PreparedChange & { readonly after: string }> {
    const path = plainPath(change.path);
    if (path === undefined) return problem('outside', change.path);
    if (path.split('/').includes('.git')) return problem('protected', path);
    const before = files.get(path);
    const after = 'content' in change ? change.content : edited(before, change.edits);
    if (typeof after !== 'string') return problem(after.problem, path);
    if (after === before) return problem('no_change', path);
    const lines = (text: string, sign: string) =>
      text
        .split('\n')
        .flatMap((line, index, all) => (index === all.length - 1 && line === '' ? [] : [`${sign}${line}`]));
    const [removed, added] = [before === undefined ? [] : lines(before, '-'), lines(after, '+')];
    const head = [`--- a/${path}`, `+++ b/${path}`, `@@ -1,${removed.length} +1,${added.length} @@`];
    const diff = `${[...head, ...removed, ...added].join('\n')}\n`;
    return { path, isNew: before === undefined, diff, basis: JSON.stringify(before ?? null), after };
  }

  return {
    roots: ['workspace'],
    async read({ path: asked, fromLine = 1, lines: wanted }) {
      const path = plainPath(asked);
      if (path === undefined) return problem('outside', asked);
      const text = files.get(path);
      if (text === undefined) return problem(isFolder(files, path) ? 'not_a_file' : 'not_found', path);
      const lines = text.replace(/\n$/, '').split('\n');
      if (fromLine > lines.length) return problem('not_found', path);
      const toLine = wanted === undefined ? lines.length : Math.min(lines.length, fromLine + wanted - 1);
      const part = fromLine === 1 && toLine === lines.length ? text : lines.slice(fromLine - 1, toLine).join('\n');
      return { path, text: part, fromLine, toLine, totalLines: lines.length, encoding: 'utf-8', lineEnding: 'lf' };
    },
    async list({ path: asked = '.' }) {
      const path = plainPath(asked);
      if (path === undefined) return problem('outside', asked);
      if (!isFolder(files, path)) return problem(files.has(path) ? 'not_a_folder' : 'not_found', path);
      const prefix = path === '' ? '' : `${path}/`;
      const names = new Set([...files.keys()].flatMap((file) => childOf(file, prefix)));
      const entries = [...names].sort().map((name) => {
        const text = files.get(prefix + name);
        const bytes = text === undefined ? undefined : Buffer.byteLength(text);
        return { path: prefix + name, kind: text === undefined ? ('folder' as const) : ('file' as const), bytes };
      });
      return { path: path === '' ? '.' : path, entries, isCut: false };
    },
    async search({ text, name, ignoreCase, path: asked = '.' }) {
      const path = plainPath(asked);
      if (path === undefined) return problem('outside', asked);
      const fold = (value: string) => (ignoreCase ? value.toLowerCase() : value);
      const below = [...files].sort(([left], [right]) => (left < right ? -1 : 1));
      const matches = below.flatMap(([file, whole]) => {
        if (path !== '' && !file.startsWith(`${path}/`)) return [];
        if (name !== undefined && !file.endsWith(name.replace(/^\*+\/?\*?/, ''))) return [];
        if (text === undefined) return [{ path: file }];
        return whole
          .split('\n')
          .flatMap((line, index) =>
            fold(line).includes(fold(text)) ? [{ path: file, line: index + 1, excerpt: line }] : [],
          );
      });
      return { matches, isCut: false, filesRead: below.length, skipped: [] };
    },
    async prepare(change) {
      const prepared = prepare(change);
      if ('problem' in prepared) return prepared;
      const { after: _, ...told } = prepared;
      return told;
    },
    async write(change, basis) {
      const path = plainPath(change.path) ?? change.path;
      if (basis !== undefined && basis !== JSON.stringify(files.get(path) ?? null))
        return problem('changed_since_shown', path);
      const prepared = prepare(change);
      if ('problem' in prepared) return prepared;
      files.set(path, prepared.after);
      return { path, isNew: prepared.isNew, bytes: Buffer.byteLength(prepared.after), diff: prepared.diff };
    },
  };
}

/** Undefined for what leads out. */
function plainPath(path: string): string | undefined {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return path.startsWith('/') || parts.includes('..') ? undefined : parts.join('/');
}

function isFolder(files: ReadonlyMap<string, string>, path: string): boolean {
  return path === '' || [...files.keys()].some((file) => file.startsWith(`${path}/`));
}

function childOf(file: string, prefix: string): string[] {
  const [name] = file.startsWith(prefix) ? file.slice(prefix.length).split('/') : [];
  return name === undefined ? [] : [name];
}

function edited(
  before: string | undefined,
  edits: readonly { readonly old: string; readonly new: string }[],
): string | { readonly problem: FileProblemCode } {
  if (before === undefined) return { problem: 'not_found' };
  let text = before;
  for (const { old, new: replacement } of edits) {
    const parts = text.split(old);
    if (parts.length !== 2) return { problem: parts.length === 1 ? 'edit_not_found' : 'edit_ambiguous' };
    text = parts.join(replacement);
  }
  return text;
}
