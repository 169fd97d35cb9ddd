import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Finding } from '@rolecall/base';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SAMPLE_WORKSPACE } from '../testing/index.ts';
import { loadAssets } from './load-assets.ts';
import type { LoadedAssets } from './loaded-assets.ts';

let dir: string;
let outside: string;

beforeEach(async () => {
  const root = await mkdtemp(join(tmpdir(), 'rolecall-assets-'));
  dir = join(root, 'workspace');
  outside = join(root, 'outside');
  await mkdir(dir);
  await mkdir(outside);
});

afterEach(async () => {
  await rm(dirname(dir), { recursive: true });
});

async function write(file: string, content: string | Buffer): Promise<void> {
  const path = join(dir, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

function codesOf(loaded: LoadedAssets, file?: string): readonly string[] {
  return loaded.findings.filter((finding) => file === undefined || finding.file === file).map(({ code }) => code);
}

const RECORD = 'kind: record_schema\nid: thing\nversion: 1.0.0\nschema: { type: object }\n';

test('loads a workspace, with every file in the report', async () => {
  for (const [file, text] of Object.entries(SAMPLE_WORKSPACE)) await write(file, text);
  await write('assets/README.md', 'words');
  await write('assets/.hidden/x.yaml', RECORD);
  await write('knowledge/faq.yaml', 'not: an asset');
  await write('knowledge/returns.md', '# words');
  const loaded = await loadAssets(dir);
  expect(loaded.findings).toEqual([]);
  const report = new Map(loaded.files.map((file) => [file.file, file]));
  expect(report.get('assets/task.yaml')).toEqual({
    file: 'assets/task.yaml',
    disposition: 'loaded',
    assets: ['task_asset_package parcel_service@1.0.0', 'mcp_requirement parcel_system@1.0.0'],
  });
  expect(report.get('assets/README.md')?.disposition).toBe('ignored');
  expect(report.get('assets/.hidden')?.disposition).toBe('ignored');
  expect(report.get('knowledge/faq.yaml')?.reason?.en).toBe('only .md, .markdown and .txt files are documents');
  expect(report.get('knowledge/returns.md')?.reason?.en).toBe('no knowledge base names it');
  expect([...report.keys()].sort()).toEqual(
    [
      ...Object.keys(SAMPLE_WORKSPACE),
      'assets/.hidden',
      'assets/README.md',
      'knowledge/faq.yaml',
      'knowledge/returns.md',
    ].sort(),
  );
});

test('a workspace without assets has the system assets and nothing to say', async () => {
  const loaded = await loadAssets(dir);
  expect(loaded.findings).toEqual([]);
  expect(loaded.files).toEqual([]);
  expect(loaded.assets.length).toBeGreaterThan(10);
  expect(loaded.assets.filter(({ asset, isSystem }) => !isSystem || !asset.id.startsWith('sys_'))).toEqual([]);
});

test('a workspace that does not exist is an error of the caller', async () => {
  await expect(loadAssets(join(dir, 'nowhere'))).rejects.toThrow();
});

test('a mark at the start and CRLF change nothing', async () => {
  await write('assets/a.yaml', `\ufeff${RECORD.replaceAll('\n', '\r\n')}`);
  const loaded = await loadAssets(dir);
  expect(loaded.findings).toEqual([]);
  expect(loaded.assets.at(-1)?.place(['schema'])).toEqual({ file: 'assets/a.yaml', line: 4, path: 'schema' });
});

test('one broken document takes no other down', async () => {
  await write('assets/a.yml', `${RECORD}---\nkind: record_schema\nid: [\n---\n${RECORD.replace('thing', 'other')}`);
  await write('assets/b.yaml', 'kind: nothing\n');
  const loaded = await loadAssets(dir);
  expect(loaded.assets.filter(({ isSystem }) => !isSystem).map(({ asset }) => asset.id)).toContain('thing');
  expect(loaded.files.map(({ file, disposition }) => [file, disposition])).toEqual([
    ['assets/a.yml', 'partly'],
    ['assets/b.yaml', 'refused'],
  ]);
});

test('what is no text, is empty or too large is reported and not read', async () => {
  await write('assets/latin.yaml', Buffer.from([0x6b, 0x3a, 0x20, 0xe9, 0x0a]));
  await write('assets/empty.yaml', '# nothing here\n');
  await write('assets/huge.yaml', `a: ${'x'.repeat(2 * 1024 * 1024)}`);
  const loaded = await loadAssets(dir);
  expect(codesOf(loaded, 'assets/latin.yaml')).toEqual(['file_not_utf8']);
  expect(codesOf(loaded, 'assets/empty.yaml')).toEqual(['asset_file_empty']);
  expect(codesOf(loaded, 'assets/huge.yaml')).toEqual(['yaml_too_large']);
  expect(loaded.files.map(({ disposition }) => disposition)).toEqual(['ignored', 'refused', 'refused']);
});

describe('links', () => {
  test('never lead out of the workspace', async () => {
    await writeFile(join(outside, 'a.yaml'), RECORD);
    await mkdir(join(dir, 'assets'));
    await symlink(join(outside, 'a.yaml'), join(dir, 'assets', 'file.yaml'));
    await symlink(outside, join(dir, 'assets', 'folder'));
    await symlink(join('..', '..', 'outside'), join(dir, 'assets', 'relative'));
    const loaded = await loadAssets(dir);
    expect(codesOf(loaded)).toEqual(['link_leads_out', 'link_leads_out', 'link_leads_out']);
    expect(loaded.assets.every(({ isSystem }) => isSystem)).toBe(true);
  });

  test('inside are followed once, and a circle ends', async () => {
    await write('shared/a.yaml', RECORD);
    await mkdir(join(dir, 'assets'));
    await symlink(join('..', 'shared'), join(dir, 'assets', 'one'));
    await symlink(join('..', 'shared'), join(dir, 'assets', 'two'));
    await symlink(join('..', 'assets'), join(dir, 'assets', 'zero'));
    await symlink('nowhere', join(dir, 'assets', 'dead.yaml'));
    const loaded = await loadAssets(dir);
    expect(codesOf(loaded)).toEqual(['link_broken']);
    expect(loaded.files.map(({ file, disposition }) => [file, disposition])).toEqual([
      ['assets/dead.yaml', 'refused'],
      ['assets/one/a.yaml', 'loaded'],
      ['assets/two', 'ignored'],
      ['assets/zero', 'ignored'],
    ]);
  });
});

test('an employee among the assets, and an asset among the employees, is told where it belongs', async () => {
  await write('employees/thing.yaml', RECORD);
  const loaded = await loadAssets(dir);
  const [finding] = loaded.findings as readonly Finding[];
  expect(finding).toMatchObject({
    severity: 'warning',
    code: 'asset_in_wrong_folder',
    file: 'employees/thing.yaml',
    line: 1,
  });
});
