import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Workers and the commands that they start read their modules compiled, from the second process on.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'test-output/compile-cache');

export default defineConfig({
  test: {
    include: [
      'packages/*/src/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'tests/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    setupFiles: ['scripts/property-seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Loading the engine anew for each of the files costs more than most of them: a worker keeps what it has loaded. A test
    // that changes the process (environment, clock, listeners) changes it back.
    isolate: false,
    maxWorkers: 2,
  },
});
