import { describe, expect, it } from 'vitest';
import { isFileProblem, type PreparedChange, type WorkspaceFiles } from '../workspace-files.ts';

/** What every adapter of the workspace's files promises, as tests. `open` gives one that holds exactly these files. */
export function workspaceFilesContract(
  name: string,
  open: (files: Readonly<Record<string, string>>) => Promise<WorkspaceFiles>,
): void {
  const FILES = {
    '说明.md': '# 说明\n\n第一行\n第二行\n',
    'src/main.ts': 'export const a = 1;\n',
    'src/deep/b.txt': 'b',
  };

  describe(`${name} keeps the contract of the workspace's files`, () => {
    it('reads a file whole, or some of its lines', async () => {
      const files = await open(FILES);
      expect(await files.read({ path: '说明.md' })).toEqual({
        path: '说明.md',
        text: '# 说明\n\n第一行\n第二行\n',
        fromLine: 1,
        toLine: 4,
        totalLines: 4,
        encoding: 'utf-8',
        lineEnding: 'lf',
      });
      expect(await files.read({ path: './说明.md', fromLine: 3, lines: 1 })).toMatchObject({
        text: '第一行',
        fromLine: 3,
        toLine: 3,
      });
    });

    it.each(['../x', 'src/../../x', '/etc/passwd', 'src/../说明.md'])('takes no way out: %s', async (path) => {
      const files = await open(FILES);
      expect(await files.read({ path })).toMatchObject({ problem: 'outside' });
      expect(await files.list({ path })).toMatchObject({ problem: 'outside' });
      expect(await files.search({ path, name: '*' })).toMatchObject({ problem: 'outside' });
      expect(await files.prepare({ path, content: 'x' })).toMatchObject({ problem: 'outside' });
      expect(await files.write({ path, content: 'x' })).toMatchObject({ problem: 'outside' });
    });

    it('says what is not there, and what is something else', async () => {
      const files = await open(FILES);
      expect(await files.read({ path: 'none.md' })).toMatchObject({ problem: 'not_found' });
      expect(await files.read({ path: 'src' })).toMatchObject({ problem: 'not_a_file' });
      expect(await files.list({ path: '说明.md' })).toMatchObject({ problem: 'not_a_folder' });
    });

    it('lists a folder by name', async () => {
      const files = await open(FILES);
      const listing = await files.list({ path: 'src' });
      expect(listing).toMatchObject({
        path: 'src',
        entries: [
          { path: 'src/deep', kind: 'folder' },
          { path: 'src/main.ts', kind: 'file', bytes: 20 },
        ],
      });
    });

    it('finds words with their line, and names', async () => {
      const files = await open(FILES);
      expect(await files.search({ text: '第二' })).toMatchObject({
        matches: [{ path: '说明.md', line: 4, excerpt: '第二行' }],
      });
      expect(await files.search({ text: 'EXPORT', ignoreCase: true, path: 'src' })).toMatchObject({
        matches: [{ path: 'src/main.ts', line: 1 }],
      });
      expect(await files.search({ name: '**/*.ts' })).toMatchObject({ matches: [{ path: 'src/main.ts' }] });
    });

    it('shows what a change would come to, and makes none', async () => {
      const files = await open(FILES);
      const prepared = await files.prepare({ path: '说明.md', edits: [{ old: '第一行', new: '第1行' }] });
      expect(prepared).toMatchObject({ isNew: false, diff: expect.stringMatching(/-第一行\n(?:.*\n)*?\+第1行\n/) });
      expect(await files.read({ path: '说明.md' })).toMatchObject({ text: FILES['说明.md'] });
    });

    it('writes a new file in a new folder, and a whole new content', async () => {
      const files = await open(FILES);
      expect(await files.write({ path: 'new/文.md', content: '新\n' })).toMatchObject({ isNew: true, bytes: 4 });
      expect(await files.write({ path: 'src/main.ts', content: 'b\n' })).toMatchObject({ isNew: false });
      expect(await files.read({ path: 'new/文.md' })).toMatchObject({ text: '新\n' });
      expect(await files.read({ path: 'src/main.ts' })).toMatchObject({ text: 'b\n' });
    });

    it('refuses an edit whose text is not there exactly once, and a change that is none', async () => {
      const files = await open(FILES);
      const edit = (old: string) => files.write({ path: '说明.md', edits: [{ old, new: 'x' }] });
      expect(await edit('第三行')).toMatchObject({ problem: 'edit_not_found' });
      expect(await edit('行')).toMatchObject({ problem: 'edit_ambiguous' });
      expect(await files.write({ path: 'src/deep/b.txt', content: 'b' })).toMatchObject({ problem: 'no_change' });
      expect(await files.write({ path: 'none', edits: [{ old: 'a', new: 'b' }] })).toMatchObject({
        problem: 'not_found',
      });
    });

    it('does not write over what nobody has seen', async () => {
      const files = await open(FILES);
      const change = { path: 'src/main.ts', content: 'mine\n' };
      const shown = (await files.prepare(change)) as PreparedChange;
      await files.write({ path: 'src/main.ts', content: 'theirs\n' });
      expect(await files.write(change, shown.basis)).toMatchObject({ problem: 'changed_since_shown' });
      expect(await files.read({ path: 'src/main.ts' })).toMatchObject({ text: 'theirs\n' });

      const made = { path: 'later.md', content: 'mine\n' };
      const fresh = (await files.prepare(made)) as PreparedChange;
      expect(isFileProblem(await files.write(made, fresh.basis))).toBe(false);
      expect(await files.write({ path: 'later.md', content: 'again\n' }, fresh.basis)).toMatchObject({
        problem: 'changed_since_shown',
      });
    });

    it('writes nothing where writing would run something', async () => {
      const files = await open(FILES);
      expect(await files.write({ path: '.git/hooks/pre-commit', content: 'x' })).toMatchObject({
        problem: 'protected',
      });
    });
  });
}
