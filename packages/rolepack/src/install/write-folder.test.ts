import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, folderOf } from '../testing/pack-files.ts';
import { writeFolder } from './write-folder.ts';

describe('writeFolder', () => {
  it('writes everything or nothing, and nothing outside', async () => {
    const dir = await folderOf({ 'outside.txt': 'kept' });
    const part = fc.constantFrom(
      '..',
      '.',
      '',
      'a',
      'b.md',
      'nul',
      'C:',
      '/',
      '\\',
      '\u202e',
      'x'.repeat(300),
      'outside.txt',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/')),
        async (path) => {
          const files = new Map([
            ['manifest.json', bytesOf('{}')],
            [path, bytesOf('x')],
          ]);
          const isWritten = await writeFolder(join(dir, 'pack'), files, { replace: true }).then(
            () => true,
            () => false,
          );
          const names = await readdir(dir);
          expect(names.filter((name) => name !== 'pack')).toEqual(['outside.txt']);
          expect(await readFile(join(dir, 'outside.txt'), 'utf8')).toBe('kept');
          if (isWritten) expect(await readdir(join(dir, 'pack'))).toContain('manifest.json');
        },
      ),
      { numRuns: 200 },
    );
  });

  it('replaces only when it may', async () => {
    const dir = await folderOf({ 'pack/old.md': 'old' });
    const files = new Map([['new.md', bytesOf('new')]]);
    await expect(writeFolder(join(dir, 'pack'), files)).rejects.toThrow('exists');
    await writeFolder(join(dir, 'pack'), files, { replace: true });
    expect(await readdir(join(dir, 'pack'))).toEqual(['new.md']);
    expect(await readdir(dir)).toEqual(['pack']);
  });
});
