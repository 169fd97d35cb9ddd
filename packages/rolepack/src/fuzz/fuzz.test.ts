import fc from 'fast-check';
import { describe, it } from 'vitest';
import { FUZZ_TARGETS } from './targets.ts';

describe('whatever it is given', () => {
  it.each(FUZZ_TARGETS.map((target) => [target.name, target] as const))(
    '%s holds its promises',
    (_, target) => {
      fc.assert(target.property, { numRuns: 10_000, interruptAfterTimeLimit: 120_000, markInterruptAsFailure: true });
    },
    150_000,
  );
});
