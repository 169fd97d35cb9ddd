import type { Clock } from '@rolecall/base';
import { createMemory, type MemoryParts, type ScopedMemory } from '../create-memory.ts';
import type { MemoryDraft, SummaryContent } from '../memory-port.ts';
import { extractSummary } from '../summary/extract-summary.ts';
import { passagesOf } from '../summary/passages.ts';
import { createMemoryStorage } from './memory-storage-in-memory.ts';

/** A clock that a test sets. */
export interface SetClock extends Clock {
  set(time: string): void;
}

export function clockAt(time: string): SetClock {
  let now = Date.parse(time);
  return {
    now: () => now,
    set(later) {
      now = Date.parse(later);
    },
  };
}

/** The memory of a project, asked on the last day of May 2026. */
export function openMemory(parts: Partial<MemoryParts> = {}): ScopedMemory {
  return createMemory({
    storage: createMemoryStorage(),
    scope: { kind: 'project', id: 'p1' },
    clock: clockAt('2026-05-31T12:00:00Z'),
    timeZone: 'UTC',
    ...parts,
  });
}

/** A completed round; its summary is extracted where none is given. */
export function roundOf(
  input: string,
  {
    reply = '好的。',
    summary,
    ...rest
  }: Partial<Omit<MemoryDraft, 'summary'>> & { reply?: string; summary?: Partial<SummaryContent> } = {},
): MemoryDraft {
  const original = { input, reply };
  return {
    session: 's1',
    round: `round of ${input}`,
    at: '2026-05-20T08:00:00Z',
    original,
    ...rest,
    summary: { ...extractSummary(passagesOf(original), 'zh'), ...summary },
  };
}
