import type { JournalEntry } from '@rolecall/journal';
import type { ClosingData, ResultsData, StepData } from '../entries.ts';
import type { RoundEnd } from '../round.ts';

/** How a round ended according to its own entries, when only the word that it has ended is missing. */
export interface RecordedEnd {
  readonly end: RoundEnd;
  readonly text: string;
}

const KINDS: ReadonlySet<string> = new Set(['kernel.step', 'kernel.results', 'kernel.closing', 'kernel.steered']);

/** The end of a round that was interrupted behind its last words; undefined when it has more to do. */
export function recordedEnd(entries: readonly JournalEntry[]): RecordedEnd | undefined {
  const last = entries.findLast(({ kind }) => KINDS.has(kind));
  switch (last?.kind) {
    case 'kernel.step': {
      const { text, calls, finish, closing, isDraft } = last.data as StepData;
      if (isDraft || calls.length > 0 || text === '') return undefined;
      if (finish === 'aborted') return { end: 'aborted', text };
      return { end: closing === undefined || closing === 'model_failed' ? 'natural' : 'step_limit', text };
    }
    case 'kernel.results':
      return (last.data as ResultsData).endsRound ? { end: 'ended_by_tool', text: '' } : undefined;
    case 'kernel.closing': {
      const { reason, text } = last.data as ClosingData;
      return { end: endOfClosing(reason), text };
    }
    default:
      return undefined;
  }
}

function endOfClosing(reason: ClosingData['reason']): RoundEnd {
  if (reason === 'refused' || reason === 'model_failed') return reason;
  return reason === 'review_failed' ? 'natural' : 'step_limit';
}
