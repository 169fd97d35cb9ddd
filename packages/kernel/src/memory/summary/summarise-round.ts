import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { type Language, languageOf } from '@rolecall/base';
import { summariseText } from '../../summarise-text.ts';
import type { RoundWords, SummaryContent } from '../memory-port.ts';
import { extractSummary } from './extract-summary.ts';
import { parseSummary } from './parse-summary.ts';
import { passagesOf, wordsOf } from './passages.ts';
import { summaryInstruction, summaryMaterial } from './summary-prompt.ts';

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

/**
 * The summary of a completed round, in its language. Never throws and always answers: a model that cannot be reached or
 * does not keep the form gives way to the extractive summary.
 */
export async function summariseRound(words: RoundWords, options: SummariseRoundOptions): Promise<SummaryContent> {
  const passages = passagesOf(words);
  const language = languageOf(words.input || words.reply, options.language);
  const written = options.model && (await askFor(options.model, words, language, options));
  const redacted = written === undefined ? undefined : (options.redact?.(written) ?? written);
  const parsed = redacted === undefined ? undefined : parseSummary(redacted, passages, language);
  return parsed ?? extractSummary(passages, language);
}

async function askFor(
  model: LanguageModelV4,
  words: RoundWords,
  language: Language,
  { focus, providerOptions, timeoutMs = TIMEOUT_MS, signal }: SummariseRoundOptions,
): Promise<string | undefined> {
  const passages = passagesOf(words);
  if (wordsOf(passages).trim() === '') return undefined;
  const deadline = AbortSignal.timeout(timeoutMs);
  const written = await summariseText(model, summaryMaterial(passages, language), {
    language,
    instruction: summaryInstruction(language, focus),
    outputLimit: OUTPUT_TOKENS,
    providerOptions,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
  });
  return written?.text;
}
