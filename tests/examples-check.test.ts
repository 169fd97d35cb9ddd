import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadDefinition } from '@rolecall/host';
import { expect, it } from 'vitest';

const EXAMPLES = join(import.meta.dirname, '../examples');
const workspaces = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'rolecall.yaml')));

it.each(workspaces)('the check has nothing to say of examples/%s but the waivers it lists', async (name) => {
  const { findings, employees } = await loadDefinition(join(EXAMPLES, name));
  expect(employees.length).toBeGreaterThan(0);
  expect(findings.filter(({ code }) => code !== 'waiver_in_use')).toEqual([]);
});
