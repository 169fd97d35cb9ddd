import { parseArgs } from 'node:util';
import { clientScenarios, expectedFailures, runScenario, type Scenario } from '../packages/mcp/test/run-conformance.ts';

/**
 * Runs the client scenarios of the official conformance tool against our manager, several at a time, and closes with one
 * JSON line: every one of the newest release, and every one that a revision of the protocol requires by the version of the
 * tool that knows both. A scenario fails the run when it fails and is not expected to, or passes and is. `--only tools_call`
 * takes the scenarios whose name begins so.
 */
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const AT_A_TIME = 4;
const sums = { scenarios: 0, passed: 0, expected_failures: 0, unexpected: 0 };
const left = clientScenarios().filter(({ name }) => name.startsWith(values.only));

async function run(scenario: Scenario): Promise<void> {
  const { tool, name, revision } = scenario;
  const { passed, output } = await runScenario(scenario);
  const isExpected = passed !== expectedFailures(tool).includes(name);
  sums.scenarios++;
  if (passed) sums.passed++;
  else if (isExpected) sums.expected_failures++;
  if (!isExpected) sums.unexpected++;
  console.log(
    `${tool} ${revision ?? ''} ${name}: ${passed ? 'passed' : 'failed'}${isExpected ? '' : ', which was not expected'}`,
  );
  if (!passed && !isExpected) console.log(output);
}

async function runNext(): Promise<void> {
  for (let next = left.shift(); next !== undefined; next = left.shift()) await run(next);
}

await Promise.all(Array.from({ length: AT_A_TIME }, runNext));
console.log(JSON.stringify(sums));
process.exitCode = sums.unexpected > 0 ? 1 : 0;
