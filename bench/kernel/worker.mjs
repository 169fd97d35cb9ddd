// One peer in one process: microseconds a step for rounds of several lengths, medians of seven runs each. Wall-clock
// time and the process's own CPU time: on a busy machine only the second compares.
import { performance } from 'node:perf_hooks';

const [, , name] = process.argv;
const LENGTHS = [10, 50, 200, 500];
const RUNS = 7;
// So many, or as many as fit into so much processor time: the compiler has then seen what it will, and its own work is not counted.
const WARM_STEPS = 60_000;
const LONGEST_WARM_MS = 3_000;

const before = performance.now();
const peer = await import(
  name.startsWith('rolecall') || name === 'floor' ? `./peers/${name}.ts` : `./peers/${name}.mjs`
);
const importMs = performance.now() - before;
const { round } = await peer.open();

const steps = {};
for (const length of LENGTHS) {
  const warmFrom = cpuMs();
  for (let warm = 0; warm < 1 + WARM_STEPS / length && cpuMs() - warmFrom < LONGEST_WARM_MS; warm++)
    await round(length);
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await timed(length));
  steps[length] = { wall: median(runs.map(({ wall }) => wall)), cpu: median(runs.map(({ cpu }) => cpu)) };
}
process.stdout.write(`${JSON.stringify({ name, importMs: Math.round(importMs), steps, does: peer.does })}\n`, () =>
  process.exit(0),
);

/** Short rounds are repeated, so that no run is shorter than the clock can tell. */
async function timed(length) {
  const start = performance.now();
  const cpu = process.cpuUsage();
  let done = 0;
  do {
    const text = await round(length);
    if (text !== 'done') throw new Error(`${name} answered ${JSON.stringify(text)}`);
    done += length;
  } while (performance.now() - start < 20);
  const used = process.cpuUsage(cpu);
  return { wall: ((performance.now() - start) * 1000) / done, cpu: (used.user + used.system) / done };
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(values) {
  return Math.round(values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] * 10) / 10;
}
