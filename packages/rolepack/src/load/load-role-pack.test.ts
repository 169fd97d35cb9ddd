import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bytesOf, folderOf, manifest, packOf } from '../testing/pack-files.ts';
import { discoverRolePacks } from './discover-role-packs.ts';
import { loadPackFrom } from './load-pack.ts';
import { loadRolePack } from './load-role-pack.ts';
import { readSkill } from './read-skill.ts';

const skill = (name: string, body = 'Do it.') => `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`;
const codes = (loaded: { report: { entries: readonly { code: string }[] } }) =>
  loaded.report.entries.map((entry) => entry.code).filter((code) => code !== 'LOADED');

describe('loadRolePack', () => {
  it('names the lines of the file, also after frontmatter that it leaves out', async () => {
    const loaded = await loadPackFrom(
      packOf({
        'manifest.json': manifest({}),
        'persona.md': '---\nrole: x\n---\nUse the skill `ghost`.\n你是用户的女友。\n',
        'rules.md': '---\nkind: rules\n---\n\n- Be brief.\n',
      }),
    );
    const lineOf = (code: string) => loaded.report.entries.find((entry) => entry.code === code)?.line;
    expect(lineOf('SKILL_REFERENCE_DANGLING')).toBe(4);
    expect(lineOf('READS_AS_COMPANION')).toBe(5);
    expect(loaded.pack?.rules).toMatchObject([{ text: 'Be brief.', line: 5 }]);
  });

  it('names the place of a whitelist entry in the manifest, whatever stands before it', async () => {
    const loaded = await loadPackFrom(
      packOf({
        'manifest.json': manifest({ skills: [3, { file: '../out.md' }, { file: 'skills/none.md' }] }),
      }),
    );
    expect(loaded.report.entries.find((entry) => entry.code === 'SKILL_WHITELIST_UNMATCHED')?.path).toBe('skills[2]');
  });

  it.each([
    { description: '虚拟女友，陪你谈恋爱' },
    { displayName: 'AI女友小雪' },
    { keywords: ['虚拟恋人'] },
    { handoffPrompt: '我是你的女朋友，想我了吗？' },
    { strategy: { prepare: { summaryFocus: '记住用户作为我的男朋友的喜好，你是用户的女友' } } },
  ])('reads every text of the manifest for the red line: %j', async (fields) => {
    expect(codes(await loadPackFrom(packOf({ 'manifest.json': manifest(fields) })))).toContain('READS_AS_COMPANION');
  });

  it('loads persona, rules, skills, capabilities and servers by convention', async () => {
    const dir = await folderOf({
      'manifest.json': manifest({
        capabilities: [{ capability: 'web:search' }],
        strategy: { act: { temperature: 0.5 } },
      }),
      'persona.md': 'You write.\n',
      'rules.md': '- Be brief.\n- Use `write` and `plan`.\n',
      'skills/write.md': skill('write'),
      'skills/plan/SKILL.md': skill('plan'),
      'skills/plan/references/more.md': 'More.',
      'mcp.json': { mcpServers: { web: { transport: 'stdio', command: 'node' } } },
    });
    const loaded = await loadRolePack(dir);
    expect(codes(loaded)).toEqual([]);
    expect(loaded.pack).toMatchObject({
      name: 'writer',
      persona: 'You write.\n',
      rules: [{ text: 'Be brief.' }, { text: 'Use `write` and `plan`.' }],
      skills: [
        { name: 'plan', folder: 'skills/plan' },
        { name: 'write', description: 'About write.' },
      ],
      capabilities: ['web:search'],
      mcpServers: [{ name: 'web', transport: 'stdio' }],
      strategy: { act: { temperature: 0.5 } },
    });
    expect(loaded.report.entries.map((entry) => entry.file)).toContain('skills/plan/references/more.md');
  });

  it('reports every file, key and entry it meets, each once', async () => {
    const raw = manifest({
      capabilities: [{ capability: 'web:search' }, 'Bad'],
      strategy: { act: { temperature: 9, toolMode: 'block' } },
      extra: 1,
    });
    const { report } = await loadPackFrom(packOf({ 'manifest.json': raw, 'rules.md': '- x', 'notes.txt': 'x' }));
    const paths = report.entries
      .filter((entry) => entry.file === 'manifest.json' && entry.path !== undefined)
      .map((entry) => `${entry.path} ${entry.disposition}`);
    expect(paths.sort()).toEqual([
      'capabilities loaded',
      'capabilities[0] loaded',
      'capabilities[1] ignored',
      'extra ignored',
      'formatVersion loaded',
      'interactionType loaded',
      'name loaded',
      'strategy loaded',
      'strategy.act.temperature degraded',
      'strategy.act.toolMode loaded',
    ]);
    expect(report.entries.map((entry) => entry.file)).toEqual(
      expect.arrayContaining(['manifest.json', 'rules.md', 'notes.txt', 'persona.md']),
    );
  });

  it('refuses a folder without a manifest, a single file and a missing path', async () => {
    const dir = await folderOf({ 'persona.md': 'x' });
    expect(codes(await loadRolePack(dir))).toEqual(['MANIFEST_MISSING']);
    expect(codes(await loadRolePack(join(dir, 'persona.md')))).toEqual(['PACK_IS_FILE']);
    expect(codes(await loadRolePack(join(dir, 'nothing')))).toEqual(['PATH_NOT_FOUND']);
  });

  it('never follows a link', async () => {
    const outside = await folderOf({ 'secret.md': 'secret' });
    const dir = await folderOf({ 'manifest.json': manifest(), 'rules.md': 'x' });
    await symlink(join(outside, 'secret.md'), join(dir, 'persona.md'));
    await mkdir(join(dir, 'skills'));
    await symlink(outside, join(dir, 'skills/more'));
    const loaded = await loadRolePack(dir);
    expect(loaded.pack?.persona).toBe('');
    expect(codes(loaded)).toEqual(['LINK_REFUSED', 'LINK_REFUSED', 'PERSONA_MISSING']);
    expect(loaded.pack?.files.map((file) => file.path)).toEqual(['manifest.json', 'rules.md']);
  });

  it('gives the same digest wherever the files lie and another one for other bytes', async () => {
    const files = { 'manifest.json': manifest(), 'skills/写作.md': skill('写作') };
    const inFolder = await loadRolePack(await folderOf(files));
    const inMemory = await loadPackFrom(packOf(files));
    expect(inFolder.pack?.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(inMemory.pack?.digest).toBe(inFolder.pack?.digest);
    const other = await loadPackFrom(packOf({ ...files, 'persona.md': '' }));
    expect(other.pack?.digest).not.toBe(inMemory.pack?.digest);
  });

  it('finds names in decomposed form under their composed name', async () => {
    const dir = await folderOf({ 'manifest.json': manifest(), 'skills/cafe\u0301.md': skill('caf\u00e9') });
    const loaded = await loadRolePack(dir);
    expect(loaded.pack?.skills[0]?.file).toBe('skills/caf\u00e9.md');
    const answer = loaded.pack && (await readSkill(loaded.pack, 'cafe\u0301'));
    expect(answer).toMatchObject({ found: true, text: 'Do it.\n' });
  });

  it.each([
    ['a byte order mark', `\ufeff${skill('a')}`, ['BYTE_ORDER_MARK']],
    ['CRLF', skill('a').replace(/\n/g, '\r\n'), []],
    ['lone CR', skill('a').replace(/\n/g, '\r'), ['LONE_CARRIAGE_RETURN']],
    ['no frontmatter', 'Do it.', ['SKILL_FRONTMATTER_MISSING', 'SKILL_DESCRIPTION_MISSING']],
    ['unclosed frontmatter', '---\nname: a\ndescription: d\n\nDo it.', ['SKILL_FRONTMATTER_UNCLOSED']],
    ['an unquoted colon', '---\nname: a\ndescription: Use it when: asked\n---\nx', ['SKILL_FRONTMATTER_INVALID']],
    ['a list for a text', '---\nname: a\ndescription: [x, y]\n---\nx', ['SKILL_FIELD_COERCED']],
    ['a map for a text', '---\nname: a\ndescription:\n  when: x\n---\nx', ['SKILL_FIELD_COERCED']],
    ['a duplicate key', '---\nname: b\nname: a\ndescription: d\n---\nx', ['FRONTMATTER_DUPLICATE_KEY']],
    ['another key', '---\nname: a\ndescription: d\nlicense: MIT\n---\nx', ['SKILL_FIELD_UNKNOWN']],
    ['another name than its file', skill('b'), ['SKILL_NAME_MISMATCH']],
    ['rules between paragraphs', `${skill('a')}\n---\nmore\n---\n`, []],
  ])('loads a skill with %s', async (_, text, expected) => {
    const loaded = await loadPackFrom(
      packOf({ 'manifest.json': manifest(), 'persona.md': 'Use `a` and `b`.', 'rules.md': '- x', 'skills/a.md': text }),
    );
    expect(loaded.pack?.skills).toHaveLength(1);
    expect(codes(loaded)).toEqual(expect.arrayContaining(expected));
    expect(loaded.report.refused).toBe(false);
    const body = loaded.pack && (await readSkill(loaded.pack, loaded.pack.skills[0]?.name ?? ''));
    expect(body).toMatchObject({ found: true });
  });

  it('refuses one skill with a hidden name and loads the others', async () => {
    const loaded = await loadPackFrom(
      packOf({
        'manifest.json': manifest(),
        'skills/a.md': '---\nname: "a\\u202e"\ndescription: d\n---\nx',
        'skills/b.md': skill('b'),
      }),
    );
    expect(loaded.pack?.skills.map(({ name }) => name)).toEqual(['b']);
    expect(codes(loaded)).toContain('SKILL_NAME_UNSAFE');
  });

  it('keeps the second skill of a name reachable by its qualified name', async () => {
    const loaded = await loadPackFrom(
      packOf({ 'manifest.json': manifest(), 'skills/a.md': skill('x'), 'skills/b/SKILL.md': skill('x', 'Other.') }),
    );
    const [winner, loser] = loaded.pack?.skills ?? [];
    expect([winner?.file, loser?.isShadowed, loser?.qualifiedName]).toEqual(['skills/a.md', true, 'writer/b']);
    const answer = loaded.pack && (await readSkill(loaded.pack, loser?.qualifiedName ?? ''));
    expect(answer).toMatchObject({ found: true, text: 'Other.\n' });
  });

  it('loads only the skills that the manifest names and reports both directions', async () => {
    const loaded = await loadPackFrom(
      packOf({
        'manifest.json': manifest({ skills: [{ file: 'skills/a.md' }, { file: 'skills/lost.md' }] }),
        'skills/a.md': skill('a'),
        'skills/b.md': skill('b'),
      }),
    );
    expect(loaded.pack?.skills.map(({ name }) => name)).toEqual(['a']);
    expect(codes(loaded)).toEqual(expect.arrayContaining(['SKILL_WHITELIST_UNMATCHED', 'SKILL_NOT_WHITELISTED']));
  });

  it('reports a skill that the manifest calls otherwise', async () => {
    const loaded = await loadPackFrom(
      packOf({
        'manifest.json': manifest({ skills: [{ file: 'skills/a.md', name: 'other' }] }),
        'skills/a.md': skill('a'),
      }),
    );
    expect(loaded.report.entries.find((entry) => entry.code === 'SKILL_NAME_MISMATCH')).toMatchObject({
      path: 'skills[0].name',
    });
  });

  it('leaves frontmatter out of the persona and says so', async () => {
    const loaded = await loadPackFrom(packOf({ 'manifest.json': manifest(), 'persona.md': '---\nname: x\n---\nYou.' }));
    expect(loaded.pack?.persona).toBe('You.');
    expect(codes(loaded)).toContain('CONTENT_FRONTMATTER');
  });

  it('reads text in GB 18030 and UTF-16', async () => {
    const utf16 = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...'你好'].map((c) => c.charCodeAt(0))).buffer),
    ]);
    const loaded = await loadPackFrom(
      packOf({
        'manifest.json': manifest(),
        'persona.md': new Uint8Array([0xc4, 0xe3, 0xba, 0xc3]),
        'rules.md': utf16,
      }),
    );
    expect([loaded.pack?.persona, loaded.pack?.rulesText]).toEqual(['你好', '你好']);
  });

  it('loads a companion only where the host opts in', async () => {
    const files = {
      'manifest.json': manifest({
        interactionType: 'companion',
        aiIdentityDisclosure: true,
        minorProtection: 'required',
      }),
    };
    expect(codes(await loadPackFrom(packOf(files)))).toContain('COMPANION_NOT_ALLOWED');
    expect((await loadPackFrom(packOf(files), { allowCompanion: true })).pack).toBeDefined();
  });

  it('names an unavailable capability by its place in the manifest, also behind one that counts for nothing', async () => {
    const files = { 'manifest.json': manifest({ capabilities: ['no key', { capability: 'shop:order' }] }) };
    const { report } = await loadPackFrom(packOf(files), { knownCapabilities: ['web:search'] });
    expect(report.entries.find(({ code }) => code === 'CAPABILITY_UNAVAILABLE')?.path).toBe('capabilities[1]');
  });

  it('calls a capability unavailable only once the host says what it knows', async () => {
    const files = {
      'manifest.json': manifest({ capabilities: [{ capability: 'shop:order' }, { capability: 'llm:summarize' }] }),
    };
    expect(codes(await loadPackFrom(packOf(files)))).not.toContain('CAPABILITY_UNAVAILABLE');
    const told = await loadPackFrom(packOf(files), { knownCapabilities: ['web:search'] });
    expect(codes(told).filter((code) => code === 'CAPABILITY_UNAVAILABLE')).toHaveLength(1);
  });
});

