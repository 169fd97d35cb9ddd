import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CapabilityContract, Release } from '@rolecall/assets';
import { loadDefinition } from '@rolecall/host';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The releases of every example workspace, by its folder. */
async function examples(): Promise<readonly { readonly name: string; readonly releases: readonly Release[] }[]> {
  const names = readdirSync(join(ROOT, 'examples')).filter((name) =>
    existsSync(join(ROOT, 'examples', name, 'rolecall.yaml')),
  );
  const definitions = await Promise.all(names.map((name) => loadDefinition(join(ROOT, 'examples', name))));
  return definitions.map(({ employees }, index) => ({
    name: names[index] ?? '',
    releases: employees.map(({ release }) => release),
  }));
}

/**
 * Every capability key of the examples, and every labelled word of the shop. (The two benchmark businesses label values
 * such as yes, no and business, which are words of every text.)
 */
async function wordsOfExamples(): Promise<ReadonlySet<string>> {
  const words = new Set<string>();
  for (const { name, releases } of await examples()) {
    for (const { contracts } of releases) {
      for (const [capability, { contract }] of Object.entries(contracts)) {
        // What the engine brings is no business's.
        if (contract.id.startsWith('sys_')) continue;
        words.add(capability);
        words.add(capability.replace(':', '__'));
        if (name === 'shop') for (const text of labelledWords(contract)) words.add(text);
      }
    }
  }
  return words;
}

function labelledWords(contract: CapabilityContract): readonly string[] {
  const ofArguments = Object.values(contract.arguments).flatMap((argument) =>
    'origin' in argument
      ? [...textsIn(argument.label), ...Object.keys(argument.labels ?? {}), ...textsIn(argument.labels)]
      : [],
  );
  return [...ofArguments, ...textsIn(contract.title)];
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
