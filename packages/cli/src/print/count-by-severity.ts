import type { Finding, Severity } from '@rolecall/base';

/** How many errors, warnings and notices there are, in this order. */
export function countBySeverity(findings: readonly Finding[]): [errors: number, warnings: number, notices: number] {
  const count = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length;
  return [count('error'), count('warning'), count('notice')];
}
