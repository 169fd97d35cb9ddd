import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkWorkspace } from '../check/check-workspace.ts';
import { loadAssets } from '../loading/load-assets.ts';
import { told } from '../testing/check-sample.ts';
import { rolePackShare, SAMPLE_WORKSPACE } from '../testing/index.ts';
import { linkEmployee } from './link-employee.ts';

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'knowledge-'));
  for (const [file, text] of Object.entries(SAMPLE_WORKSPACE)) await write(file, text);
  const business = SAMPLE_WORKSPACE['assets/business.yaml'] ?? '';
  await write('assets/business.yaml', business.replace('replies:', 'knowledge: [desk_faq@^1]\nreplies:'));
});

afterEach(async () => {
  await rm(dir, { recursive: true });
});

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(dir, file)), { recursive: true });
  await writeFile(join(dir, file), content);
}

async function base(rest: string): Promise<void> {
  await write('assets/faq.yaml', `kind: knowledge_base\nid: desk_faq\nversion: 1.0.0\n${rest}`);
}

async function release() {
  const loaded = await loadAssets(dir);
  const linked = linkEmployee(loaded, 'desk', rolePackShare());
  return { loaded, release: linked.release, told: told(checkWorkspace(loaded)) };
}

describe('knowledge in a release', () => {
  test('a changed document, a changed entry: another release', async () => {
    const entry = 'entries: [{ id: hours, questions: [几点开门], answer: 九点开门。 }]\n';
    const documents = 'documents: [{ file: knowledge/rules.md }]\n';
    await base(entry + documents);
    await write('knowledge/rules.md', '# 规则\n包裹保管七天。\n');
    const first = (await release()).release;
    expect(first?.knowledge).toMatchObject([{ id: 'desk_faq', documents: [{ file: 'knowledge/rules.md' }] }]);
    expect((await release()).release?.hash).toBe(first?.hash);
    await write('knowledge/rules.md', '# 规则\n包裹保管五天。\n');
    const second = (await release()).release;
    await base(entry.replace('九点', '十点') + documents);
    const third = (await release()).release;
    expect(new Set([first?.hash, second?.hash, third?.hash]).size).toBe(3);
  });

  test('a file that no base names changes no release', async () => {
    await base('entries: [{ id: hours, questions: [几点开门], answer: 九点开门。 }]\n');
    const { release: before } = await release();
    await write('knowledge/draft.md', 'words');
    expect((await release()).release?.hash).toBe(before?.hash);
  });

  test.each([
    ['is missing', 'knowledge/rule.md', undefined, ['document_unknown documents[0].file']],
    ['is no text', 'knowledge/rules.pdf', '%PDF-1.7', ['document_unknown documents[0].file']],
    ['is not UTF-8', 'knowledge/rules.txt', Buffer.from([0xff, 0xfe, 0x41]), ['document_unknown documents[0].file']],
  ])('a document that %s is an error with its place', async (_name, file, content, expected) => {
    await base(`documents: [{ file: ${file} }]\n`);
    await write('knowledge/rules.md', 'words');
    if (content !== undefined) await write(file, content);
    const found = await release();
    expect(found.told).toEqual(expect.arrayContaining(expected));
    expect(found.release?.knowledge[0]?.documents).toEqual([]);
  });

  test('a link that leads out of the workspace is not followed', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'outside-'));
    await writeFile(join(outside, 'secret.md'), 'secret');
    await base('documents: [{ file: knowledge/secret.md }]\n');
    await mkdir(join(dir, 'knowledge'), { recursive: true });
    await symlink(join(outside, 'secret.md'), join(dir, 'knowledge/secret.md'));
    const { loaded, told: findings } = await release();
    expect(loaded.documents.size).toBe(0);
    expect(findings).toContain('link_leads_out');
    expect(findings).toContain('document_unknown documents[0].file');
    await rm(outside, { recursive: true });
  });

  test('a document twice, and live data in one, are told with their lines', async () => {
    await base('documents: [{ file: knowledge/a.md }, { file: knowledge/a.md }]\n');
    await write('knowledge/a.md', '# 库存\n\n北柜目前还有库存 3 件。\n');
    const loaded = await loadAssets(dir);
    const findings = checkWorkspace(loaded);
    expect(told(findings)).toContain('document_duplicate documents[1].file');
    expect(findings.find(({ code }) => code === 'live_data_in_knowledge')).toMatchObject({
      file: 'knowledge/a.md',
      line: 3,
    });
  });
});
