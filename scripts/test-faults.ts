import { parseArgs } from 'node:util';
import { FAULTS, type FaultPoint, type FaultRun, runWithFault } from '../tests/fault-harness.ts';

/**
 * Goes through a conversation with reads, a confirmation, a write and an event once for every call of a port and every
 * fault, and closes with one JSON line. `--every 4` takes one point of four, `--at stop_after:12` only that one.
 */
const { values } = parseArgs({
  options: {
    every: { type: 'string', default: '1' },
    at: { type: 'string' },
    parallel: { type: 'string', default: '2' },
  },
});
const SUMS = ['lost', 'doubled', 'unsettled', 'unanswered', 'unfoldable'] as const;

const clean = await runWithFault(undefined);
report('without a fault', clean);
const all: FaultPoint[] = [
  ...Array.from({ length: clean.calls }, (_, index) => FAULTS.map((fault) => ({ fault, call: index + 1 }))).flat(),
  { fault: 'die_before_write' },
  { fault: 'die_after_write' },
];
const chosen = all.filter((point, index) =>
  values.at === undefined ? index % Number(values.every) === 0 : nameOf(point) === values.at,
);
console.log(`${clean.calls} calls, ${all.length} points, ${chosen.length} of them run`);

const sums = { lost: 0, doubled: 0, unsettled: 0, unanswered: 0, unfoldable: 0 };
let runs = 0;
const queue = [...chosen];
await Promise.all(Array.from({ length: Number(values.parallel) }, work));
const failed = SUMS.some((name) => sums[name] > 0) || SUMS.some((name) => clean[name] > 0);
console.log(JSON.stringify({ points: all.length, runs, ...sums }));
process.exitCode = failed ? 1 : 0;

async function work(): Promise<void> {
  for (let point = queue.shift(); point !== undefined; point = queue.shift()) {
    try {
      const run = await runWithFault(point);
      runs++;
      for (const name of SUMS) sums[name] += run[name];
      if (SUMS.some((name) => run[name] > 0)) report(nameOf(point), run);
    } catch (error) {
      // A run that does not come to its end has left somebody without an answer.
      runs++;
      sums.unanswered++;
      console.log(`${nameOf(point)}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (runs % 20 === 0) console.log(`${runs} of ${chosen.length}`);
  }
}

function nameOf(point: FaultPoint): string {
  return 'call' in point ? `${point.fault}:${point.call}` : point.fault;
}

function report(name: string, run: FaultRun): void {
  console.log(`${name}: ${JSON.stringify(run)}`);
}
