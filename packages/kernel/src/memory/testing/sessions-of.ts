import type { Memory, MemorySession } from '../memory-port.ts';

/** The sessions of memories, newest first; deleted memories do not count. */
export function sessionsOf(memories: readonly Memory[]): readonly MemorySession[] {
  const sessions = new Map<string, MemorySession>();
  for (const { summary } of memories) {
    if (summary.deletedAt !== undefined) continue;
    const { session, at } = summary;
    const seen = sessions.get(session) ?? { session, rounds: 0, from: at, to: at };
    const [from = at, to = at] = [seen.from, at, seen.to].sort().filter((_, place) => place !== 1);
    sessions.set(session, { session, rounds: seen.rounds + 1, from, to });
  }
  return [...sessions.values()].sort((left, right) => (left.to < right.to ? 1 : left.to > right.to ? -1 : 0));
}
