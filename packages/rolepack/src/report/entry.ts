import type { Finding } from '@rolecall/base';
import type { Disposition } from '../standard/code.ts';

/** What a failure takes down: never more than this. */
export type FailureBoundary = 'pack' | 'file' | 'key' | 'skill' | 'server' | 'capability';

/** One line of a report, in the language it was asked for: what was met, what became of it, and what to do. */
export interface ReportEntry extends Omit<Finding, 'severity'> {
  /** `info` for what was simply read; only the others are findings. */
  readonly severity: Finding['severity'] | 'info';
  readonly disposition: Disposition;
  readonly boundary: FailureBoundary;
  /** The whole pack is refused for this. */
  readonly refuses?: true | undefined;
}

/** True when an entry says more than that something was read. */
export function isFindingEntry(entry: ReportEntry): entry is ReportEntry & Finding {
  return entry.severity !== 'info';
}
