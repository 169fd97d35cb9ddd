import { parseArgs } from 'node:util';
import {
  expectedFailures,
  REVISIONS,
  type Revision,
  requiredScenarios,
  runScenario,
} from '../packages/mcp/test/run-conformance.ts';

/**
 * Runs every client scenario that a revision of the protocol requires, by the official conformance tool, against our
 * manager, several at a time, and closes with one JSON line. A scenario fails the run when it fails and is not expected to,
 * or passes and is. `--only tools_call` takes the scenarios whose name begins so.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const AT_A_TIME = 4;
const expected = new Set(expectedFailures());
const sums = { scenarios: 0, passed: 0, expected_failures: 0, unexpected: 0 };
const left = REVISIONS.flatMap((revision) =>
  requiredScenarios(revision)
    .filter((name) => name.startsWith(values.only))
    .map((scenario) => ({ revision, scenario })),
);

async function run(revision: Revision, scenario: string): Promise<void> {
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

async function runNext(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next.revision, next.scenario);
}

await Promise.all(Array.from({ length: AT_A_TIME }, runNext));
console.log(JSON.stringify(sums));
process.exitCode = sums.unexpected > 0 ? 1 : 0;
