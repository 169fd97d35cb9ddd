import { describePlace, type Place } from './error.ts';
import type { Bilingual, Language } from './language.ts';

/** How bad a finding is. Only an error makes a check fail; a warning does with `--strict`. */
export type Severity = 'error' | 'warning' | 'notice';

/** One thing that a check, a loader or a linter has to say, with its place and the way out. */
export interface Finding extends Place {
  readonly severity: Severity;
  /** Stable: `snake_case`, or the name that a standard gives it. */
  readonly code: string;
  /** In English; `zh` says the same in Chinese. */
  readonly message: string;
  readonly fix?: string | undefined;
  readonly zh: FindingWords;
}

/** What a finding says, in one language. */
export interface FindingWords {
  readonly message: string;
  readonly fix?: string | undefined;
}

/** The words of a finding, as it carries them. */
export function findingWords(message: Bilingual, fix?: Bilingual | undefined): Pick<Finding, 'message' | 'fix' | 'zh'> {
  return {
    message: message.en,
    ...(fix === undefined ? {} : { fix: fix.en }),
    zh: { message: message.zh, ...(fix === undefined ? {} : { fix: fix.zh }) },
  };
}

/** What a finding says to a reader of the language. */
export function wordsOf(finding: Finding, language: Language): FindingWords {
  return language === 'zh' ? finding.zh : { message: finding.message, fix: finding.fix };
}

/** True when the findings do not stop anybody: no error, and with `strict` no warning either. */
export function isFine(findings: readonly Finding[], strict = false): boolean {
  return !findings.some((finding) => finding.severity === 'error' || (strict && finding.severity === 'warning'));
}

const SEVERITIES: Readonly<Record<Severity, Bilingual>> = {
  error: { en: 'error', zh: '错误' },
  warning: { en: 'warning', zh: '警告' },
  notice: { en: 'notice', zh: '提示' },
};

/** One finding as lines for a terminal. */
export function describeFinding(finding: Finding, language: Language = 'en'): string {
  const place = describePlace(finding);
  const { message, fix } = wordsOf(finding, language);
  const head = `${SEVERITIES[finding.severity][language]} ${finding.code}${place ? `  ${place}` : ''}\n    ${message}`;
  return fix ? `${head}\n    → ${fix}` : head;
}
