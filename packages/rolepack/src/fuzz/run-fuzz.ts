/** The long run: `node packages/rolepack/src/fuzz/run-fuzz.ts [inputs per target] [seed]`, a million by default. */
import fc from 'fast-check';
import { FUZZ_TARGETS } from './targets.ts';

const runs = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
console.log(`seed ${seed}, ${runs} inputs per target`);
for (const { name, property } of FUZZ_TARGETS) {
  const started = performance.now();
  const result = fc.check(property, { numRuns: runs, seed });
  const seconds = (performance.now() - started) / 1000;
  console.log(`${result.failed ? 'FAILED' : 'held'}  ${name}  ${result.numRuns} inputs in ${seconds.toFixed(1)} s`);
  if (result.failed) {
    console.log(fc.defaultReportMessage(result));
    process.exitCode = 1;
  }
}
