import { expect, test } from 'vitest';
import { requiredScenarios, runScenario } from '../test/run-conformance.ts';

/** The short form: all of them run with `npm run test:mcp-conformance`. */
test.each([
  ['tools_call', '2025-11-25'],
  ['elicitation-sep1034-client-defaults', '2025-11-25'],
  ['auth/scope-step-up', '2025-11-25'],
  ['tools_call', '2026-07-28'],
  ['request-metadata', '2026-07-28'],
  ['auth/iss-wrong-issuer', '2026-07-28'],
  ['auth/authorization-server-migration', '2026-07-28'],
] as const)('passes the scenario %s of %s', { timeout: 90_000 }, async (scenario, revision) => {
  expect(requiredScenarios(revision)).toContain(scenario);
  const { passed, output } = await runScenario(scenario, revision);
  expect(passed, output).toBe(true);
});
