import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDefinition } from '@rolecall/host';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** Every capability key and every labelled word that the example's assets declare. */
async function wordsOfExamples(): Promise<ReadonlySet<string>> {
  const { employees } = await loadDefinition(join(ROOT, 'examples/shop'));
  const words = new Set<string>();
  for (const { release } of employees) {
    for (const [capability, { contract }] of Object.entries(release.contracts)) {
      words.add(capability);
      words.add(capability.replace(':', '__'));
      for (const argument of Object.values(contract.arguments)) {
        if (!('origin' in argument)) continue;
        for (const text of textsIn(argument.label)) words.add(text);
        for (const [value, labels] of Object.entries(argument.labels ?? {}))
          for (const text of [value, ...textsIn(labels)]) words.add(text);
      }
      for (const text of textsIn(contract.title)) words.add(text);
    }
  }
  return words;
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
  return [];
}

function runtimeSources(): readonly string[] {
  return readdirSync(join(ROOT, 'packages'), { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[a-z]+\/(src|bin)\/.*\.(ts|tsx|js)$/.test(path))
    .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))
    .map((path) => join(ROOT, 'packages', path));
}

describe('runtime packages', () => {
  it('contain no capability key and no labelled word of the examples', async () => {
    const words = [...(await wordsOfExamples())];
    expect(words).toContain('order:cancel');
    expect(words).toContain('不想要了');
    const found = runtimeSources().flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return words.filter((word) => text.includes(word)).map((word) => `${file.slice(ROOT.length + 1)}: ${word}`);
    });
    expect(found).toEqual([]);
  });
});
