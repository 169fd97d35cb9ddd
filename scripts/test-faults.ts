import { parseArgs } from 'node:util';
import { startPostgres } from '../packages/store/test/postgres-server.ts';
import { faultPoints, nameOfPoint, runWithFault, type Verdict } from '../tests/fault-harness.ts';
import { runWithKills } from '../tests/kill-harness.ts';

/**
 * Goes through a conversation with reads, a confirmation, a write and an event once for every call of a port and every
 * fault, then so many times with two workers of which one is killed in every round, on SQLite and on PostgreSQL, and
 * closes with one JSON line. `--every 4` takes one point of four, `--at stop_after:store.commit:3` only that one, `--kills 10` kills
 * in ten conversations on each database.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    at: { type: 'string' },
    kills: { type: 'string', default: '3' },
    parallel: { type: 'string', default: '2' },
  },
});
const SUMS = ['lost', 'doubled', 'unsettled', 'unanswered', 'unfoldable'] as const;

const clean = await runWithFault(undefined);
console.log(`without a fault: ${JSON.stringify({ ...clean, ports: clean.ports.length })}`);
const all = faultPoints(clean);
const chosen = all.filter((point, index) =>
  values.at === undefined ? index % Number(values.every) === 0 : nameOfPoint(point) === values.at,
);
console.log(
  `${clean.calls} calls of ports, ${clean.tools} of tools, ${all.length} points, ${chosen.length} of them run`,
);

const sums = { lost: 0, doubled: 0, unsettled: 0, unanswered: 0, unfoldable: 0 };
let runs = 0;
const queue = [...chosen];
await Promise.all(Array.from({ length: Number(values.parallel) }, work));
const kills = values.at === undefined ? Number(values.kills) : 0;
if (kills > 0) await killWorkers();
const failed = SUMS.some((name) => sums[name] > 0) || SUMS.some((name) => clean[name] > 0);
console.log(JSON.stringify({ points: all.length + 2 * kills, runs, ...sums }));
process.exitCode = failed ? 1 : 0;

async function work(): Promise<void> {
  for (let point = queue.shift(); point !== undefined; point = queue.shift()) {
    const chosenPoint = point;
    await count(nameOfPoint(point), () => runWithFault(chosenPoint));
    if (runs % 20 === 0) console.log(`${runs} of ${chosen.length}`);
  }
}

async function count(name: string, run: () => Promise<Verdict>): Promise<void> {
  runs++;
  try {
    const verdict = await run();
    for (const sum of SUMS) sums[sum] += verdict[sum];
    if (SUMS.some((sum) => verdict[sum] > 0)) report(name, verdict);
  } catch (error) {
    // A run that does not come to its end has left somebody without an answer.
    sums.unanswered++;
    console.log(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function killWorkers(): Promise<void> {
  const server = await startPostgres();
  try {
    for (const [name, url] of [
      ['sqlite', undefined],
      ['postgres', server.url],
    ] as const) {
      for (let run = 1; run <= kills; run++) await count(`kill:${name}:${run}`, () => runWithKills(Math.random, url));
    }
  } finally {
    await server.stop();
  }
}

function report(name: string, run: Verdict): void {
  console.log(`${name}: ${JSON.stringify(run)}`);
}
