import { parseArgs } from 'node:util';
import { expectedFailures, REVISIONS, requiredScenarios, runScenario } from '../packages/mcp/test/run-conformance.ts';

/**
 * Runs every client scenario that a revision of the protocol requires, by the official conformance tool, against our
 * manager, and closes with one JSON line. A scenario fails the run when it fails and is not expected to, or passes and is.
 * `--only tools_call` takes the scenarios whose name begins so.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const expected = new Set(expectedFailures());
const sums = { scenarios: 0, passed: 0, expected_failures: 0, unexpected: 0 };

for (const revision of REVISIONS) {
  for (const scenario of requiredScenarios(revision).filter((name) => name.startsWith(values.only))) {
    const { passed, output } = await runScenario(scenario, revision);
    const isExpected = passed !== expected.has(scenario);
    sums.scenarios++;
    if (passed) sums.passed++;
    else if (isExpected) sums.expected_failures++;
    if (!isExpected) sums.unexpected++;
    console.log(
      `${revision} ${scenario}: ${passed ? 'passed' : 'failed'}${isExpected ? '' : ', which was not expected'}`,
    );
    if (!passed && !isExpected) console.log(output);
  }
}
console.log(JSON.stringify(sums));
process.exitCode = sums.unexpected > 0 ? 1 : 0;
