import type { Finding } from '@rolecall/base';
import { expect, test } from 'vitest';
import { checkSample, told } from '../src/testing/check-sample.ts';
import type { SampleEdit } from '../src/testing/index.ts';

/** Files of the sample, and what one of them says of its server. */
export const TASK = 'assets/task.yaml';
export const RECORDS = 'assets/records.yaml';
export const BUSINESS = 'assets/business.yaml';
export const EMPLOYEE = 'employees/desk.yaml';
export const STDIO_LOCKERS =
  'transport: stdio, command: node, args: [systems/lockers.ts], env: { LOCKER_TOKEN: { credential: locker_token } }';
export const REDIRECT = 'assets/contracts/parcel-redirect.yaml';
export const GET = 'assets/contracts/parcel-get.yaml';

/** What the check says of the sample with these edits. */
export function check(...edits: readonly SampleEdit[]): readonly Finding[] {
  return checkSample(edits);
}

/** Writes something else where this stands. */
export const edit = (file: string, from: string, to: string): SampleEdit => ({ file, from, to });
/** Adds this at the end. */
export const add = (file: string, to: string): SampleEdit => ({ file, from: '', to });

interface Case {
  readonly name: string;
  readonly edits: readonly SampleEdit[];
  readonly told: readonly string[];
}

/** One test for each case: its name, its edits, and `code path` of all that is told of them, with its line. */
export function runCases(
  cases: readonly (readonly [string, readonly SampleEdit[] | SampleEdit, readonly string[] | string])[],
): void {
  const rows = cases.map(([name, edits, expected]): Case => ({ name, edits: [edits].flat(), told: [expected].flat() }));
  test.each(rows)('$name', (row) => {
    const findings = check(...row.edits);
    expect(told(findings)).toEqual(row.told);
    for (const finding of findings) expect(finding.line, finding.code).toBeGreaterThan(0);
  });
}
