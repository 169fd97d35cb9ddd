import type { JsonObject, JsonValue } from '@rolecall/base';
import type { EntryDraft, JournalEntry } from '@rolecall/journal';
import type { ContextOccupancy } from './context-budget.ts';
import type { ModelFault } from './model-fault.ts';
import type { PastMessage } from './round.ts';
import type { ClosingReason } from './sentences.ts';

/** How the window was divided; once per round, before anything is sent. */
export type ContextData = { readonly [Key in keyof ContextOccupancy]: ContextOccupancy[Key] } & {
  /** Ids of the rounds that were loaded, oldest first. */
  readonly rounds: readonly string[];
};

/** What the model said in one step; written before any of its calls runs. */
export type StepData = {
  readonly text: string;
  readonly calls: readonly RecordedCall[];
  /** The provider's reason in the words of the provider interface; `aborted` when the round was aborted meanwhile. */
  readonly finish: string;
  readonly usage: StepUsage;
  /** `provider/model`, as it was asked, and as it named itself. */
  readonly model: string;
  readonly answeredBy?: string | undefined;
  /** The kernel's own count of the request. */
  readonly requestTokens: number;
  /** Messages that were left out so that the request fits. */
  readonly leftOut?: number | undefined;
  /** Set on a step without tools: it closes the round, stands in for one that failed, or says an answer otherwise. */
  readonly closing?: ClosingReason | 'correction' | undefined;
  /** The model's answer before its closing review: it never left, and no later round sees it. */
  readonly isDraft?: boolean | undefined;
};

export type RecordedCall = {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
  /** What the model wrote, when it was not one JSON object. */
  readonly malformed?: string | undefined;
};

export type StepUsage = {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens?: number | undefined;
  /** True when the provider did not say and the kernel counted. */
  readonly isEstimated?: boolean | undefined;
};

/** The results of a step's calls, in the order of the calls. */
export type ResultsData = {
  readonly results: readonly {
    readonly id: string;
    readonly name: string;
    readonly output: JsonValue;
    readonly isError?: boolean | undefined;
  }[];
  readonly endsRound: boolean;
};

/** A step that failed, and whether it is asked again. */
export type FaultData = {
  readonly code: string;
  readonly message: string;
  readonly attempt: number;
  readonly retryInMs?: number | undefined;
};

/** Words of the kernel's own, where the model has none. */
export type ClosingData = {
  readonly reason: ClosingReason | 'refused' | 'review_failed' | 'step_done';
  readonly text: string;
};

/** A tool result that was over its cap, whole: a store keeps it apart, so that no state that is folded from entries holds it. */
export type LargeResultData = { readonly reference: string; readonly text: string };

/** Input that joined the running round. */
export type SteeredData = { readonly text: string };

/** What stood before the input was condensed, for this round only. */
export type CompressedData = {
  readonly messages: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
};

/** The provider refused a request as too long; the round goes on with what it has taught. */
export type ShrunkData = { readonly windowTokens: number; readonly isNamedByProvider: boolean };

/** The entries that a round of the kernel writes, as a reader of the journal meets them. */
export type KernelEntry =
  | JournalEntry<'kernel.context', ContextData>
  | JournalEntry<'kernel.step', StepData>
  | JournalEntry<'kernel.results', ResultsData>
  | JournalEntry<'kernel.fault', FaultData>
  | JournalEntry<'kernel.closing', ClosingData>
  | JournalEntry<'kernel.large_result', LargeResultData>
  | JournalEntry<'kernel.steered', SteeredData>
  | JournalEntry<'kernel.compressed', CompressedData>
  | JournalEntry<'kernel.shrunk', ShrunkData>;

/** Their kinds. */
export const KERNEL_ENTRY_KINDS = [
  'kernel.context',
  'kernel.step',
  'kernel.results',
  'kernel.fault',
  'kernel.closing',
  'kernel.large_result',
  'kernel.steered',
  'kernel.compressed',
  'kernel.shrunk',
] as const satisfies readonly KernelEntry['kind'][];

export function contextEntry(occupancy: ContextOccupancy, rounds: readonly string[]): EntryDraft {
  return { kind: 'kernel.context', kindVersion: 1, data: { ...occupancy, rounds } };
}

export function stepEntry(step: number, data: StepData): EntryDraft {
  return { kind: 'kernel.step', kindVersion: 1, step, data, personal: OF_STEP };
}

export function resultsEntry(step: number, data: ResultsData): EntryDraft {
  return { kind: 'kernel.results', kindVersion: 1, step, data, personal: OF_RESULTS };
}

const OF_STEP = ['text', 'calls'];
const OF_RESULTS = ['results'];

export function faultEntry(step: number, fault: ModelFault, attempt: number, retryInMs?: number): EntryDraft {
  const { code, message } = fault;
  return { kind: 'kernel.fault', kindVersion: 1, step, data: { code, message, attempt, retryInMs } };
}

export function largeResultEntry(step: number, data: LargeResultData): EntryDraft {
  return { kind: 'kernel.large_result', kindVersion: 1, step, data, personal: ['text'], apart: ['text'] };
}

export function steeredEntry(step: number, data: SteeredData): EntryDraft {
  return { kind: 'kernel.steered', kindVersion: 1, step, data, personal: ['text'] };
}

export function compressedEntry(step: number, data: CompressedData): EntryDraft {
  return { kind: 'kernel.compressed', kindVersion: 1, step, data };
}

export function shrunkEntry(step: number, data: ShrunkData): EntryDraft {
  return { kind: 'kernel.shrunk', kindVersion: 1, step, data };
}

export function closingEntry(data: ClosingData): EntryDraft {
  return { kind: 'kernel.closing', kindVersion: 1, data };
}

/**
 * What a round said after its input, rebuilt from its entries: the same messages as `RoundResult.messages`. Entries of
 * other rooms are passed over; of a deleted contact nothing is left to rebuild.
 */
export function messagesOfRound(entries: readonly JournalEntry[]): PastMessage[] {
  const messages: PastMessage[] = [];
  for (const entry of entries) {
    switch (entry.kind) {
      case 'kernel.step': {
        const { text, calls, isDraft } = entry.data as StepData;
        if (!isDraft && Array.isArray(calls)) messages.push(...assistantMessages(text, calls));
        break;
      }
      case 'kernel.results': {
        const { results } = entry.data as ResultsData;
        if (Array.isArray(results)) messages.push({ role: 'tool', results });
        break;
      }
      case 'kernel.closing':
        messages.push(...assistantMessages((entry.data as ClosingData).text, []));
        break;
      case 'kernel.steered': {
        const { text } = entry.data as SteeredData;
        if (typeof text === 'string') messages.push({ role: 'user', text });
      }
    }
  }
  return messages;
}

/** An assistant message, or none when nothing was said: no provider accepts an empty one. */
export function assistantMessages(text: string, calls: readonly RecordedCall[]): PastMessage[] {
  if (text === '' && calls.length === 0) return [];
  return [{ role: 'assistant', text, calls: calls.some(isMalformed) ? calls.map(saidCall) : calls }];
}

function isMalformed({ malformed }: RecordedCall): boolean {
  return malformed !== undefined;
}

function saidCall({ id, name, input }: RecordedCall): Omit<RecordedCall, 'malformed'> {
  return { id, name, input };
}
