import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '@rolecall/host';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../run-cli.ts';
import { createTestIo } from '../testing/test-io.ts';

let dir: string;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'rolecall-'));
  writeFileSync(join(dir, 'rolecall.yaml'), 'name: desk\n');
  const workspace = await openWorkspace(dir, { work: false });
  await workspace.contact({ externalId: 'customer-1', level: 'verified' });
  await workspace.close();
});
afterEach(() => rmSync(dir, { recursive: true }));

const forget = async (...argv: readonly string[]) => {
  const io = createTestIo();
  const code = await runCli(['forget', '--workspace', dir, ...argv], io);
  return { code, told: [...io.outLines, ...io.errLines].join('\n') };
};

test('deletes the contact with --yes, and only then', async () => {
  expect(await forget('customer-1')).toMatchObject({ code: 2, told: expect.stringContaining('--yes') });

  expect(await forget('customer-1', '--yes')).toMatchObject({ code: 0, told: expect.stringContaining('Deleted') });

  expect(await forget('customer-1', '--yes')).toMatchObject({ code: 1, told: expect.stringContaining('customer-1') });
});
