import type { LanguageModelV4, SharedV4ProviderOptions } from '@ai-sdk/provider';
import { type Language, languageOf } from '@rolecall/base';
import type { SummaryContent } from '../memory-port.ts';
import { askForSummary, type WrittenSummary } from './ask-for-summary.ts';
import { extractSummary } from './extract-summary.ts';
import { extractVerbatim } from './extract-verbatim.ts';
import { parseSummary } from './parse-summary.ts';
import { type Passage, wordsOf } from './passages.ts';
import { type SummaryScope, summaryInstruction, summaryMaterial } from './summary-prompt.ts';

/** How a text is condensed. */
export interface SummariseTextOptions {
  /** Without one, or where its answer is not usable, the summary is extracted from the words. */
  readonly model?: LanguageModelV4 | undefined;
  /** One round, for memory; or all that stands before the input, for the rest of the round. */
  readonly scope: SummaryScope;
  /** Where the words have none of their own. */
  readonly language: Language;
  /** `prepare.summaryFocus` of the pack: in the place of the general framing. */
  readonly focus?: string | undefined;
  readonly outputLimit: number;
  /** Takes secrets out of what the model wrote. */
  readonly redact?: (<Value>(value: Value) => Value) | undefined;
  readonly providerOptions?: SharedV4ProviderOptions | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A text condensed, and what the model took for it: nothing where it gave no answer. */
export interface SummarisedText {
  readonly summary: SummaryContent;
  readonly usage?: WrittenSummary['usage'] | undefined;
}

/**
 * The one way from text to summary, for what replaces a round and for what is compressed: the same framing, form, check and
 * fallback. Never throws and always answers: a model that cannot be reached or does not keep the form gives way to the
 * extractive summary. Source: RolePack, section 六 D2.
 */
export async function summariseText(
  passages: readonly Passage[],
  options: SummariseTextOptions,
): Promise<SummarisedText> {
  const { model, scope, focus, redact, outputLimit, providerOptions, signal } = options;
  const spoken = passages.find(({ by, text }) => by !== 'tool' && text.trim() !== '');
  const language = languageOf(spoken?.text ?? '', options.language);
  const hasWords = wordsOf(passages).trim() !== '';
  const written =
    model && hasWords
      ? await askForSummary(model, summaryMaterial(passages, language), {
          instruction: summaryInstruction(language, scope, focus),
          outputLimit,
          providerOptions,
          signal,
        })
      : undefined;
  const said = written && (redact?.(written.text) ?? written.text);
  const parsed = said === undefined ? undefined : parseSummary(said, passages, { language, scope });
  return { summary: parsed ?? extracted(passages, scope, language), usage: written?.usage };
}

/** Of several rounds one after the other. */
function extracted(passages: readonly Passage[], scope: SummaryScope, language: Language): SummaryContent {
  if (scope === 'round') return extractSummary(passages, language);
  const rounds: Passage[][] = [];
  for (const passage of passages) {
    if (passage.by === 'user' || rounds.length === 0) rounds.push([]);
    rounds.at(-1)?.push(passage);
  }
  const texts = rounds.map((round) => extractSummary(round, language).text);
  return {
    type: 'general',
    text: texts.filter(Boolean).join('\n'),
    verbatim: extractVerbatim(passages),
    language,
    writtenBy: 'extract',
  };
}
