import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openToolPins } from './tool-pins.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pins-'));
  file = join(folder, 'rolecall.lock');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the lock', () => {
  test('without a file nothing is pinned, and looking makes none', async () => {
    expect(await openToolPins(file).pinned('orders', 'get')).toBeUndefined();
    expect(existsSync(file)).toBe(false);
  });

  test('keeps what was pinned, for others too', async () => {
    await openToolPins(file).pin('orders', 'get', 'sha256:1');
    expect(await openToolPins(file).pinned('orders', 'get')).toBe('sha256:1');
    expect(await openToolPins(file).pinned('orders', 'cancel')).toBeUndefined();
  });

  test('is the same text whatever the order in which tools were pinned', async () => {
    const pins = [
      ['orders', 'get'],
      ['orders', 'cancel'],
      ['crm', 'find'],
    ] as const;
    for (const [server, tool] of pins) await openToolPins(file).pin(server, tool, 'sha256:1');
    const first = readFileSync(file, 'utf8');
    rmSync(file);
    for (const [server, tool] of pins.toReversed()) await openToolPins(file).pin(server, tool, 'sha256:1');
    expect(readFileSync(file, 'utf8')).toBe(first);
    expect(first).toBe(`{
  "version": 1,
  "tools": {
    "crm/find": {
      "fingerprint": "sha256:1"
    },
    "orders/cancel": {
      "fingerprint": "sha256:1"
    },
    "orders/get": {
      "fingerprint": "sha256:1"
    }
  }
}
`);
  });

  test('keeps what it does not know', async () => {
    writeFileSync(file, JSON.stringify({ version: 1, packs: { concierge: 'sha256:9' } }));
    await openToolPins(file).pin('orders', 'get', 'sha256:1');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ packs: { concierge: 'sha256:9' } });
  });

  test('loses no pin when many pin at once, and leaves nothing behind', async () => {
    const tools = Array.from({ length: 12 }, (_, index) => `tool_${index}`);
    await Promise.all(tools.map((tool) => openToolPins(file).pin('orders', tool, 'sha256:1')));
    expect(Object.keys(JSON.parse(readFileSync(file, 'utf8')).tools)).toHaveLength(12);
    expect(readdirSync(folder)).toEqual(['rolecall.lock']);
  });

  test.each([
    ['<<<<<<< HEAD', 'lock_invalid'],
    ['[]', 'lock_invalid'],
    ['{"version":1,"tools":[]}', 'lock_invalid'],
    ['{"version":1,"tools":{"a/b":"sha256:1"}}', 'lock_invalid'],
    ['{"version":2}', 'lock_version_unknown'],
    ['{}', 'lock_version_unknown'],
  ])('of %s is an error and is not written over', async (text, code) => {
    writeFileSync(file, text);
    await expect(openToolPins(file).pinned('a', 'b')).rejects.toMatchObject({ code, at: { file } });
    await expect(openToolPins(file).pin('a', 'b', 'sha256:1')).rejects.toMatchObject({ code });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});
