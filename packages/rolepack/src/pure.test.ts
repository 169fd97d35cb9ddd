import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every module that the entry reaches at run time, and what it imports from outside. */
async function importsOf(entry: string, seen = new Map<string, string[]>()): Promise<Map<string, string[]>> {
  if (seen.has(entry)) return seen;
  const foreign: string[] = [];
  seen.set(entry, foreign);
  const source = (await readFile(entry, 'utf8')).replace(/^(?:import|export) type [\s\S]*?;$/gm, '');
  for (const match of source.matchAll(/^(?:import|export)\b[\s\S]*?from '([^']+)';$/gm)) {
    const name = match[1] ?? '';
    if (name.startsWith('.')) await importsOf(join(dirname(entry), name), seen);
    else foreign.push(name);
  }
  return seen;
}

describe('the pure entry', () => {
  it('reaches no Node module and no package but yaml', async () => {
    const modules = await importsOf(join(import.meta.dirname, 'pure.ts'));
    expect(modules.size).toBeGreaterThan(15);
    expect([...new Set([...modules.values()].flat())].filter((name) => name !== 'yaml')).toEqual([]);
  });

  it('uses no Node global', async () => {
    for (const file of (await importsOf(join(import.meta.dirname, 'pure.ts'))).keys())
      expect(await readFile(file, 'utf8'), file).not.toMatch(/\b(?:Buffer|process)\.|__dirname|\brequire\(/);
  });
});
