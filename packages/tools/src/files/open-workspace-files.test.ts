import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { workspaceFilesContract } from '@rolecall/kernel/testing';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Access } from './folder-handle.ts';
import { openWorkspaceFiles, rootsOf, workspaceFilesBy } from './open-workspace-files.ts';

const ACCESSES: readonly Access[] = process.platform === 'linux' ? ['descriptor', 'name'] : ['name'];
const GB18030 = Buffer.from([0xb9, 0xa4, 0xd7, 0xf7, 0xa3, 0xba, 0xbb, 0xe3, 0xb1, 0xa8, 0x0a]); // 工作：汇报

for (const access of ACCESSES) {
  workspaceFilesContract(`the file system by ${access}`, async (files) =>
    workspaceFilesBy(rootsOf([temporaryFolder(files)]), access),
  );

  describe(`files by ${access}`, () => {
    const openAt = (dir: string) => workspaceFilesBy(rootsOf([dir]), access);

    it('follow no link, wherever it leads', async () => {
      const outside = temporaryFolder({ 'secret.txt': 'SECRET' });
      const dir = temporaryFolder({ 'a.txt': 'a' });
      symlinkSync(join(outside, 'secret.txt'), join(dir, 'file'));
      symlinkSync(outside, join(dir, 'folder'));
      symlinkSync(join(dir, 'a.txt'), join(dir, 'inside'));
      symlinkSync('/proc/self/root', join(dir, 'proc'));
      const files = openAt(dir);
      for (const path of ['file', 'folder/secret.txt', 'inside', 'proc/etc/hostname']) {
        expect(await files.read({ path })).toMatchObject({ problem: 'link_refused' });
        expect(await files.write({ path, content: 'x' })).toMatchObject({ problem: 'link_refused' });
      }
      expect(await files.list({ path: 'folder' })).toMatchObject({ problem: 'link_refused' });
      expect(await files.search({ text: 'SECRET' })).toMatchObject({ matches: [] });
      expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('SECRET');
    });

    it('open no file with a second name, no pipe, no folder as a file', async () => {
      const outside = temporaryFolder({ 'secret.txt': 'SECRET' });
      const dir = temporaryFolder();
      linkSync(join(outside, 'secret.txt'), join(dir, 'twin'));
      execFileSync('mkfifo', [join(dir, 'pipe')]);
      const files = openAt(dir);
      expect(await files.read({ path: 'twin' })).toMatchObject({ problem: 'hard_link_refused' });
      expect(await files.write({ path: 'twin', content: 'x' })).toMatchObject({ problem: 'hard_link_refused' });
      expect(await files.read({ path: 'pipe' })).toMatchObject({ problem: 'not_a_file' });
      expect(await files.write({ path: 'pipe', content: 'x' })).toMatchObject({ problem: 'not_a_file' });
      expect(await files.search({ text: 'SECRET' })).toMatchObject({
        matches: [],
        skipped: [{ path: 'twin', reason: 'hard_link_refused' }],
      });
    });

    it.runIf(existsSync('/dev/zero'))('open no device', async () => {
      expect(await openAt('/dev').read({ path: 'zero' })).toMatchObject({ problem: 'not_a_file' });
      expect(await openAt('/dev').write({ path: 'null', content: 'x' })).toMatchObject({ problem: 'not_a_file' });
    });

    it('take another spelling of a name for no other file', async () => {
      const dir = temporaryFolder({ ['Ärger.txt'.normalize('NFD')]: 'x', 'README.md': 'y' });
      const files = openAt(dir);
      expect(await files.write({ path: 'readme.md', content: 'z' })).toMatchObject({
        problem: 'name_collides',
        detail: 'README.md',
      });
      expect(await files.write({ path: 'README.md/../x', content: 'z' })).toMatchObject({ problem: 'outside' });
      expect(await files.write({ path: 'REA\u200cDME.md', content: 'z' })).toMatchObject({ problem: 'name_collides' });
      expect(await files.write({ path: 'Ärger.txt'.normalize('NFC'), content: 'z' })).toMatchObject({
        problem: 'name_collides',
      });
      expect(await files.read({ path: 'readme.md' })).toMatchObject({ problem: 'not_found', detail: '→ README.md' });
      expect(readdirSync(dir)).toHaveLength(2);
    });

    it.each([
      ...['.git/config', '.GIT/config', '.g\u200cit/config', 'sub/.git/hooks/x', 'git~1/x', '.rolecall/x'],
      // On a file system of Windows these are the same names.
      ...[
        '.git./config',
        '.git /config',
        '.Git. ./x',
        '.git::$INDEX_ALLOCATION/x',
        'GIT~1./x',
        '.rolecall./x',
        'ROLECA~1/x',
      ],
    ])('write nothing at %j', async (path) => {
      const dir = temporaryFolder({ '.git/config': 'c', '.rolecall/credentials.json': 'SECRET' });
      const files = openAt(dir);
      expect(await files.write({ path, content: 'x' })).toMatchObject({ problem: 'protected' });
      expect(await files.read({ path: '.rolecall/credentials.json' })).toMatchObject({ problem: 'protected' });
      expect(await files.search({ text: 'SECRET' })).toMatchObject({ matches: [] });
    });

    it('read nothing of a closed folder under another of its names', async () => {
      const files = openAt(
        temporaryFolder({ 'ROLECA~1/x': 'SECRET', '.rolecall. /x': 'SECRET', '.RoleCall/x': 'SECRET' }),
      );
      for (const path of ['ROLECA~1/x', '.rolecall. /x', '.RoleCall/x', '.rolecall/x'])
        expect(await files.read({ path })).toMatchObject({ problem: 'protected' });
      expect(await files.search({ text: 'SECRET' })).toMatchObject({ matches: [] });
      expect(await files.list({ path: 'ROLECA~1' })).toMatchObject({ problem: 'protected' });
    });

    it('say of a name that can be none why, and make nothing', async () => {
      const dir = temporaryFolder({ 'a.txt': 'a' });
      const files = openAt(dir);
      const none = [
        'a.txt\0',
        'a\0/../a.txt',
        '\ud800.txt',
        'a\u2028b',
        '名'.repeat(86),
        'x'.repeat(256),
        'x/'.repeat(65),
      ];
      for (const path of [...none, `${'x'.repeat(4_097)}`, `d/${'x'.repeat(300)}`, `${'x'.repeat(300)}/d`]) {
        const answers = [
          await files.read({ path }),
          await files.list({ path }),
          await files.search({ path, text: 'a' }),
          await files.prepare({ path, content: 'x' }),
          await files.write({ path, content: 'x' }),
        ];
        for (const answer of answers) expect(answer).toMatchObject({ problem: 'path_invalid' });
      }
      expect(readdirSync(dir)).toEqual(['a.txt']);
    });

    it('take names that only look like a way out as names', async () => {
      const dir = temporaryFolder({ 'a.txt': 'a' });
      const files = openAt(dir);
      for (const name of ['．．', '․․', '..\u200b', '…', '.. ', '...', '%2e%2e', '..；']) {
        expect(await files.read({ path: `${name}/a.txt` })).toMatchObject({ problem: 'not_found' });
        expect(await files.write({ path: `${name}/b.txt`, content: 'b' })).toMatchObject({ isNew: true });
        expect(readFileSync(join(dir, name, 'b.txt'), 'utf8')).toBe('b');
      }
    });

    it('keep mode and line ends of a file, and leave no spare one', async () => {
      const dir = temporaryFolder({ 'run.sh': 'echo 1\r\necho 2\r\n' });
      chmodSync(join(dir, 'run.sh'), 0o750);
      const files = openAt(dir);
      expect(await files.write({ path: 'run.sh', content: 'echo 1\necho 3\n' })).toMatchObject({
        diff: expect.stringContaining('-echo 2\n+echo 3\n'),
      });
      expect(readFileSync(join(dir, 'run.sh'), 'utf8')).toBe('echo 1\r\necho 3\r\n');
      expect(statSync(join(dir, 'run.sh')).mode & 0o777).toBe(0o750);
      expect(readdirSync(dir)).toEqual(['run.sh']);
    });

    it('leave a file as it was when a write fails', async () => {
      const dir = temporaryFolder({ 'a.txt': 'a\n' });
      const files = openAt(dir);
      const prepared = await files.prepare({ path: 'a.txt', content: 'b\n' });
      writeFileSync(join(dir, 'a.txt'), 'other\n');
      await files.write({ path: 'a.txt', content: 'b\n' }, 'basis' in prepared ? prepared.basis : '');
      expect(readFileSync(join(dir, 'a.txt'), 'utf8')).toBe('other\n');
      expect(readdirSync(dir)).toEqual(['a.txt']);
    });
  });
}

