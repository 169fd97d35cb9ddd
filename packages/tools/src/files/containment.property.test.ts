import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { Access } from './folder-handle.ts';
import { rootsOf, workspaceFilesBy } from './open-workspace-files.ts';

const ACCESSES: readonly Access[] = process.platform === 'linux' ? ['descriptor', 'name'] : ['name'];
const SECRET = 'SECRET-OUTSIDE';

/** Inside a folder `in`, outside of it `out` with a secret, and links of all kinds between them. */
function arrange() {
  const top = temporaryFolder({
    'in/a.txt': 'inside',
    'in/sub/b.txt': 'inside',
    'out/secret.txt': SECRET,
    'in-more/secret.txt': SECRET,
  });
  symlinkSync('../out', join(top, 'in/link'));
  symlinkSync('../../out/secret.txt', join(top, 'in/sub/file-link'));
  symlinkSync('..', join(top, 'in/up'));
  symlinkSync('link', join(top, 'in/link-to-link'));
  symlinkSync('/', join(top, 'in/slash'));
  return { top, dir: join(top, 'in') };
}

const PARTS = [
  '..',
  '.',
  '',
  'a.txt',
  'sub',
  'b.txt',
  'link',
  'file-link',
  'up',
  'link-to-link',
  'slash',
  'in',
  'in-more',
  'out',
  'secret.txt',
  'SUB',
  'ｓｕｂ',
  '..\u200b',
  '․․',
  '．．',
  '%2e%2e',
  '..;',
  '..\\',
  '~',
  'con',
  '\u0000',
  'a.txt\u0000',
  '.\u0307',
  '…',
  'new',
];

const path = (top: string) =>
  fc
    .tuple(
      fc.constantFrom(
        '',
        '/',
        './',
        '//',
        `${top}/`,
        `${top}/in/`,
        `${top}/in/../`,
        `${top}/in-more/`,
        'file://',
        '\\\\?\\',
        'C:/',
      ),
      fc.array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 6 }),
      fc.constantFrom('/', '//', '/./', '\\'),
    )
    .map(([start, parts, between]) => start + parts.join(between));

describe.each(ACCESSES)('whatever path is given, by %s', (access) => {
  it('nothing outside is read, listed, found or changed', async () => {
    const { top, dir } = arrange();
    const files = workspaceFilesBy(rootsOf([dir]), access);
    await fc.assert(
      fc.asyncProperty(path(top), async (asked) => {
        const answers = [
          await files.read({ path: asked }),
          await files.list({ path: asked, depth: 3 }),
          await files.search({ path: asked, text: SECRET.slice(0, 6) }),
          await files.prepare({ path: asked, content: 'written' }),
          await files.write({ path: asked, content: 'written' }),
        ];
        expect(JSON.stringify(answers)).not.toContain(SECRET);
        expect(readdirSync(top).sort()).toEqual(['in', 'in-more', 'out']);
        for (const folder of ['out', 'in-more']) {
          expect(readdirSync(join(top, folder))).toEqual(['secret.txt']);
          expect(readFileSync(join(top, folder, 'secret.txt'), 'utf8')).toBe(SECRET);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('also while somebody swaps a folder and a file for links', async () => {
    const top = temporaryFolder({ 'in/d/f.txt': 'inside', 'out/f.txt': SECRET });
    const files = workspaceFilesBy(rootsOf([join(top, 'in')]), access);
    const swapper = new Worker(SWAPPER, { eval: true, workerData: top });
    await new Promise((resolve) => swapper.once('message', resolve));
    const met = new Set<string>();
    try {
      for (let turn = 0; turn < 400; turn++) {
        const answers = [
          await files.read({ path: 'd/f.txt' }),
          await files.search({ text: 'SECRET', path: '.' }),
          await files.list({ path: 'd' }),
          await files.write({ path: 'd/f.txt', content: `inside ${turn}` }),
        ];
        for (const answer of answers) met.add('problem' in answer ? answer.problem : 'fine');
        expect(JSON.stringify(answers)).not.toContain(SECRET);
      }
    } finally {
      await swapper.terminate();
    }
    expect(readFileSync(join(top, 'out/f.txt'), 'utf8')).toBe(SECRET);
    const left = readdirSync(join(top, 'out')).filter((name) => name !== 'f.txt');
    // Where a folder can only be reached by its name, an empty file may be left behind; never a word of what was written.
    if (access === 'descriptor') expect(left).toEqual([]);
    for (const name of left) {
      expect(name).toMatch(/^\.rolecall-[0-9a-f]+\.tmp$/);
      expect(statSync(join(top, 'out', name)).size).toBe(0);
    }
    // The race was one: both faces of it were met.
    expect([...met]).toEqual(expect.arrayContaining(['fine', 'link_refused']));
  });
});

/** Turns `in/d` into a link to `out` and back, and `in/d/f.txt` into a link to the secret and back, without a pause. */
const SWAPPER = `
const { parentPort, workerData: top } = require('node:worker_threads');
const fs = require('node:fs');
const at = (path) => top + '/' + path;
const quietly = (act) => { try { act(); } catch {} };
fs.symlinkSync('../out', at('in/d-link'));
parentPort.postMessage('ready');
for (;;) {
  quietly(() => { fs.renameSync(at('in/d'), at('in/d-kept')); fs.renameSync(at('in/d-link'), at('in/d')); });
  quietly(() => { fs.renameSync(at('in/d'), at('in/d-link')); fs.renameSync(at('in/d-kept'), at('in/d')); });
  quietly(() => { fs.renameSync(at('in/d/f.txt'), at('in/d/f-kept')); fs.symlinkSync('../../out/f.txt', at('in/d/f.txt')); });
  quietly(() => { if (fs.lstatSync(at('in/d/f.txt')).isSymbolicLink()) fs.unlinkSync(at('in/d/f.txt')); fs.renameSync(at('in/d/f-kept'), at('in/d/f.txt')); });
}`;
