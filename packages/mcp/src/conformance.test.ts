import { expect, test } from 'vitest';
import { clientScenarios, expectedFailures, runScenario, TOOLS } from '../test/run-conformance.ts';

/** The short form, one scenario for each revision that a tool speaks: all of them run with `npm run test:mcp-conformance`. */
test.each([
  { tool: '0.1.16', name: 'tools_call' },
  { tool: '0.2.0-alpha.12', name: 'auth/scope-step-up', revision: '2025-11-25' },
  { tool: '0.2.0-alpha.12', name: 'tools_call', revision: '2026-07-28' },
] as const)('passes the scenario $name $revision of the tool $tool', { timeout: 90_000 }, async (scenario) => {
  expect(clientScenarios()).toContainEqual(scenario);
  const { passed, output } = await runScenario(scenario);
  expect(passed, output).toBe(true);
});

test('what is expected to fail are scenarios that there are', () => {
  const scenarios = clientScenarios();
  for (const tool of Object.keys(TOOLS) as (keyof typeof TOOLS)[]) {
    const names = scenarios.filter((scenario) => scenario.tool === tool).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...expectedFailures(tool)]));
  }
});
