import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadRolePack, readSkill, scanPath } from '../../packages/rolepack/src/index.ts';

const packs = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((entry) => entry.isDirectory());

describe.each(packs.map((entry) => entry.name))('the example pack %s', (folder) => {
  const dir = join(import.meta.dirname, folder);

  it('loads without a finding', async () => {
    const { pack, report } = await loadRolePack(dir);
    expect(report.entries.filter((entry) => entry.severity !== 'info')).toEqual([]);
    expect(pack?.skills.length).toBeGreaterThanOrEqual(3);
    expect(pack?.rules.length).toBeGreaterThanOrEqual(8);
  });

  it('is clean', async () => {
    expect((await scanPath(dir)).verdict).toBe('clean');
  });

  it('gives every skill on demand', async () => {
    const { pack } = await loadRolePack(dir);
    for (const skill of pack?.skills ?? [])
      expect(pack && (await readSkill(pack, skill.name))).toMatchObject({ found: true });
  });
});
