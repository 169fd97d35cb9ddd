import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const DOCS = join(import.meta.dirname, '../docs');

function linksOf(page: string): readonly string[] {
  const text = readFileSync(join(DOCS, page), 'utf8');
  return [...text.matchAll(/\]\(([^)#]+)\)/g)].map(([, link = '']) => link);
}

it.each(['security.md', 'security.zh.md', 'credentials.md', 'credentials.zh.md'])(
  'each link of %s leads to a file',
  (page) => {
    for (const link of linksOf(page)) expect(existsSync(join(DOCS, link)), link).toBe(true);
  },
);

it('the threat model rests on the same evidence in both languages', () => {
  const evidence = (page: string) => new Set(linksOf(page).filter((link) => !link.endsWith('.md')));
  expect(evidence('security.zh.md')).toEqual(evidence('security.md'));
  expect(evidence('security.md').size).toBeGreaterThan(25);
});
