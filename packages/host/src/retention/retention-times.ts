import type { Release } from '@rolecall/assets';
import { durationMs } from '@rolecall/base';
import type { WorkspaceConfig } from '../workspace-config.ts';

/** Before when what is forgotten; undefined for what is kept for good. ISO times. */
export interface RetentionTimes {
  readonly journal: string | undefined;
  readonly evidence: string | undefined;
  readonly memories: string | undefined;
}

/**
 * The times that `retention` of `rolecall.yaml` means now. Nothing that an operation's window or a limit's may still look
 * back on is forgotten: the longest window of all releases is kept, whatever is written there.
 */
export function retentionTimes(
  { retention }: Pick<WorkspaceConfig, 'retention'>,
  releases: readonly Release[],
  now: number,
): RetentionTimes {
  const windowMs = Math.max(0, ...releases.map(longestWindowMs));
  const before = (kept: string | undefined, leastMs: number) => {
    const keptMs = kept === undefined ? undefined : durationMs(kept);
    return keptMs === undefined ? undefined : new Date(now - Math.max(keptMs, leastMs)).toISOString();
  };
  return {
    journal: before(retention.journal, windowMs),
    evidence: before(retention.evidence, windowMs),
    memories: before(retention.memories, 0),
  };
}

/** The longest time that a contract's ledger window, limit or read-back looks back. */
function longestWindowMs(release: Release): number {
  let longest = 0;
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (WINDOWS.has(key) && typeof inner === 'string') longest = Math.max(longest, durationMs(inner) ?? 0);
        else visit(inner);
      }
    }
  };
  visit(release);
  return longest;
}

const WINDOWS: ReadonlySet<string> = new Set(['window', 'within', 'settles_within', 'expires_in']);
