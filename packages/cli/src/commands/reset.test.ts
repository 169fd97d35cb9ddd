import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../testing/test-io.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-'));
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\n');
  mkdirSync(join(dir, '.rolecall'));
  writeFileSync(join(dir, '.rolecall', 'rolecall.sqlite'), 'state');
});
afterEach(() => rmSync(dir, { recursive: true }));

const reset = async (argv: readonly string[], io = createTestIo()) => {
  const code = await runCli(['reset', '--workspace', dir, ...argv], io);
  return { code, told: [...io.outLines, ...io.errLines].join('\n'), removed: !existsSync(join(dir, '.rolecall')) };
};

test('--yes removes the state and leaves what people wrote', async () => {
  expect(await reset(['--yes'])).toMatchObject({ code: 0, removed: true });
  expect(existsSync(join(dir, 'rolecall.yaml'))).toBe(true);
  expect(await reset(['--yes'])).toMatchObject({ code: 0, told: expect.stringContaining('nothing to remove') });
});

test('without a terminal and without --yes nothing is removed', async () => {
  expect(await reset([])).toMatchObject({ code: 2, removed: false, told: expect.stringContaining('--yes') });
});

test.each([
  ['y', true],
  ['是', true],
  ['', false],
  ['yesterday', false],
])('the answer "%s" removes it: %s', async (answer, removed) => {
  const io = createTestIo({ isTerminal: true, lines: [answer] });
  expect(await reset([], io)).toMatchObject({ code: 0, removed });
});
