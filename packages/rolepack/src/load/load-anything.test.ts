import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPackFrom } from './load-pack.ts';
import { memorySource } from './pack-source.ts';
import { readSkill } from './read-skill.ts';

const path = fc.constantFrom(
  'persona.md',
  'Rules.md',
  'mcp.json',
  'skills/a.md',
  'skills/b/SKILL.md',
  'skills/b/skill.MD',
  'skills/b/references/x.md',
  'skills/c/x.txt',
  'scripts/x.sh',
  'references/写.md',
  'assets/x.bin',
  'com.example/x',
  'notes',
  'manifest.JSON',
);
const content = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom(
    '---\nname: a\n---\nx',
    '---\nname: [\n',
    '{"mcpServers":{"a":{"command":"x"}}}',
    '{"mcpServers":{"a":5,"":{}}}',
    '{}',
    '\ufeff',
    '- a\n- b `c`',
    '你是用户的虚拟女友',
  ),
);
const bytes = fc.oneof(
  content.map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 60 }),
);

describe('a pack of anything', () => {
  it('loads or is refused with a reason, and each of its files is in the report', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(path, bytes),
        fc.oneof(
          content,
          fc
            .jsonValue()
            .map((value) => JSON.stringify({ name: 'x', formatVersion: '1.0.0', strategy: value, skills: value })),
        ),
        async (files, manifest) => {
          const all = new Map([
            ...Object.entries(files),
            ['manifest.json', new TextEncoder().encode(manifest)] as const,
          ]);
          const { pack, report } = await loadPackFrom(memorySource(all, 'x'), { allowCompanion: true });
          expect(pack === undefined).toBe(report.refused);
          if (report.refused) expect(report.entries.some((entry) => entry.refuses)).toBe(true);
          if (!pack) return;
          const told = new Set(report.entries.map((entry) => entry.file));
          for (const file of all.keys()) expect(told, file).toContain(file);
          for (const skill of pack.skills)
            expect(await readSkill(pack, skill.qualifiedName)).toMatchObject({ found: true });
        },
      ),
      { numRuns: 1000 },
    );
  });
});
