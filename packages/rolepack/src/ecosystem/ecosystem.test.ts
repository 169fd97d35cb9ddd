import { describe, expect, it } from 'vitest';
import { loadPackFrom } from '../load/load-pack.ts';
import { memorySource } from '../load/pack-source.ts';
import { createReporter } from '../report/reporter.ts';
import { bytesOf, manifest, type PackFiles, packOf } from '../testing/pack-files.ts';
import { exportPack } from './export-pack.ts';
import { detectFormat, type ImportFormat, importPack } from './import-pack.ts';

async function imported(label: string, files: PackFiles, format?: ImportFormat) {
  const report = createReporter();
  const isFolder = !(label in files);
  const input = {
    label,
    isFolder,
    files: new Map(Object.entries(files).map(([path, content]) => [path, bytesOf(content)])),
  };
  const made = importPack(input, report, format);
  if (!made) throw new Error('nothing imported');
  const loaded = await loadPackFrom(memorySource(made, label), { allowCompanion: true });
  return {
    made,
    loaded,
    pack: loaded.pack,
    codes: report.entries.map((entry) => `${entry.code} ${entry.path ?? entry.file}`),
    format: detectFormat(input),
  };
}

function png(chunks: readonly (readonly [type: string, data: Uint8Array])[]): Uint8Array {
  const parts: number[] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  for (const [type, data] of [...chunks, ['IEND', new Uint8Array()] as const]) {
    const length = new Uint8Array(4);
    new DataView(length.buffer).setUint32(0, data.length);
    parts.push(...length, ...bytesOf(type), ...data, 0, 0, 0, 0);
  }
  return new Uint8Array(parts);
}

const card = {
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: {
    name: 'Sensei',
    description: '{{char}} teaches {{user}} to code.',
    personality: 'Patient',
    first_mes: 'Hello!',
    system_prompt: '',
    post_history_instructions: 'Stay brief.',
    alternate_greetings: ['Hi.'],
    tags: ['code', 'x'.repeat(60)],
    creator: 'somebody',
    character_version: '1.2',
    extensions: { depth: 4 },
    character_book: { entries: [{ keys: ['loop'], content: 'Loops repeat.', enabled: true }] },
  },
};

describe('importPack', () => {
  it('reads a character card, writes its macros out and says what became of each field', async () => {
    const { pack, codes, format } = await imported('sensei.json', { 'sensei.json': card });
    expect(format).toBe('character-card');
    expect(pack).toMatchObject({
      name: 'Sensei',
      manifest: { version: '1.2.0', author: 'somebody', matchWords: ['code'] },
    });
    expect(pack?.persona).toContain('Sensei teaches the user to code.');
    expect(pack?.rulesText).toBe('Stay brief.\n');
    expect(pack?.manifest.extensions).toEqual({ 'org.character-card': { extensions: { depth: 4 } } });
    expect(pack?.files.map((file) => file.path)).toEqual(
      expect.arrayContaining([
        'references/character-book.md',
        'references/alternate-greetings.md',
        'references/first-message.md',
      ]),
    );
    expect(codes).toEqual(
      expect.arrayContaining(['FIELD_LOST tags', 'FIELD_KEPT extensions', 'FIELD_CHANGED first_mes']),
    );
  });

  it('reads a card out of a picture, the newer form first, and keeps the picture', async () => {
    const chunk = (keyword: string, value: unknown) =>
      ['tEXt', bytesOf(`${keyword}\0${btoa(JSON.stringify(value))}`)] as const;
    const newer = { ...card, spec: 'chara_card_v3', data: { ...card.data, name: 'Newer', nickname: 'N' } };
    const { pack } = await imported('a.png', { 'a.png': png([chunk('chara', card), chunk('ccv3', newer)]) });
    expect(pack).toMatchObject({ name: 'Newer', displayName: 'N' });
    expect(pack?.files.map((file) => file.path)).toContain('assets/avatar.png');
  });

  it('reads a LobeChat agent, bare or wrapped', async () => {
    const agent = {
      author: 'a',
      identifier: 'helper',
      config: { systemRole: 'You help.', params: { temperature: 0.4, top_p: 1 }, plugins: ['x'], model: 'm' },
      meta: { title: 'Helper', description: 'Helps.', tags: ['t'], avatar: '🙂' },
    };
    const { pack, codes } = await imported('helper.json', { 'helper.json': agent });
    expect(pack).toMatchObject({
      name: 'helper',
      displayName: 'Helper',
      persona: 'You help.\n',
      strategy: { act: { temperature: 0.4 } },
    });
    expect(pack?.manifest.extensions['com.lobehub.chat']).toMatchObject({
      config: { model: 'm', params: { top_p: 1 } },
    });
    expect(codes).toContain('FIELD_LOST config.plugins');
    const wrapped = await imported('i.json', {
      'i.json': { id: 'outer', source: { ...agent, identifier: undefined } },
    });
    expect(wrapped.pack?.name).toBe('outer');
  });

  it.each([
    ['reviewer.md', 'claude-agent', 'com.anthropic.claude-code'],
    ['reviewer.agent.md', 'vscode-agent', 'com.visualstudio.code'],
  ])('reads %s', async (label, kind, namespace) => {
    const text =
      '---\nname: reviewer\ndescription: Reviews: code\ntools: Read, WebSearch, mcp__x\nmodel: opus\n---\nYou review.\n';
    const { pack, format, codes } = await imported(label, { [label]: text });
    expect(format).toBe(kind);
    expect(pack).toMatchObject({
      name: 'reviewer',
      persona: 'You review.\n',
      capabilities: ['file:read', 'web:search'],
      manifest: { description: 'Reviews: code' },
    });
    expect(pack?.manifest.extensions[namespace]).toMatchObject({ model: 'opus' });
    expect(codes).toContain('FIELD_LOST tools: mcp__x');
  });

  it('reads a folder of skills and a single one', async () => {
    const skill = '---\nname: brew\ndescription: Brews.\nlicense: MIT\n---\nBrew.';
    const many = await imported('kitchen', { 'brew/SKILL.md': skill, 'brew/references/a.md': 'x' });
    expect(many.pack?.skills.map((one) => one.file)).toEqual(['skills/brew/SKILL.md']);
    const one = await imported('brew', { 'SKILL.md': skill, 'references/a.md': 'x' });
    expect(one.pack).toMatchObject({
      name: 'brew',
      manifest: { license: 'MIT' },
      skills: [{ name: 'brew', folder: 'skills/brew' }],
    });
  });

  it('reads a Claude Code plugin and keeps what only that host knows', async () => {
    const { pack, codes } = await imported('p', {
      '.claude-plugin/plugin.json': {
        name: 'p',
        version: '1.0',
        author: { name: 'A', email: 'e' },
        category: 'x',
        mcpServers: { s: { command: 'node' } },
      },
      'skills/a/SKILL.md': '---\nname: a\ndescription: A.\n---\nx',
      'hooks/hooks.json': '{}',
      'agents/r.md': 'x',
    });
    expect(pack).toMatchObject({ name: 'p', manifest: { version: '1.0.0', author: 'A' }, mcpServers: [{ name: 's' }] });
    expect(pack?.manifest.extensions['com.anthropic.claude-code']).toEqual({
      author: { name: 'A', email: 'e' },
      category: 'x',
    });
    expect(pack?.files.map((file) => file.path)).toEqual(
      expect.arrayContaining(['com.anthropic.claude-code/hooks/hooks.json', 'com.anthropic.claude-code/agents/r.md']),
    );
    expect(codes.filter((code) => code.startsWith('FIELD_KEPT'))).toHaveLength(4);
  });

  it('moves what is too long instead of cutting it', async () => {
    const text = `First sentence. ${'x'.repeat(300)}`;
    const { pack, codes } = await imported('p', { 'plugin.json': { name: 'p', description: text } });
    expect(pack?.manifest.description).toBe('First sentence.');
    expect(new TextDecoder().decode(await pack?.source.read('references/description.md'))).toBe(`${text}\n`);
    expect(codes).toContain('FIELD_CHANGED description');
  });

  it.each([
    ['nothing known', { 'x.json': '{}' }],
    ['broken JSON', { 'x.json': '{' }],
    ['a picture without a card', { 'x.png': png([]) }],
  ])('says that it cannot read %s', (_, files: PackFiles) => {
    const report = createReporter();
    const [[label, content] = ['', '']] = Object.entries(files);
    expect(importPack({ label, isFolder: false, files: new Map([[label, bytesOf(content)]]) }, report)).toBeUndefined();
    expect(report.entries[0]?.code).toBe('IMPORT_UNREADABLE');
  });
});

