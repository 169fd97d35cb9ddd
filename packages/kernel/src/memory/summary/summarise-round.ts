import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import type { Language } from '@rolecall/base';
import type { RoundWords, SummaryContent } from '../memory-port.ts';
import { passagesOf } from './passages.ts';
import { summariseText } from './summarise-text.ts';

const OUTPUT_TOKENS = 600;
const TIMEOUT_MS = 60_000;

export interface SummariseRoundOptions {
  /** Without one, or where its answer is not usable, the summary is extracted from the words. */
  readonly model?: LanguageModelV4 | undefined;
  /** Of the conversation; the round's own words decide where they are in one. */
  readonly language: Language;
  /** `prepare.summaryFocus` of the pack: in the place of the general framing. */
  readonly focus?: string | undefined;
  /** Takes secrets out of what the model wrote. */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The summary of a completed round, in its language. Never throws and always answers (`summariseText`). */
export async function summariseRound(words: RoundWords, options: SummariseRoundOptions): Promise<SummaryContent> {
  const { timeoutMs = TIMEOUT_MS, signal, ...rest } = options;
  const deadline = AbortSignal.timeout(timeoutMs);
  const { summary } = await summariseText(passagesOf(words), {
    ...rest,
    scope: 'round',
    outputLimit: OUTPUT_TOKENS,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  return summary;
}
