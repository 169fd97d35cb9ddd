import { afterEach, expect } from 'vitest';
import { englishLeft } from './english-left.ts';
import { type BenchOptions, type GateBench, openBench } from './gate-bench.ts';

/**
 * Opens benches for a test file; after each test every decision that was made must come out the same again, and each part
 * of it must be readable in Chinese.
 */
export function replayedBenches(): (options?: BenchOptions) => Promise<GateBench> {
  const benches: GateBench[] = [];
  afterEach(async () => {
    for (const bench of benches.splice(0)) {
      expect((await bench.replay()).different).toEqual([]);
      expect(englishLeft(await bench.gateEntries())).toEqual([]);
    }
  });
  return async (options) => {
    const bench = await openBench(options);
    benches.push(bench);
    return bench;
  };
}