describe('exportPack', () => {
  const files: PackFiles = {
    'manifest.json': manifest({
      name: '写作助手',
      description: 'Writes.',
      capabilities: [{ capability: 'web:search' }],
      'com.example.x': { a: 1 },
    }),
    'persona.md': 'You write.\n',
    'rules.md': '- Be brief.\n',
    'skills/write.md': '---\nname: write\ndescription: Writes.\n---\nx\n',
    'skills/plan/SKILL.md': '---\nname: plan\ndescription: Plans.\n---\nx\n',
    'skills/plan/references/a.md': 'a',
    'mcp.json': { mcpServers: { s: { transport: 'stdio', command: 'node' } } },
  };

  it('to an Agent Plugin and back is the same pack, byte for byte', async () => {
    const { pack } = await loadPackFrom(packOf(files));
    if (!pack) throw new Error('not loaded');
    const plugin = await exportPack(pack, 'agent-plugin', createReporter());
    expect([...plugin.keys()]).toEqual(
      expect.arrayContaining([
        'plugin.json',
        'skills/write/SKILL.md',
        'skills/plan/SKILL.md',
        'skills/plan/references/a.md',
        'mcp.json',
      ]),
    );
    const back = importPack({ label: 'x', isFolder: true, files: plugin }, createReporter());
    const again = back && (await loadPackFrom(memorySource(back, 'x')));
    expect(again?.pack?.digest).toBe(pack.digest);
  });

  it('keeps the foreign keys of an agent on the way through', async () => {
    const { pack } = await imported('r.md', {
      'r.md': '---\nname: r\ndescription: R.\ntools: Read, mcp__x\ncolor: blue\n---\nYou.\n',
    });
    if (!pack) throw new Error('not loaded');
    const [[path, bytes] = ['', new Uint8Array()]] = await exportPack(pack, 'claude-agent', createReporter());
    const text = new TextDecoder().decode(bytes);
    expect(path).toBe('r.md');
    expect(text).toContain('color: blue');
    expect(text).toContain('mcp__x');
  });

  it('says what the other format has no place for', async () => {
    const { pack } = await loadPackFrom(packOf(files));
    if (!pack) throw new Error('not loaded');
    const report = createReporter();
    const skills = await exportPack(pack, 'agent-skills', report);
    expect([...skills.keys()]).toEqual(['plan/SKILL.md', 'plan/references/a.md', 'write/SKILL.md']);
    expect(report.entries.map((entry) => entry.path)).toEqual(['persona', 'rules', 'capabilities', 'mcp.json']);
    const text = new TextDecoder().decode((await exportPack(pack, 'agents-md', createReporter())).get('AGENTS.md'));
    expect(text).toContain('- Be brief.');
    expect(text).toContain('`write`: Writes.');
  });
});