describe('what a file is encoded in', () => {
  it('is said, and GB18030 becomes UTF-8 only with a word about it', async () => {
    const dir = temporaryFolder({
      'gb.txt': GB18030,
      'bom.txt': '\uFEFFx\n',
      'u16.txt': Buffer.from('\uFEFF字\n', 'utf16le'),
    });
    const files = openWorkspaceFiles({ roots: [dir] });
    expect(await files.read({ path: 'gb.txt' })).toMatchObject({ text: '工作：汇报\n', encoding: 'gb18030' });
    expect(await files.read({ path: 'bom.txt' })).toMatchObject({ text: 'x\n', encoding: 'utf-8-bom' });
    expect(await files.read({ path: 'u16.txt' })).toMatchObject({ text: '字\n', encoding: 'utf-16le' });
    const change = { path: 'gb.txt', edits: [{ old: '汇报', new: '总结' }] };
    expect(await files.prepare(change)).toMatchObject({ reencodedFrom: 'gb18030' });
    await files.write(change);
    expect(readFileSync(join(dir, 'gb.txt'), 'utf8')).toBe('工作：总结\n');
    await files.write({ path: 'bom.txt', content: 'y\n' });
    expect(readFileSync(join(dir, 'bom.txt'), 'utf8')).toBe('\uFEFFy\n');
  });

  it.each([
    ['a NUL', Buffer.from([0x41, 0, 0x42])],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d])],
    ['Latin-1', Buffer.from('caf\xe9 r\xe9sum\xe9 na\xefve', 'latin1')],
  ])('is nothing that can be read: %s', async (_, bytes) => {
    const files = openWorkspaceFiles({ roots: [temporaryFolder({ x: bytes })] });
    expect(await files.read({ path: 'x' })).toMatchObject({ problem: 'binary' });
    expect(await files.write({ path: 'x', content: 'text' })).toMatchObject({ problem: 'binary' });
  });

  it('does not matter beyond 16 MiB', async () => {
    const files = openWorkspaceFiles({ roots: [temporaryFolder({ x: Buffer.alloc(16 * 1024 * 1024 + 1, 97) })] });
    expect(await files.read({ path: 'x' })).toMatchObject({ problem: 'too_large' });
  });
});