describe('mcp.json', () => {
  const offersOf = async (servers: object) =>
    loadPackFrom(packOf({ 'manifest.json': manifest(), 'mcp.json': { mcpServers: servers } }));

  it('understands the ecosystem’s forms', async () => {
    const loaded = await offersOf({
      a: { type: 'stdio', command: 'x' },
      b: { url: 'https://example.com/mcp' },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference, as packs write it
      c: { type: 'http', url: 'https://example.com', headers: { Authorization: 'Bearer ${TOKEN}' } },
      d: { type: 'sse', url: 'https://example.com/sse' },
    });
    expect(loaded.pack?.mcpServers.map(({ transport }) => transport)).toEqual([
      'stdio',
      'streamable-http',
      'streamable-http',
      'http+sse',
    ]);
  });

  it('skips an unknown transport by name and refuses a literal secret, alone', async () => {
    const loaded = await offersOf({
      a: { transport: 'carrier-pigeon', command: 'x' },
      b: { transport: 'stdio', command: 'x', env: { API_TOKEN: 'abcdef123456' } },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference, as packs write it
      c: { transport: 'stdio', command: 'x', env: { API_TOKEN: '${API_TOKEN}' } },
    });
    expect(loaded.pack?.mcpServers.map(({ name }) => name)).toEqual(['c']);
    expect(codes(loaded)).toEqual(expect.arrayContaining(['MCP_TRANSPORT_UNKNOWN', 'MCP_LITERAL_SECRET']));
    expect(JSON.stringify(loaded.report)).not.toContain('abcdef123456');
  });
});

