import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { agreeToSystemAssets, readAgreements } from './agreements.ts';
import { openToolPins } from './tool-pins.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-lock-'));
  file = join(dir, 'rolecall.lock');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('without a lock nobody has agreed to anything', async () => {
  expect(await readAgreements(file)).toEqual({ tools: new Map(), system: new Map() });
});

test('system assets and tools are agreed to beside each other, sorted, and neither removes the other', async () => {
  const pins = openToolPins(file);
  await pins.pin('things', 'look', 'sha256:1', { read_only: true, destructive: false });
  await agreeToSystemAssets(
    file,
    new Map([
      ['sys_b', 'sha256:b'],
      ['sys_a', 'sha256:a'],
    ]),
  );
  await pins.pin('things', 'act', 'sha256:2');
  const { tools, system } = await readAgreements(file);
  expect([...system]).toEqual([
    ['sys_a', 'sha256:a'],
    ['sys_b', 'sha256:b'],
  ]);
  expect([...tools]).toEqual([
    ['things/act', { fingerprint: 'sha256:2' }],
    ['things/look', { fingerprint: 'sha256:1', read_only: true, destructive: false }],
  ]);
  expect(await pins.pinned('things', 'look')).toBe('sha256:1');
});

test('what else stands in the lock stays', async () => {
  writeFileSync(file, '{ "version": 1, "tools": {}, "note": "ours" }');
  await agreeToSystemAssets(file, new Map([['sys_a', 'sha256:a']]));
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ note: 'ours', system: { sys_a: 'sha256:a' } });
});

test.each(['<<<<<<< HEAD', '{ "version": 1, "system": { "sys_a": 7 } }'])(
  'a lock that cannot be read is an error: %s',
  async (text) => {
    writeFileSync(file, text);
    await expect(readAgreements(file)).rejects.toMatchObject({ code: 'lock_invalid' });
  },
);
