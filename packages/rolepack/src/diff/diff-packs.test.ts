import { describe, expect, it } from 'vitest';
import { loadPackFrom } from '../load/load-pack.ts';
import { manifest, type PackFiles, packOf } from '../testing/pack-files.ts';
import { diffPacks } from './diff-packs.ts';

const base: PackFiles = {
  'manifest.json': manifest({ capabilities: [{ capability: 'web:search' }], strategy: { act: { toolMode: 'block' } } }),
  'persona.md': 'You write.',
  'rules.md': '- Never send a draft without asking.\n- Keep it brief.',
  'skills/write.md': '---\nname: write\ndescription: Writes.\n---\nx',
};

async function differences(after: PackFiles, before: PackFiles = base) {
  const [left, right] = await Promise.all([
    loadPackFrom(packOf(before)),
    loadPackFrom(packOf({ ...before, ...after })),
  ]);
  if (!left.pack || !right.pack) throw new Error('not loaded');
  return diffPacks(left.pack, right.pack);
}

describe('diffPacks', () => {
  it('says nothing about equal packs', async () => {
    expect(await differences({})).toEqual([]);
  });

  it.each([
    [
      'a capability',
      {
        'manifest.json': manifest({
          capabilities: [{ capability: 'web:search' }, { capability: 'code:execute' }],
          strategy: { act: { toolMode: 'block' } },
        }),
      },
      'capability code:execute',
    ],
    [
      'the end of the capability list',
      { 'manifest.json': manifest({ strategy: { act: { toolMode: 'block' } } }) },
      'capabilities',
    ],
    [
      'tools that were blocked',
      { 'manifest.json': manifest({ capabilities: [{ capability: 'web:search' }] }) },
      'act.toolMode',
    ],
    ['a server', { 'mcp.json': { mcpServers: { a: { transport: 'stdio', command: 'x' } } } }, 'server a'],
    ['a script', { 'scripts/run.sh': 'echo' }, 'script scripts/run.sh'],
    [
      'a host',
      { 'skills/write.md': '---\nname: write\ndescription: Writes.\n---\nSee https://new.example.org/x' },
      'host new.example.org',
    ],
  ])('sees authority grow by %s', async (_, after: PackFiles, what) => {
    expect(await differences(after)).toContainEqual(expect.objectContaining({ effect: 'grows', what }));
  });

  it('sees rules weaken and vanish', async () => {
    expect(await differences({ 'rules.md': '- Send a draft after asking.\n- Keep it brief.' })).toContainEqual(
      expect.objectContaining({ kind: 'rule-weakened', effect: 'weakens' }),
    );
    expect(await differences({ 'rules.md': '- Keep it brief.' })).toContainEqual(
      expect.objectContaining({ kind: 'rule-removed', effect: 'weakens' }),
    );
  });

  it('calls a renamed or removed skill breaking', async () => {
    const renamed = { ...base, 'skills/write.md': '---\nname: compose\ndescription: Writes.\n---\nx' };
    expect(await differences(renamed)).toContainEqual(
      expect.objectContaining({ kind: 'skill-renamed', effect: 'breaks', before: 'write', after: 'compose' }),
    );
    expect(await differences({}, base)).toEqual([]);
    expect(
      await differences({
        'skills/write.md': 'x',
        'manifest.json': manifest({ skills: [{ file: 'skills/none.md' }] }),
      }),
    ).toContainEqual(expect.objectContaining({ kind: 'skill-removed', effect: 'breaks' }));
  });

  it('shows a changed persona', async () => {
    expect(await differences({ 'persona.md': 'You sing.' })).toContainEqual(
      expect.objectContaining({ kind: 'persona-changed', before: 'You write.', after: 'You sing.' }),
    );
  });
});
