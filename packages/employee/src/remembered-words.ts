import type { Language } from '@rolecall/base';
import type { RoundWords } from '@rolecall/kernel';
import type { RoundSpan } from './conversation-state.ts';
import { isEmployeeEntry, isWhole } from './entries.ts';
import { lastAttempt } from './past-rounds.ts';

/** A round that leaves a memory: what was said in it, and when it ended. */
export interface RememberedWords {
  readonly round: string;
  readonly at: string;
  readonly words: RoundWords;
}

/** Ends of rounds that came to nothing. */
const WITHOUT_MEMORY = new Set(['aborted', 'model_failed', 'failed', 'refused', 'not_supported', 'employee_unknown']);

const PRESSED: Readonly<Record<Language, Readonly<Record<'confirm' | 'decline', string>>>> = {
  zh: { confirm: '确认', decline: '不确认' },
  en: { confirm: 'Confirmed.', decline: 'Declined.' },
};

/**
 * What a completed round leaves to remember: what the customer wrote or pressed, and what was really sent. Undefined for a
 * round in which neither a customer nor a model spoke, that came to nothing, or of which the words are gone.
 */
export function rememberedWords(span: RoundSpan, language: Language): RememberedWords | undefined {
  const ended = span.entries.find((entry) => isEmployeeEntry(entry, 'employee.round_ended'));
  if (!ended || WITHOUT_MEMORY.has(String(ended.data.end))) return undefined;
  const whole = span.entries.filter(isWhole);
  const input = whole.flatMap((entry) => {
    if (isEmployeeEntry(entry, 'employee.message_received')) return [entry.data.text];
    return isEmployeeEntry(entry, 'employee.button_pressed') ? [PRESSED[language][entry.data.button]] : [];
  });
  if (input.length === 0) return undefined;
  const reply = lastAttempt(span)
    .filter(isWhole)
    .flatMap((entry) => (isEmployeeEntry(entry, 'employee.replied') ? [repliedWords(entry.data.parts)] : []));
  return { round: span.round, at: ended.at, words: { input: input.join('\n'), reply: reply.join('\n') } };
}

/** Without the disclosure: it is said of every conversation and about nothing in it. */
function repliedWords(parts: readonly { readonly kind: string; readonly text: string }[]): string {
  return parts.flatMap(({ kind, text }) => (kind === 'disclosure' ? [] : [text])).join('\n');
}
