/** When the benchmark's days are, by its policies: 2024-05-15 15:00 EST. */
const TAU_NOW = Date.parse('2024-05-15T15:00:00-05:00');

/** A clock that stands until it is moved. */
export interface BenchClock {
  now(): number;
  advance(ms: number): void;
  reset(): void;
}

export function benchClock(start: number = TAU_NOW): BenchClock {
  let now = start;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    reset: () => {
      now = start;
    },
  };
}