describe('several roots', () => {
  it('are told apart by their names, and absolute paths are taken inside of them', async () => {
    const [one, two] = [temporaryFolder({ 'a.txt': '1' }), temporaryFolder({ 'a.txt': '2' })];
    const files = openWorkspaceFiles({ roots: [one, two] });
    const [first = '', second = ''] = files.roots;
    expect(await files.read({ path: `${second}/a.txt` })).toMatchObject({ text: '2', path: `${second}/a.txt` });
    expect(await files.read({ path: join(one, 'a.txt') })).toMatchObject({ text: '1', path: `${first}/a.txt` });
    expect(await files.read({ path: `${one}-more/a.txt` })).toMatchObject({ problem: 'outside' });
    expect(await files.read({ path: 'a.txt' })).toMatchObject({ problem: 'outside' });
    expect(await files.list({})).toMatchObject({ entries: [{ path: first }, { path: second }] });
    expect(await files.search({ name: 'a.txt' })).toMatchObject({
      matches: [{ path: `${first}/a.txt` }, { path: `${second}/a.txt` }],
    });
  });

  it('must be folders', () => {
    expect(() => openWorkspaceFiles({ roots: [] })).toThrow(
      expect.objectContaining({ code: 'workspace_root_invalid' }),
    );
    expect(() => openWorkspaceFiles({ roots: ['/no/such'] })).toThrow(
      expect.objectContaining({ code: 'workspace_root_invalid' }),
    );
    expect(existsSync('/no/such')).toBe(false);
  });
});
