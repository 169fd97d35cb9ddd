import { describePlace, type Place } from './error.ts';

/** How bad a finding is. Only an error makes a check fail; a warning does with `--strict`. */
export type Severity = 'error' | 'warning' | 'notice';

/** One thing that a check, a loader or a linter has to say, with its place and the way out. */
export interface Finding extends Place {
  readonly severity: Severity;
  /** Stable: `snake_case`, or the name that a standard gives it. */
  readonly code: string;
  readonly message: string;
  readonly fix?: string | undefined;
}

/** True when the findings do not stop anybody: no error, and with `strict` no warning either. */
export function isFine(findings: readonly Finding[], strict = false): boolean {
  return !findings.some((finding) => finding.severity === 'error' || (strict && finding.severity === 'warning'));
}

/** One finding as lines for a terminal. */
export function describeFinding(finding: Finding): string {
  const place = describePlace(finding);
  const head = `${finding.severity} ${finding.code}${place ? `  ${place}` : ''}\n    ${finding.message}`;
  return finding.fix ? `${head}\n    → ${finding.fix}` : head;
}
