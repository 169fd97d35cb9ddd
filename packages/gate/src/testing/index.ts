export { type BenchOptions, Died, type GateBench, openBench } from './gate-bench.ts';
export { type Fault, type LendingSystem, lendingSystem, type SampleLoan } from './lending-system.ts';
export { assetIn, type SampleAsset, sampleAssets, sampleRelease } from './sample-assets.ts';