describe('readSkill', () => {
  it('reads files of the skill and of references and assets, and nothing outside', async () => {
    const { pack } = await loadPackFrom(
      packOf({
        'manifest.json': manifest(),
        'persona.md': 'secret persona',
        'skills/a/SKILL.md': skill('a'),
        'skills/a/more.md': 'own',
        'references/r.md': 'shared',
      }),
    );
    if (!pack) throw new Error('not loaded');
    expect(await readSkill(pack, 'a', 'more.md')).toMatchObject({ text: 'own' });
    expect(await readSkill(pack, 'a', 'references/r.md')).toMatchObject({ text: 'shared' });
    expect(await readSkill(pack, 'a', '../../persona.md')).toMatchObject({ code: 'file_outside' });
    expect(await readSkill(pack, 'a', '/etc/passwd')).toMatchObject({ code: 'file_outside' });
    expect(await readSkill(pack, 'a', 'persona.md')).toMatchObject({ code: 'file_unknown' });
    expect(await readSkill(pack, 'A-')).toMatchObject({ code: 'skill_unknown' });
  });
});

describe('discoverRolePacks', () => {
  it('finds packs by folder, skips what is none and names the winner of a shared name', async () => {
    const dir = await folderOf({
      'role-packs/a/manifest.json': manifest(),
      'role-packs/b/manifest.json': manifest(),
      'role-packs/c/readme.md': 'x',
      'role-packs/d/manifest.json': bytesOf('{'),
    });
    await writeFile(join(dir, 'role-packs/single.md'), 'x');
    await writeFile(join(dir, 'role-packs/README.md'), 'x');
    await symlink(join(dir, 'role-packs/a'), join(dir, 'role-packs/linked'));
    const found = await discoverRolePacks(dir);
    expect(
      found.map(({ pack, report }) => [
        report.path.split('/').pop(),
        pack?.name,
        report.entries.find((entry) => entry.severity !== 'info')?.code,
      ]),
    ).toEqual([
      ['README.md', undefined, 'NOT_A_PACK'],
      ['a', 'writer', 'PERSONA_MISSING'],
      ['b', undefined, 'PERSONA_MISSING'],
      ['c', undefined, 'NOT_A_PACK'],
      ['d', undefined, 'INVALID_JSON'],
      ['linked', undefined, 'LINK_REFUSED'],
      ['single.md', undefined, 'PACK_IS_FILE'],
    ]);
    expect(await discoverRolePacks(join(dir, 'nothing'))).toEqual([]);
  });
});
